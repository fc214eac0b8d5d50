// Made from the Rust types that are sent, by a test of goren-studio; do not edit.

/**
 * What this program can do: `about`.
 */
export type About = { version: string, rules: Array<Rule>, openings: Array<Opening>, 
/**
 * The smallest and the largest board.
 */
sizes: [Size, Size], formats: Array<FormatView>, 
/**
 * How many threads this machine runs at once.
 */
threads: number, 
/**
 * Whether others on the network may come in.
 */
lan: boolean, 
/**
 * Whether a fleet is watched, which concerns nobody but the owner.
 */
fleet: boolean, };

/**
 * What a person can do in a game.
 */
export type Act = Step | 'decline';

/**
 * Adds a line of moves of both colours in turn to the tree, or finds it there.
 */
export type AddLine = { 
/**
 * After which node.
 */
node: number, points: Array<Point>, };

/**
 * The same game anew, at a new table, the seats exchanged.
 */
export type Again = { table: string, };

/**
 * Who can be played against: `agents`.
 */
export type Agents = { levels: Array<LevelView>, classics: Array<ClassicView>, engines: Array<EngineView>, };

/**
 * Analyses a position until stopped; replaces this page's earlier analysis.
 */
export type Analyse = { at: Place, 
/**
 * How many lines; one without it.
 */
lines?: number | null, 
/**
 * Threads to search with; all but one of the machine's without it.
 */
threads?: number | null, 
/**
 * Memory in MiB.
 */
memory?: number | null, 
/**
 * Ends by itself after so many milliseconds.
 */
ms?: number | null, 
/**
 * Ends by itself at this depth, in plies.
 */
depth?: number | null, 
/**
 * Ends by itself after so many positions.
 */
nodes?: number | null, 
/**
 * The only moves to look at; all without it.
 */
only?: Array<Point>, 
/**
 * Moves not to look at.
 */
except?: Array<Point>, };

/**
 * What an analysis knows.
 */
export type AnalysisView = { id: number | null, running: boolean, side: Stone, lines: Array<LineView>, 
/**
 * Plies searched in full.
 */
depth: number, 
/**
 * The longest line searched.
 */
selective_depth: number, 
/**
 * Positions searched, over all searches of this position.
 */
nodes: number, nps: number, 
/**
 * Time spent, over all searches of this position.
 */
ms: number, 
/**
 * The move that is being searched now.
 */
now?: Point, 
/**
 * The moves that were searched at the present depth.
 */
searched?: Array<Point>, 
/**
 * The moves that lose, as far as the search can see.
 */
lost?: Array<Point>, };

/**
 * How a move was chosen without a search.
 */
export type AnswerName = 'book' | 'win' | 'block';

/**
 * A move that is made without a search.
 */
export type AnswerView = { point: Point, why: AnswerName, };

/**
 * What each request is answered with.
 */
export type Answers = { ping: Now, tables: OpenTables, create: AtTable, study: AtTable, again: AtTable, join: AtTable, leave: Nothing, look: LookView, why: JudgementView, balance: BalanceView, hint: HintView, analyse: Nothing, solve: SolveView, level: EvenView, review: Nothing, reviewed: Reviewed, keep: Kept, attempt: Attempt, programs: Programs, watch: Nothing, heard: Nothing, stop: Nothing, sit: Nothing, stand: Nothing, act: Nothing, undo: Nothing, redo: Nothing, pause: Nothing, speed: Nothing, coach: Nothing, play: AtNode, add_line: AtNode, goto: Nothing, comment: Nothing, marks: Nothing, prune: AtNode, restore: AtNode, promote: AtNode, setup: Nothing, rule: RuleView, rename: Nothing, };

/**
 * The programs whose search can be watched.
 */
export type AskPrograms = Record<symbol, never>;

/**
 * The review that is stored with a table.
 */
export type AskReviewed = { table: string, };

/**
 * What a player is asked for.
 */
export type AskView = { ask: 'place', stone: Stone, 
/**
 * The width of the central square the stone must go into.
 */
centre?: number, } | { ask: 'choose', choices: Array<Step>, } | { ask: 'declare', 
/**
 * The largest number to declare.
 */
count: number, } | { ask: 'offer', 
/**
 * How many offers are missing.
 */
count: number, } | { ask: 'pick', points: Array<Point>, };

/**
 * The node to look at.
 */
export type AtNode = { node: number, };

/**
 * The table that is watched now.
 */
export type AtTable = { table: string, };

/**
 * What came of a move that was tried.
 */
export type Attempt = { 
/**
 * The move.
 */
point: Point, 
/**
 * In a word.
 */
verdict: AttemptVerdict, 
/**
 * Whether it is what was to be found.
 */
solved: boolean, 
/**
 * The forced win of the mover, or of the other side where the move loses.
 */
win?: ForcedWin, 
/**
 * The line after it, beginning with the move.
 */
line: Array<Point>, 
/**
 * The mover's chance after it.
 */
chance: number, 
/**
 * The mover's chance after the better move, searched in the same way.
 */
better: number, 
/**
 * The mover's chance after the move that was played, searched in the same way; absent where nothing is compared with it.
 */
played?: number, };

/**
 * What a move that was tried turned out to be.
 */
export type AttemptVerdict = 'wins' | 'loses' | 'holds' | 'good' | 'weaker' | 'alike' | 'worse' | 'same';

/**
 * A puzzle as it is shown: turned, mirrored and, where its answers stay the same, shifted.
 */
export type AttemptView = { 
/**
 * The name of the attempt.
 */
attempt: string, 
/**
 * The puzzle’s name.
 */
puzzle: string, 
/**
 * Why it is shown.
 */
mode: TrainMode, 
/**
 * What is asked, by its name.
 */
kind: string, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * The board’s size.
 */
size: Size, 
/**
 * The side to move.
 */
side: Stone, 
/**
 * The black stones.
 */
black: Array<Point>, 
/**
 * The white stones.
 */
white: Array<Point>, 
/**
 * The last move before it, if it is known.
 */
last: Point | null, 
/**
 * From 1, easy, to 5, hard.
 */
grade: number, 
/**
 * The rating.
 */
rating: number, 
/**
 * What occurs in it.
 */
themes: Array<string>, 
/**
 * Where it comes from.
 */
source: string, 
/**
 * Whether it is one of one’s own.
 */
own: boolean, 
/**
 * How often it was tried before.
 */
tried: number, 
/**
 * How many moves of the person the main line has.
 */
moves: number, 
/**
 * Whether the first answer changes the rating.
 */
rated: boolean, };

/**
 * How even a position is.
 */
export type Balance = { at: Place, };

/**
 * How even a position is: the answer to `balance`.
 */
export type BalanceView = { 
/**
 * Black's chance.
 */
black: number, };

/**
 * A side of the window.
 */
export type BoundName = 'alpha' | 'beta';

/**
 * A move that a program considers.
 */
export type CandidateView = { point: Point, 
/**
 * What it is ranked by; absent if the program does not rank its moves.
 */
score: number | null, 
/**
 * The part of the score that comes from watching distant stones.
 */
watched: number, 
/**
 * Whether it is searched.
 */
kept: boolean, 
/**
 * The rows of the document's tables that the score is the sum of.
 */
made?: Array<MadeView>, };

/**
 * Games to delete, to bring back or to export together.
 */
export type Chosen = { ids: Array<string>, };

/**
 * A classic program.
 */
export type ClassicView = { word: string, elo: number | null, summary: string, 
/**
 * Who wrote the document that describes it.
 */
authors: string, 
/**
 * The document's title.
 */
title: string, 
/**
 * The board and rule it was written for.
 */
size: Size, rule: Rule, 
/**
 * How its document's games begin, and on how many traps.
 */
opening: Opening, traps: number, 
/**
 * How many plies it searches.
 */
depth: number, 
/**
 * Its readings of the document, the usual one first.
 */
variants: Array<OptionView>, 
/**
 * Its weightings, the document's first; empty if there is only one.
 */
weightings: Array<string>, 
/**
 * What can be put in.
 */
additions: Array<OptionView>, 
/**
 * What can be left out.
 */
switches: Array<string>, };

/**
 * The clocks as they stood at `at`.
 */
export type ClockView = { 
/**
 * What each side had for the game.
 */
control: TimeControl, turn_ms?: number, 
/**
 * Time left for the game; `null` without such a clock.
 */
left_ms: [number | null, number | null], spent_ms: [number, number], running?: Seat, 
/**
 * Time spent on the present turn until `at`.
 */
turn_spent_ms: number, 
/**
 * When all this was true, in milliseconds since 1970 by the server's clock; compare with the message's `now`.
 */
at: number, };

/**
 * Whether a coach says that a move was a mistake.
 */
export type Coach = { on: boolean, };

/**
 * What the coach says.
 */
export type CoachView = { on: boolean, last?: CoachWord, };

/**
 * One judgement of the coach; it never names a better move.
 */
export type CoachWord = { node: number, 
/**
 * How much worse the mover's winning chances became, on a scale from -1 to 1.
 */
drop: number, word: Quality, };

/**
 * Writes about a node; an empty text removes what was written.
 */
export type Comment = { node: number, text: string, };

/**
 * A connection to the server.
 */
export type Connection = { 
/**
 * Whether it is there.
 */
state: ConnectionState, 
/**
 * Since when.
 */
since: number, 
/**
 * Why it is not there, if that is known.
 */
reason: string | null, };

/**
 * Whether there is a connection to the server.
 */
export type ConnectionState = 'connecting' | 'connected' | 'lost';

/**
 * One thing counted.
 */
export type CountedView = { 
/**
 * Its name in the document.
 */
name: string, 
/**
 * The cells as the document writes them.
 */
cells: string, owner: Stone, points: Array<Point>, 
/**
 * What the program looks at to find it, if that is more than the pattern.
 */
window: Array<Point>, weight: number, factor: number, contribution: number, };

/**
 * What a search has counted.
 */
export type CountersView = { 
/**
 * Moves made.
 */
nodes: number, leaves: number, cutoffs: number, probes: number, 
/**
 * Probes of the table that were of use.
 */
hits: number, 
/**
 * Candidates before any selection.
 */
generated: number, 
/**
 * Candidates kept.
 */
kept: number, evaluations: number, };

/**
 * How many findings of each kind.
 */
export type Counts = { 
/**
 * See [`FindingKind::Forbidden`].
 */
forbidden: number, 
/**
 * See [`FindingKind::MissedWin`].
 */
missed_win: number, 
/**
 * See [`FindingKind::MissedDefence`].
 */
missed_defence: number, 
/**
 * See [`FindingKind::Mistake`].
 */
mistake: number, 
/**
 * See [`FindingKind::Inaccuracy`].
 */
inaccuracy: number, };

/**
 * Begins a game and joins its table.
 */
export type Create = { game: NewGame, };

/**
 * The puzzle of the day.
 */
export type DailyView = { 
/**
 * The day.
 */
day: string, 
/**
 * The puzzle’s name.
 */
puzzle: string | null, 
/**
 * The rule.
 */
rule: Rule | null, 
/**
 * The board’s size.
 */
size: Size | null, 
/**
 * The side to move.
 */
side: Stone | null, 
/**
 * The black and the white stones, such as `h8g7`.
 */
stones: [string, string], 
/**
 * Whether it is solved.
 */
solved: boolean, 
/**
 * Days in a row, and the most there were.
 */
run: number, 
/**
 * The most there were.
 */
best_run: number, };

/**
 * What is known about the other side's win by fours.
 */
export type Danger = 'none' | 'stoppable' | 'lost' | 'unknown';

/**
 * One of the four directions of a row.
 */
export type Direction = 'horizontal' | 'vertical' | 'rising' | 'falling';

/**
 * Does a step of the game.
 */
export type DoAct = { step: Act, 
/**
 * How many steps the page has seen; the step is refused if there are others by now.
 */
ply?: number | null, 
/**
 * Who offers, accepts or declines, where both seats are this person's.
 */
seat?: Seat | null, };

/**
 * How a move is looked at, if not in full.
 */
export type EffortName = 'scout' | 'reduced' | 'again';

/**
 * A run that has ended.
 */
export type EndedRun = { 
/**
 * Its identifier.
 */
run: string, 
/**
 * What it was, for people.
 */
title: string, 
/**
 * The kind of its tasks.
 */
work: string, 
/**
 * When its end was seen.
 */
ended: number, 
/**
 * Tasks whose results counted, as last heard.
 */
finished: number, 
/**
 * What its coordinator last said about its state.
 */
summary: string, };

/**
 * How a game ended.
 */
export type EndingKind = 'five' | 'forbidden' | 'resignation' | 'time' | 'agreement' | 'full_board' | 'no_legal_move' | 'move_limit' | 'agreed_win' | 'agreed_draw' | 'fault';

/**
 * A registered engine.
 */
export type EngineView = { name: string, };

/**
 * How a program comes to the value of a position.
 */
export type EvaluationXray = { classic: string, 
/**
 * Whose value it is.
 */
side: Stone, 
/**
 * The side to move in the position itself.
 */
to_move: Stone, value: number, 
/**
 * The contributions add up to the value.
 */
counted: Array<CountedView>, masked: Array<MaskedView>, 
/**
 * The moves considered, best first where they are ranked.
 */
candidates: Array<CandidateView>, 
/**
 * The move that is made here without a search.
 */
answer?: AnswerView, 
/**
 * The rows of the document's table where everything counted is one of a few, also those found nowhere.
 */
table: Array<RowView>, walks: Array<WalkView>, 
/**
 * The program's weightings, the document's first; empty if there is only one.
 */
weightings: Array<string>, 
/**
 * Its readings of its document, `corrected` first.
 */
variants: Array<VariantXray>, };

/**
 * The answer to `level`: moves after which the position is as even as can be.
 */
export type EvenView = { 
/**
 * None if there is no room for them.
 */
points: Array<Point>, 
/**
 * Black's chance after them.
 */
black: number, };

/**
 * An experiment.
 */
export type ExperimentView = { name: string, 
/**
 * One sentence.
 */
about: string, 
/**
 * When its result was found, in milliseconds since 1970.
 */
found_ms: number | null, 
/**
 * With how much effort.
 */
effort: LabEffort | null, };

/**
 * The position to be explored: `library/explore`.
 */
export type ExploreRequest = { 
/**
 * The position as our JSON, a link or a list of moves.
 */
position: string, };

/**
 * What was played from a position: `library/explore`.
 */
export type ExploreView = { side: Stone, 
/**
 * Games in the whole library.
 */
library: number, 
/**
 * Which of renju's openings it is.
 */
opening?: string, results: TallyView, 
/**
 * The most frequent first; a move of the repertoire even if nobody played it.
 */
moves: Array<ExploredMove>, 
/**
 * Some of the games, those added last first.
 */
games: Array<LibraryGame>, };

/**
 * A move that was played from a position.
 */
export type ExploredMove = { point: Point, results: TallyView, 
/**
 * Black's chance to win, from 0 to 1, if the position after it was searched.
 */
chance?: number, 
/**
 * Whether it is in one's own repertoire.
 */
mine: boolean, };

/**
 * A point that would make a straight four of a three.
 */
export type ExtensionView = { point: Point, obstacle?: ObstacleName, why?: JudgementView, };

/**
 * Why a player lost without being beaten on the board.
 */
export type Fault = { 
/**
 * What kind of failure.
 */
kind: FaultKind, 
/**
 * What happened, quoting the player's output.
 */
detail: string, };

/**
 * How a player can fail.
 */
export type FaultKind = 'start' | 'crash' | 'time' | 'garbage' | 'illegal' | 'memory';

/**
 * A game that could not be imported.
 */
export type FaultView = { game: number, reason: string, };

/**
 * A figure as SVG, coloured by classes.
 */
export type FigureView = { name: string, label: string, svg: string, };

/**
 * Which games are wanted; every condition may be absent: `library/find`.
 */
export type FindRequest = { 
/**
 * A part of the name of either player.
 */
player?: string, event?: string, 
/**
 * `black`, `white`, `draw` or `unknown`.
 */
result?: string, rule?: string, 
/**
 * The first day, month or year.
 */
since?: string, until?: string, 
/**
 * One of renju's openings by name or number, or a line of Gomocup's openings.
 */
opening?: string, 
/**
 * The position as our JSON, a link or a list of moves.
 */
position?: string, 
/**
 * A drawing of `X`, `O`, `.` and `?`.
 */
pattern?: string, 
/**
 * Whether the pattern is wanted with the colours exchanged, too.
 */
either_colour?: boolean, 
/**
 * How many to leave out first.
 */
skip?: number, };

/**
 * What is wrong with a move. Every win named here is proved.
 */
export type Finding = { 
/**
 * What it counts as.
 */
kind: FindingKind, 
/**
 * The better move.
 */
best?: Point, 
/**
 * The line that begins with it; to the five where it wins by force.
 */
line?: Array<Point>, 
/**
 * Why the move was forbidden.
 */
why?: ForbiddenKind, 
/**
 * The win that the mover had.
 */
missed?: ForcedWin, 
/**
 * The win that the other side has after it.
 */
allowed?: ForcedWin, 
/**
 * Moves after which the other side has no win by fours or threats: every one was tried.
 */
holds?: Array<Point>, 
/**
 * Moves after which nothing was proved. Where `holds` is told, all others lose.
 */
undecided?: Array<Point>, };

/**
 * What a finding counts as.
 */
export type FindingKind = 'forbidden' | 'missed_win' | 'missed_defence' | 'mistake' | 'inaccuracy';

/**
 * The fleet that this studio watches: `fleet`. What is known of it is in the crate that watches, `goren_fleet`.
 */
export type FleetView = { 
/**
 * Where its server is, without a password; absent if no fleet is watched.
 */
address: string | null, 
/**
 * What is known of it; of the history only what the page does not have.
 */
snapshot: Snapshot | null, };

/**
 * What is not shown one by one.
 */
export type FoldView = { nodes: number, cutoffs: number, };

/**
 * Why a point is forbidden to Black; the first that applies, in this order.
 */
export type ForbiddenKind = 'overline' | 'double_four' | 'double_three';

/**
 * A forbidden point.
 */
export type ForbiddenView = { point: Point, kind: ForbiddenKind, };

/**
 * A forced win that is proved: by a tree that the rules have accepted.
 */
export type ForcedWin = { 
/**
 * How it is forced.
 */
by: WinningWay, 
/**
 * Moves of the winner, the five included, if the other side plays on as long as the tree goes.
 */
moves: number, 
/**
 * The longest line of the tree, to the five.
 */
line: Array<Point>, };

/**
 * A file format.
 */
export type FormatView = { name: string, text: string, writes: boolean, 
/**
 * Whether a file holds several games.
 */
several: boolean, extension: string, };

/**
 * Games that were found: `library/find`.
 */
export type FoundView = { total: number, games: Array<LibraryGame>, 
/**
 * Whether everything was searched in time.
 */
complete: boolean, 
/**
 * How many games cannot be read and were left out.
 */
unreadable: number, };

/**
 * The stored games: `games`.
 */
export type GameList = { 
/**
 * Another after each change of what is stored.
 */
revision: string, 
/**
 * The newest first; absent if the page has them already.
 */
games?: Array<Head>, 
/**
 * What the person should know about the stored games, such as those that cannot be read.
 */
notices: Array<string>, };

/**
 * The game of a table.
 */
export type GameView = { opening: Opening, 
/**
 * Whether the opening rule still decides what comes next.
 */
in_opening: boolean, 
/**
 * Who sits where: first, then second.
 */
seats: [SeatView, SeatView], steps: Array<StepView>, node: number, turn?: TurnView, result?: ResultView, offers?: Array<Point>, 
/**
 * A draw or a takeback that one seat has asked for.
 */
offer?: OfferView, clock: ClockView, 
/**
 * Whether clocks and agents stand still.
 */
paused: boolean, 
/**
 * The seat of an agent that is thinking now.
 */
thinking?: Seat, can_undo: boolean, can_redo: boolean, 
/**
 * The least time between two moves of programs.
 */
speed: number, 
/**
 * Whether hints are given: not while a guest plays.
 */
hints: boolean, coach: CoachView, series?: SeriesView, 
/**
 * Why an agent stopped playing, if one failed.
 */
fault?: Fault, 
/**
 * Why the game stands still though nobody has lost.
 */
trouble?: Refusal, };

/**
 * The games of a file: `open`.
 */
export type Games = { games: Array<Head>, };

/**
 * A position for the network: `glance`.
 */
export type GlanceRequest = { 
/**
 * The position as a link, a list of moves or a picture.
 */
position: string, };

/**
 * What the network says of a position at first sight.
 */
export type GlanceView = { to_move: Stone, 
/**
 * Black's chance to win.
 */
black: number, 
/**
 * The likeliest best moves first.
 */
policy: Array<PolicyView>, };

/**
 * A worker that is there no longer.
 */
export type GoneWorker = { 
/**
 * Its name.
 */
worker: string, 
/**
 * When it was last heard.
 */
heard: number, 
/**
 * It had said that it would leave.
 */
was_leaving: boolean, };

/**
 * Says where this page looks, for the next one that opens the table.
 */
export type Goto = { node: number, };

/**
 * The first message of every connection.
 */
export type Greeting = { type: 'hello', id?: number | null, token: string, 
/**
 * The session of an earlier connection, to keep its seats.
 */
session?: string | null, };

/**
 * A game or study as the list shows it.
 */
export type Head = { id: string, kind: Kind, rule: Rule, size: Size, opening: Opening, black: string, white: string, event: string, 
/**
 * Moves of the main line.
 */
moves: number, 
/**
 * How it ended.
 */
result: HeadResult | null, 
/**
 * Whether it is a game that goes on.
 */
ongoing: boolean, 
/**
 * When it was begun, in milliseconds since 1970.
 */
created: number, changed: number, 
/**
 * The score of a series, such as `3–1`.
 */
series: string | null, 
/**
 * Who won, where there is a result.
 */
winner: Stone | null, 
/**
 * The black and the white stones at the end of the main line, such as `h8g7`.
 */
stones: [string, string], 
/**
 * The first moves of the main line, such as `h8 i9 g7`.
 */
begins: string, };

/**
 * How a game ended, as the list shows it; who won stands beside it.
 */
export type HeadResult = { 
/**
 * Absent where a file says only who won.
 */
ending?: EndingKind, 
/**
 * The ends of the winning row.
 */
row?: [Point, Point], 
/**
 * The forbidden point that was played.
 */
point?: Point, 
/**
 * What it made.
 */
why?: ForbiddenKind, 
/**
 * How the loser failed.
 */
fault?: FaultKind, };

/**
 * A part of a search that is watched has arrived.
 */
export type Heard = { 
/**
 * The number of the request.
 */
watch: number, seq: number, };

/**
 * Help for the side to move: where to look, then why.
 */
export type Hint = { at: Place, stage: HintStage, };

/**
 * Why a move is worth playing: the pages make a sentence of it.
 */
export type HintReason = { code: 'five' } | { code: 'block_five' } | { code: 'block_one_five' } | { code: 'open_four' } | { code: 'win', by: string, moves: number, } | { code: 'block', stone: Stone, } | { code: 'lost', stone: Stone, moves: number, } | { code: 'best' };

/**
 * How much of a hint to give.
 */
export type HintStage = 'where' | 'why';

/**
 * The answer to `hint`.
 */
export type HintView = { stage: 'where', area: Array<Point>, } | { stage: 'why', point: Point, reason: HintReason, pv: Array<Point>, black: number, };

/**
 * How an import stands.
 */
export type ImportState = 'running' | 'finished' | 'stopped' | 'failed';

/**
 * An import of a file.
 */
export type ImportView = { name: string, state: ImportState, 
/**
 * How much of the file was read, from 0 to 1.
 */
share: number, games: number, added: number, duplicates: number, faulty: number, 
/**
 * The first games that could not be read, and why.
 */
faults: Array<FaultView>, 
/**
 * Positions in variations, which are kept and not searched.
 */
unsearched: number, 
/**
 * Why nothing can be imported.
 */
error?: Refusal, };

/**
 * The address for others on the network: `invitation`.
 */
export type Invitation = { guest_url: string | null, };

/**
 * Long work that a page can have under way, one of each kind.
 */
export type Job = 'analysis' | 'solve' | 'review' | 'hint' | 'look' | 'theatre' | 'rival' | 'claims';

/**
 * Watches a table from now on.
 */
export type Join = { table: string, 
/**
 * The last state this page has, to be sent only what is newer.
 */
seq?: number, 
/**
 * The numbering of nodes this page has.
 */
epoch?: number, };

/**
 * One line of a judgement.
 */
export type JudgedLineView = { 
/**
 * Whether the line counts towards the verdict.
 */
counts: boolean, 
/**
 * Of an open three: what would make a straight four of it.
 */
extensions?: Array<ExtensionView>, 
/**
 * The line.
 */
direction: Direction, 
/**
 * The shape.
 */
shape: Shape, 
/**
 * The stones it consists of, the new one included, in line order.
 */
stones: Array<Point>, 
/**
 * Where another own stone extends it: from any four to a five, from an open three to an unstoppable four,
 * from the others to the next stronger shape.
 */
completes: Array<Point>, 
/**
 * Where an opposing stone removes the threat; empty for a four that no single reply stops.
 */
defends: Array<Point>, };

/**
 * Why a point is forbidden to Black, or is not.
 */
export type JudgementView = { point: Point, verdict: Verdict, 
/**
 * The lines on which the stone makes anything.
 */
lines: Array<JudgedLineView>, };

/**
 * Keeps the position before a mistake as a puzzle of one's own.
 */
export type Keep = { table: string, 
/**
 * The node of the mistake.
 */
node: number, };

/**
 * The puzzle that was kept.
 */
export type Kept = { puzzle: string, };

/**
 * The owner's key: `key`.
 */
export type Key = { token: string, };

/**
 * What a table holds.
 */
export type Kind = 'game' | 'study';

/**
 * A cell; `tone` is `plain`, `words`, `quote`, `code`, `good`, `bad` or `faint`.
 */
export type LabCell = { text: string, tone: string, };

/**
 * How much to measure.
 */
export type LabEffort = 'quick' | 'full';

/**
 * What an experiment found: `lab/NAME`.
 */
export type LabResult = { name: string, 
/**
 * When it was found, in milliseconds since 1970; none if nothing was measured here yet.
 */
found_ms: number | null, effort: LabEffort, sections: Array<SectionView>, 
/**
 * The style sheet of the figures.
 */
style: string, };

/**
 * A row of cells, or a heading above the rows that follow.
 */
export type LabRow = { group: string | null, cells: Array<LabCell>, };

/**
 * An experiment under way.
 */
export type LabRun = { name: string, effort: LabEffort, 
/**
 * Parts done, of `total`.
 */
done: number, total: number, 
/**
 * What it does now.
 */
what: string, since_ms: number, };

/**
 * Which experiment to start, or `all`: `lab/start`.
 */
export type LabStart = { experiment: string, effort: LabEffort, };

/**
 * A table, whose columns all have a heading.
 */
export type LabTable = { caption: string, head: Array<string>, rows: Array<LabRow>, };

/**
 * What can be measured, what is being measured, and what was found: `lab`.
 */
export type LabView = { experiments: Array<ExperimentView>, 
/**
 * The one under way; there is at most one.
 */
running: LabRun | null, 
/**
 * Why the last one ended without a result.
 */
trouble: string | null, };

/**
 * One of two searches watched at once.
 */
export type Lane = 'theatre' | 'rival';

/**
 * The last move of the loser before which not every move is proved to lose: after it every one is.
 */
export type LastEscape = { 
/**
 * The number of the move, from 1.
 */
number: number, 
/**
 * The caller's number of the move.
 */
node: number, 
/**
 * Who moved.
 */
stone: Stone, 
/**
 * What was played.
 */
point?: Point, 
/**
 * The forced win that the mover had.
 */
win?: ForcedWin, 
/**
 * The moves that are proved to win by force, the first of `win` among them.
 */
wins?: Array<Point>, 
/**
 * Moves after which the other side has no win by fours or threats, since every one was tried, and the engine announces none.
 */
holds: Array<Point>, 
/**
 * Moves of which nothing is known to be so.
 */
undecided?: Array<Point>, 
/**
 * Whether every move was examined, and all that are not named lose: proved.
 */
complete: boolean, };

/**
 * A move for one's own repertoire; none takes the present one out: `library/learn`.
 */
export type LearnRequest = { 
/**
 * The position as our JSON.
 */
position: string, point?: Point | null, };

/**
 * Watches a table no more.
 */
export type Leave = { table: string, };

/**
 * Looks for moves after which the position is even.
 */
export type Level = { at: Place, 
/**
 * One move of the side to move, or also one of the other: 1 or 2.
 */
moves: number, };

/**
 * A level of goren's engine.
 */
export type LevelView = { level: number, 
/**
 * Above level 1; absent if it was not measured.
 */
elo: number | null, };

/**
 * Games of the library, by number: `library/export`, `library/remove`.
 */
export type LibraryChosen = { ids: Array<number>, };

/**
 * A game of the library.
 */
export type LibraryGame = { id: number, rule: Rule, size: Size, black: string, white: string, event: string, date: string, 
/**
 * `black`, `white`, `draw` or `unknown`.
 */
result: string, moves: number, 
/**
 * Which of renju's openings it began with.
 */
opening?: string, 
/**
 * The file it came from, or `studio`.
 */
source: string, 
/**
 * The black and the white stones at its end, such as `h8g7`.
 */
stones: [string, string], 
/**
 * After how many moves it met the position or the pattern asked for.
 */
at?: number, };

/**
 * A game to be opened for analysis: `library/open`.
 */
export type LibraryOpen = { id: number, 
/**
 * After how many moves; the end if absent.
 */
at?: number | null, };

/**
 * Where a game of the library was opened: `library/open`.
 */
export type LibraryOpened = { table: string, 
/**
 * The node to show, if a place in the game was asked for.
 */
node?: number, };

/**
 * The library as a whole: `library`.
 */
export type LibraryView = { games: number, positions: number, 
/**
 * The names of renju's openings.
 */
openings: Array<OpeningView>, 
/**
 * The import under way, or the last one.
 */
import?: ImportView, repertoire: RepertoireView, };

/**
 * What one stone makes (or would make) on one line through its point.
 */
export type LineThreat = { 
/**
 * The line.
 */
direction: Direction, 
/**
 * The shape.
 */
shape: Shape, 
/**
 * The stones it consists of, the new one included, in line order.
 */
stones: Array<Point>, 
/**
 * Where another own stone extends it: from any four to a five, from an open three to an unstoppable four,
 * from the others to the next stronger shape.
 */
completes: Array<Point>, 
/**
 * Where an opposing stone removes the threat; empty for a four that no single reply stops.
 */
defends: Array<Point>, };

/**
 * One line of an analysis.
 */
export type LineView = { 
/**
 * Black's chance to win, from 0 to 1.
 */
black: number, 
/**
 * The engine's score for the side to move: `+123`, `+M5`, `-M4`.
 */
score: string, 
/**
 * Plies to the end, if the search found a forced win. A search can err: only a solver proves.
 */
decided_in?: number, winner?: Stone, 
/**
 * Whether that win was proved by a tree that was checked, and is kept.
 */
proved?: boolean, 
/**
 * The moves; of a decided line to the winning row, where that is known.
 */
pv: Array<Point>, depth: number, };

/**
 * What is known about a position at once.
 */
export type Look = { at: Place, 
/**
 * Whether to look for threats too.
 */
xray?: boolean, };

/**
 * What is known about a position at once: the answer to `look`.
 */
export type LookView = { side: Stone, outcome: OutcomeName, winner?: Stone, row?: Array<Point>, 
/**
 * Why the last move was forbidden, if it was.
 */
broken?: JudgementView, 
/**
 * Points forbidden to Black, whoever is to move, with what they make.
 */
forbidden: Array<ForbiddenView>, 
/**
 * Who wins, if that is proved; not told to guests.
 */
proved?: ProvedView, xray?: XrayView, };

/**
 * A row of a table that a stone on a candidate would match.
 */
export type MadeView = { 
/**
 * The table's number in the document.
 */
table: string, pattern: string, points: Array<Point>, score: number, };

/**
 * A mark on a point.
 */
export type Mark = { point: Point, kind: MarkKind, 
/**
 * The text of a label.
 */
text?: string, };

/**
 * What a mark looks like.
 */
export type MarkKind = 'cross' | 'circle' | 'square' | 'triangle' | 'selected' | 'label';

/**
 * Replaces all marks of a node.
 */
export type Marks = { node: number, marks: Array<Mark>, };

/**
 * A point that an evaluation ignores on the lines of one direction.
 */
export type MaskedView = { point: Point, direction: Direction, };

/**
 * What the server sends.
 */
export type Message = { type: 'welcome', id: number | null, 
/**
 * To be given again when reconnecting.
 */
session: string, role: Role, version: string, 
/**
 * Another for every run of the server.
 */
run: string, } | { type: 'done', id: number | null, } | { type: 'refused', id: number | null, error: Refusal, } | { type: 'table' } & TableUpdate | { type: 'analysis' } & AnalysisView | { type: 'review' } & ReviewView | { type: 'proved', } | { type: 'watch' } & WatchView;

/**
 * A point of the history.
 */
export type Moment = { 
/**
 * When.
 */
at: number, 
/**
 * Slots.
 */
slots: number, 
/**
 * Those that were busy.
 */
busy: number, 
/**
 * Tasks finished within the minute before.
 */
last_minute: number, };

/**
 * A move judged.
 */
export type MoveReport = { 
/**
 * The caller's number of the move.
 */
node: number, 
/**
 * From 1.
 */
number: number, 
/**
 * Who moved.
 */
stone: Stone, 
/**
 * Absent for a pass.
 */
point?: Point, 
/**
 * Black's chance before it, as far as the better move is known.
 */
before: number, 
/**
 * Black's chance after it.
 */
black: number, 
/**
 * How much worse the mover's chances became, on a scale from -1 to 1.
 */
drop: number, 
/**
 * What is wrong with it, if anything is.
 */
finding?: Finding, };

/**
 * A game to begin.
 */
export type NewGame = { rule?: Rule, size?: Size, traps?: Traps, opening?: Opening, 
/**
 * Who begins (Black, unless an opening rule changes that).
 */
first?: Player, second?: Player, 
/**
 * Such as `10m+5s` or `none`.
 */
clock?: TimeControl, 
/**
 * Whether a coach says that a move was a mistake.
 */
coach?: boolean, 
/**
 * The least time between two moves of programs, in milliseconds.
 */
speed?: number, 
/**
 * How many games programs play in a row, exchanging seats after each.
 */
games?: number, };

/**
 * One node of the tree.
 */
export type NodeView = { node: number, 
/**
 * The node before it; absent for the root, number 0.
 */
parent?: number, 
/**
 * The nodes after it, main line first.
 */
next?: Array<number>, 
/**
 * The point played; absent for a set-up or a pass.
 */
point?: Point, 
/**
 * The colour that played or passed.
 */
stone?: Stone, 
/**
 * Stones set up (or cleared, with `null`) before the move.
 */
setup?: Array<[Point, Stone | null]>, 
/**
 * Who is to move next, where that was set.
 */
side?: Stone, 
/**
 * What is written about it. Text from anywhere: never markup.
 */
comment?: string, marks?: Array<Mark>, ms?: number, };

/**
 * Nothing but that it is done.
 */
export type Nothing = Record<symbol, never>;

/**
 * The time, in milliseconds since 1970.
 */
export type Now = { now: number, };

/**
 * What keeps a three from becoming a straight four on a point.
 */
export type ObstacleName = 'five' | 'forbidden';

/**
 * Something one player proposes to the other.
 */
export type Offer = 'draw' | 'undo';

/**
 * Something one seat proposes to the other.
 */
export type OfferView = { kind: Offer, by: Seat, };

/**
 * The tables that are open.
 */
export type OpenTables = { tables: Array<Summary>, };

/**
 * How a game begins.
 */
export type Opening = 'free' | 'swap' | 'swap2' | 'soosorv-8' | 'taraguchi-10';

/**
 * One of renju's openings.
 */
export type OpeningView = { code: string, name: string, };

/**
 * Something that can be chosen, and what it is.
 */
export type OptionView = { name: string, summary: string, };

/**
 * How a position stands.
 */
export type OutcomeName = 'ongoing' | 'win' | 'full_board' | 'no_legal_move';

/**
 * Own puzzles to delete or to bring back: `train/own/delete`, `train/own/restore`.
 */
export type OwnChosen = { ids: Array<string>, };

/**
 * One of its three is there: a table, figures, or text with its line breaks.
 */
export type PartView = { table: LabTable | null, figures: Array<FigureView> | null, text: string | null, };

/**
 * Stops the clocks and the agents, or lets them go on.
 */
export type Pause = { on: boolean, };

/**
 * Nothing but an answer.
 */
export type Ping = Record<symbol, never>;

/**
 * A position: a node of a table, or one that is nowhere else.
 */
export type Place = { table: string, 
/**
 * The end of the game or main line without it.
 */
node?: number | null, } | { 
/**
 * Our JSON record.
 */
position: unknown, };

/**
 * Adds a move to the tree, or finds it there; the game itself stays as it is.
 */
export type Play = { 
/**
 * After which node.
 */
node: number, point: Point, 
/**
 * The colour, where it is not the one to move.
 */
stone?: Stone | null, };

/**
 * Who sits on a seat.
 */
export type Player = { kind: 'person', name?: string, } | { kind: 'goren', level: number, } | { kind: 'classic', word: string, } | { kind: 'engine', name: string, };

/**
 * What is said about one side.
 */
export type PlayerReport = { 
/**
 * Which side.
 */
stone: Stone, 
/**
 * From 0 to 100; absent where no move counts.
 */
accuracy?: number, 
/**
 * How many findings of each kind.
 */
counts: Counts, };

/**
 * Such as `h8`.
 */
export type Point = string;

/**
 * A move's probability to be the best.
 */
export type PolicyView = { point: Point, share: number, };

/**
 * A position of the repertoire.
 */
export type PracticeCard = { key: string, rule: Rule, size: Size, side: Stone, traps: Array<Point>, black: Array<Point>, white: Array<Point>, 
/**
 * How often it was practised.
 */
tries: number, };

/**
 * What was played in practice: `library/practice`.
 */
export type PracticeRequest = { key: string, point: Point, };

/**
 * Whether it was right: `library/practice`.
 */
export type PracticeResult = { right: boolean, 
/**
 * The move of the repertoire.
 */
answer: Point, 
/**
 * In how many days it comes again.
 */
days: number, repertoire: RepertoireView, };

/**
 * The next position to practise: `library/practice`.
 */
export type PracticeView = { repertoire: RepertoireView, card?: PracticeCard, };

/**
 * A program whose search can be watched.
 */
export type ProgramView = { name: string, summary: string, 
/**
 * The board, rule and depth it was written for.
 */
size: Size, rule: Rule, depth: number, 
/**
 * What can be left out.
 */
switches: Array<string>, 
/**
 * What can be put in.
 */
additions: Array<OptionView>, 
/**
 * Its weightings, the document's first.
 */
weightings: Array<string>, 
/**
 * The readings of its document, `corrected` first.
 */
variants: Array<VariantView>, };

/**
 * The programs whose search can be watched.
 */
export type Programs = { programs: Array<ProgramView>, };

/**
 * One's progress: `train/progress`.
 */
export type ProgressView = { 
/**
 * When, in milliseconds since 1970, and the rating after it.
 */
ratings: Array<[number, number]>, 
/**
 * Puzzles by kind, rule, grade and theme.
 */
counts: Array<TrainCount>, 
/**
 * The last tries, the newest first.
 */
tries: Array<TryView>, 
/**
 * How many come up for repetition within a day, a week and a month.
 */
ahead: [number, number, number], };

/**
 * Makes the line through a node the main line.
 */
export type Promote = { node: number, };

/**
 * Replies and their answer.
 */
export type ProofAnswer = { replies: Array<Point>, 
/**
 * Whether they are all others, which the file calls `*`.
 */
others: boolean, point: Point, 
/**
 * The winner's moves to the five at most.
 */
moves: number, };

/**
 * What a proof claims.
 */
export type ProofClaim = 'win' | 'defence' | 'no_fours';

/**
 * A place in a proof: `proofs/ID/node`.
 */
export type ProofNode = { 
/**
 * All moves from the proof's position to here.
 */
line: Array<Point>, state: ProofState, 
/**
 * The replies that are answered.
 */
answers: Array<ProofAnswer>, 
/**
 * The replies that lose at once; in a refutation those that make no four.
 */
rest: Array<Point>, };

/**
 * Which place of a proof is wanted.
 */
export type ProofPlace = { 
/**
 * The replies that lead there, one after another: `i9j10`.
 */
replies?: string, };

/**
 * How a proof goes on.
 */
export type ProofState = 'replies' | 'five' | 'unclaimed';

/**
 * A proof that was checked and is kept for a while: `proofs`.
 */
export type ProofView = { id: string, rule: Rule, size: Size, traps: Array<Point>, black: Array<Point>, white: Array<Point>, 
/**
 * Whose turn it is in the proof's position.
 */
side: Stone, claim: ProofClaim, 
/**
 * `fours`, `threats` or `force`.
 */
means: string, 
/**
 * The moves that a claim about defence says nothing of.
 */
holds: Array<Point>, 
/**
 * Positions that the check went through.
 */
positions: number, 
/**
 * Answers in the tree.
 */
moves: number, 
/**
 * Plies to the five at most; 0 where nobody wins.
 */
plies: number, };

/**
 * Who wins in a position, by a proof that was checked. Every panel tells it in the same way.
 */
export type ProvedView = { winner: Stone, 
/**
 * `fours`, `threats` or `force`.
 */
by: string, 
/**
 * The winner's moves to the five at most.
 */
moves: number, 
/**
 * The same in moves of both sides.
 */
plies: number, 
/**
 * A line with the longest resistance; empty if the tree is very large.
 */
line?: Array<Point>, 
/**
 * The proof, which `proofs/ID` gives.
 */
proof: string, };

/**
 * Removes a node and all after it; not from the game played.
 */
export type Prune = { node: number, };

/**
 * A list of puzzles: `train/own`, `train/sheet`.
 */
export type PuzzleList = { 
/**
 * The puzzles.
 */
puzzles: Array<PuzzleView>, };

/**
 * A puzzle in a list or on a sheet.
 */
export type PuzzleView = { 
/**
 * The puzzle’s name.
 */
puzzle: string, 
/**
 * What is asked, by its name.
 */
kind: string, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * The board’s size.
 */
size: Size, 
/**
 * The side to move.
 */
side: Stone, 
/**
 * The black and the white stones, such as `h8g7`.
 */
stones: [string, string], 
/**
 * From 1, easy, to 5, hard.
 */
grade: number, 
/**
 * The rating.
 */
rating: number, 
/**
 * Where it comes from.
 */
source: string, 
/**
 * Every first move that is right.
 */
answers: Array<Point>, 
/**
 * One line to the end.
 */
line: Array<Point>, 
/**
 * How often it was tried.
 */
tried: number, 
/**
 * How often it was solved.
 */
solved: number, };

/**
 * How good a move was, as far as a short search can tell.
 */
export type Quality = 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'poor' | 'lost';

/**
 * What a page that the program opened asks its key with: `key`.
 */
export type Redeem = { code: string, };

/**
 * Does again what was taken back.
 */
export type Redo = Record<symbol, never>;

/**
 * Why a request cannot be done. Its texts are those of `refusal.…` in the pages' tables; an `error` is what a system or a reader says, in
 * its own words.
 */
export type Refusal = { code: 'not_understood', error: string, } | { code: 'not_text' } | { code: 'too_long', max: number, got: number, } | { code: 'not_for_guests' } | { code: 'no_call' } | { code: 'thread', error: string, } | { code: 'random', error: string, } | { code: 'internal', error: string, } | { code: 'too_many_searches', max: number, } | { code: 'stopped' } | { code: 'disk_full' } | { code: 'read_only', path: string, error: string, } | { code: 'file', path: string, error: string, } | { code: 'store_in_use', path: string, } | { code: 'store', error: string, } | { code: 'damaged', error: string, } | { code: 'no_table', id: string, } | { code: 'too_many_watched', max: number, } | { code: 'too_many_tables', max: number, } | { code: 'table_busy' } | { code: 'table_closed' } | { code: 'trap_in_centre', point: Point, opening: Opening, } | { code: 'too_few_points', opening: Opening, empty: number, } | { code: 'point_twice', point: Point, } | { code: 'no_level', min: number, max: number, got: number, } | { code: 'no_classic', got: string, } | { code: 'classic_option', got: string, } | { code: 'classic_number', option: string, min: number, max: number, got: string, } | { code: 'classic_part', classic: string, got: string, expected: Array<string>, } | { code: 'classic_addition', classic: string, got: string, expected: Array<string>, } | { code: 'classic_variant', classic: string, got: string, expected: Array<string>, } | { code: 'classic_weighting', classic: string, got: string, expected: Array<string>, } | { code: 'classic_one_weighting', classic: string, got: string, } | { code: 'no_engine', name: string, } | { code: 'games_range', max: number, got: number, } | { code: 'series_with_person' } | { code: 'too_many_traps', max: number, got: number, } | { code: 'no_game_here' } | { code: 'game_over' } | { code: 'not_turn', seat: Seat, } | { code: 'late', took: number, allowed: number, } | { code: 'not_for_players', step: Step, } | { code: 'unexpected_step', step: Step, seat: Seat, ask: AskView, } | { code: 'outside_centre', point: Point, centre: Point, } | { code: 'outside_area', point: Point, width: number, first: Point, last: Point, } | { code: 'no_such_choice', step: Step, choices: Array<Step>, } | { code: 'declare_range', max: number, got: number, } | { code: 'offered_before', point: Point, } | { code: 'offered_alike', point: Point, offered: Point, } | { code: 'not_among_offers', point: Point, offers: Array<Point>, } | { code: 'draw_in_opening' } | { code: 'moved_on', made: number, seen: number, } | { code: 'paused' } | { code: 'unwatched' } | { code: 'not_your_seat' } | { code: 'not_your_game' } | { code: 'owners_seat' } | { code: 'no_hints' } | { code: 'seat_taken' } | { code: 'program_seat', seat: Seat, } | { code: 'nothing_to_decline' } | { code: 'not_offered' } | { code: 'draw_declined' } | { code: 'nothing_to_undo' } | { code: 'nothing_to_redo' } | { code: 'no_undo_in_series' } | { code: 'off_board', point: Point, size: Size, } | { code: 'occupied', point: Point, } | { code: 'trap', point: Point, } | { code: 'forbidden', point: Point, kind: ForbiddenKind, } | { code: 'row_made' } | { code: 'no_legal_move' } | { code: 'no_node', node: number, } | { code: 'too_many_nodes', max: number, } | { code: 'tree_too_large', max: number, got: number, } | { code: 'comment_too_long', max: number, } | { code: 'too_many_marks', max: number, } | { code: 'root_stays' } | { code: 'game_moves_stay' } | { code: 'game_is_main_line' } | { code: 'setup_in_game' } | { code: 'rule_of_game' } | { code: 'nothing_to_restore' } | { code: 'unreadable', error: string, } | { code: 'empty_file' } | { code: 'binary_file' } | { code: 'picture_file', format: string, } | { code: 'archive_file', format: string, } | { code: 'document_file', format: string, } | { code: 'not_a_game', start: string, } | { code: 'no_game', id: string, } | { code: 'no_games' } | { code: 'one_game_only', format: string, got: number, } | { code: 'cannot_hold', format: string, error: string, } | { code: 'no_log' } | { code: 'nothing_to_review' } | { code: 'no_mistake', node: number, } | { code: 'puzzle_over' } | { code: 'puzzle_quiet' } | { code: 'puzzle_easy' } | { code: 'puzzle_forced' } | { code: 'puzzle_answers' } | { code: 'puzzle_undecided' } | { code: 'no_proof', id: string, } | { code: 'proof_not_text' } | { code: 'proof_unreadable', error: string, } | { code: 'proof_too_long', seconds: number, } | { code: 'proof_over' } | { code: 'proof_unanswered', line: Array<Point>, point: Point, count: number, } | { code: 'proof_illegal', line: Array<Point>, reason: Refusal, } | { code: 'proof_five', line: Array<Point>, point: Point, stone: Stone, } | { code: 'proof_drawn', line: Array<Point>, stone: Stone, } | { code: 'proof_no_four', line: Array<Point>, } | { code: 'proof_no_threat', line: Array<Point>, } | { code: 'proof_twice', line: Array<Point>, point: Point, } | { code: 'proof_useless', line: Array<Point>, point: Point, } | { code: 'proof_useless_others', line: Array<Point>, } | { code: 'proof_malformed', line: Array<Point>, } | { code: 'library_in_use', path: string, } | { code: 'library_disk_full' } | { code: 'library', error: string, } | { code: 'library_damaged', error: string, } | { code: 'no_result', got: string, } | { code: 'no_rule', got: string, } | { code: 'no_day', got: string, } | { code: 'no_pattern', got: string, } | { code: 'no_opening', got: string, } | { code: 'importing' } | { code: 'games_chosen', max: number, got: number, } | { code: 'only_last_removed' } | { code: 'not_in_repertoire' } | { code: 'not_measured', name: string, } | { code: 'school', error: string, } | { code: 'school_missing', error: string, };

/**
 * Games that were removed: `library/remove`.
 */
export type RemovedView = { removed: number, 
/**
 * Games played here, which stay until they are deleted among one's own games.
 */
played: number, 
/**
 * What brings them back: `library/restore`.
 */
removal: number, };

/**
 * Says who played, where and when.
 */
export type Rename = { black?: string | null, white?: string | null, event?: string | null, date?: string | null, };

/**
 * How much there is to practise.
 */
export type RepertoireView = { 
/**
 * Moves in the repertoire.
 */
moves: number, 
/**
 * Those that should be practised today.
 */
due: number, };

/**
 * What a page sends after `hello`.
 */
export type Request = { type: 'ping' } & Ping | { type: 'tables' } & Tables | { type: 'create' } & Create | { type: 'study' } & Study | { type: 'again' } & Again | { type: 'join' } & Join | { type: 'leave' } & Leave | { type: 'look' } & Look | { type: 'why' } & Why | { type: 'balance' } & Balance | { type: 'hint' } & Hint | { type: 'analyse' } & Analyse | { type: 'solve' } & Solve | { type: 'level' } & Level | { type: 'review' } & Review | { type: 'reviewed' } & AskReviewed | { type: 'keep' } & Keep | { type: 'attempt' } & TryMove | { type: 'programs' } & AskPrograms | { type: 'watch' } & Watch | { type: 'heard' } & Heard | { type: 'stop' } & StopJob | { type: 'sit' } & ToTable<Sit> | { type: 'stand' } & ToTable<Stand> | { type: 'act' } & ToTable<DoAct> | { type: 'undo' } & ToTable<Undo> | { type: 'redo' } & ToTable<Redo> | { type: 'pause' } & ToTable<Pause> | { type: 'speed' } & ToTable<Speed> | { type: 'coach' } & ToTable<Coach> | { type: 'play' } & ToTable<Play> | { type: 'add_line' } & ToTable<AddLine> | { type: 'goto' } & ToTable<Goto> | { type: 'comment' } & ToTable<Comment> | { type: 'marks' } & ToTable<Marks> | { type: 'prune' } & ToTable<Prune> | { type: 'restore' } & ToTable<Restore> | { type: 'promote' } & ToTable<Promote> | { type: 'setup' } & ToTable<Setup> | { type: 'rule' } & ToTable<SetRule> | { type: 'rename' } & ToTable<Rename>;

/**
 * Brings back what was removed or replaced last.
 */
export type Restore = Record<symbol, never>;

/**
 * A removal to be undone: `library/restore`.
 */
export type RestoreRequest = { removal: number, };

/**
 * How a file says that a game ended: who won.
 */
export type ResultName = 'black' | 'white' | 'draw';

/**
 * How a game ended.
 */
export type ResultView = { winner: Stone | null, seat: Seat | null, ending: EndingKind, row?: Array<Point>, 
/**
 * Why the last point was forbidden.
 */
why?: JudgementView, };

/**
 * Judges a whole line move by move, and stores what comes of it with the table.
 */
export type Review = { table: string, 
/**
 * The end of the line; the game's or main line's end without it.
 */
node?: number | null, 
/**
 * Positions to search for each move.
 */
nodes?: number | null, };

/**
 * A review so far.
 */
export type ReviewView = { id: number | null, table: string, running: boolean, 
/**
 * Positions judged so far, of `positions`.
 */
judged: number, 
/**
 * Positions to be judged.
 */
positions: number, 
/**
 * Whether all is found.
 */
done: boolean, 
/**
 * Black's chance before the first move.
 */
start: number, 
/**
 * The moves as far as they are judged.
 */
moves: Array<MoveReport>, 
/**
 * Black, then White.
 */
players: [PlayerReport, PlayerReport], 
/**
 * The move that turned the game: a number from 1.
 */
turning_point?: number, 
/**
 * The last move at which the loser could have escaped, by proof.
 */
last_escape?: LastEscape, };

/**
 * The review that is stored with a table.
 */
export type Reviewed = { review: ReviewView | null, };

/**
 * What a connection may do.
 */
export type Role = 'owner' | 'guest';

/**
 * A row of the table that an evaluation counts by.
 */
export type RowView = { name: string, owner: Stone, weight: number, factor: number, };

/**
 * What wins, and what is forbidden.
 */
export type Rule = 'freestyle' | 'standard' | 'renju' | 'caro' | 'caro6';

/**
 * The answer to `rule`: the nodes whose move the new rule does not allow.
 */
export type RuleView = { forbidden: Array<number>, };

/**
 * What a coordinator says of its run every two seconds.
 */
export type RunProgress = { 
/**
 * The run's identifier.
 */
run: string, 
/**
 * Tasks whose results count.
 */
finished: number, 
/**
 * All tasks, as far as known.
 */
expected: number, 
/**
 * Tasks that are handed out and have no result yet.
 */
out: number, 
/**
 * Tasks that wait for a worker.
 */
waiting: number, 
/**
 * Results that the coordinator has not yet read.
 */
unread: number, 
/**
 * Results counted within the last minute.
 */
last_minute: number, 
/**
 * Tasks that were given to another worker.
 */
repeated: number, 
/**
 * Results that arrived again and were not counted.
 */
doubled: number, 
/**
 * Results that did not pass the check.
 */
rejected: number, 
/**
 * The state of the match, for people: `+12 −9 =4, Elo +42 ± 60`.
 */
summary: string, 
/**
 * What each worker has done for the run.
 */
workers: Array<WorkerStanding>, };

/**
 * A run, with what its coordinator last said.
 */
export type RunSeen = { 
/**
 * Its identifier.
 */
run: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * The kind of its tasks: `games`, `datagen` or `openings`.
 */
work: string, 
/**
 * Whether tasks are to be begun.
 */
state: RunState, 
/**
 * When it began, in milliseconds since 1970.
 */
started: number, 
/**
 * When its coordinator was last heard.
 */
heard: number | null, 
/**
 * For how many milliseconds its coordinator has been silent, if that is too long.
 */
silent: number | null, 
/**
 * What its coordinator said.
 */
progress: RunProgress | null, };

/**
 * Whether a run's tasks are to be begun.
 */
export type RunState = 'open' | 'draining';

/**
 * The best rush of a length.
 */
export type RushBest = { 
/**
 * How long it takes.
 */
minutes: number, 
/**
 * Puzzles solved.
 */
score: number, };

/**
 * Begins a rush: `train/rush`.
 */
export type RushStart = { 
/**
 * Three or five.
 */
minutes: number, rule?: Rule | null, };

/**
 * How a rush stands.
 */
export type RushView = { 
/**
 * How long it takes.
 */
minutes: number, 
/**
 * What is left of its time.
 */
left_ms: number, 
/**
 * Puzzles solved.
 */
score: number, 
/**
 * Mistakes so far.
 */
mistakes: number, 
/**
 * Mistakes that end it.
 */
most_mistakes: number, 
/**
 * Whether it is over.
 */
over: boolean, 
/**
 * The best score of this length.
 */
best: number, 
/**
 * Whether this one is the best.
 */
record: boolean, };

/**
 * Who began, or the other.
 */
export type Seat = 'first' | 'second';

/**
 * One seat.
 */
export type SeatView = { player: Player, name: string, stone: Stone, 
/**
 * Whether it is taken: by the owner, or by one guest.
 */
held: boolean, 
/**
 * Whether it is taken by the owner.
 */
owners: boolean, 
/**
 * Whether whoever has taken it has no page open at this table.
 */
away: boolean, 
/**
 * What an agent last thought of its game: Black's chance to win.
 */
black?: number, };

/**
 * A heading with tables and figures.
 */
export type SectionView = { id: string, title: string, intro: string, parts: Array<PartView>, };

/**
 * A finished game of a series.
 */
export type SeriesGame = { game: string, black: string, white: string, 
/**
 * The winner's name; empty for a draw.
 */
winner: string, 
/**
 * Black's mean time per move in milliseconds.
 */
black_mean_ms: number, white_mean_ms: number, 
/**
 * How long the players took together, in milliseconds.
 */
elapsed_ms: number, moves: number, };

/**
 * A series of games between programs.
 */
export type SeriesView = { games: number, 
/**
 * The players as `create` named them, first and second.
 */
names: [string, string], 
/**
 * Wins of the player named first.
 */
wins: number, losses: number, draws: number, log: Array<SeriesGame>, };

/**
 * Why the server itself answers no call; the desk has reasons of its own, in the same form. Texts are those of `refusal.…` in the pages'
 * tables.
 */
export type ServerRefusal = { code: 'no_key' } | { code: 'not_for_guests' } | { code: 'wrong_host' } | { code: 'wrong_origin' } | { code: 'wrong_site' } | { code: 'took_too_long' } | { code: 'too_large', max: number, } | { code: 'no_call' } | { code: 'not_understood', error: string, } | { code: 'internal', error: string, };

/**
 * Says by which rule a study is to be judged; its tree stays.
 */
export type SetRule = { rule: Rule, };

/**
 * Replaces a study's tree with a position, given as our JSON record.
 */
export type Setup = { position: unknown, };

/**
 * What stones in a line make.
 */
export type Shape = 'nothing' | 'overline' | 'one' | 'two' | 'open two' | 'three' | 'open three' | 'four' | 'double four' | 'open four' | 'five';

/**
 * Puzzles for paper: `train/sheet`.
 */
export type SheetRequest = { 
/**
 * How many.
 */
count: number, 
/**
 * The same seed gives the same sheet.
 */
seed?: number, 
/**
 * What is asked, by its name.
 */
kind?: string | null, 
/**
 * The rule.
 */
rule?: Rule | null, 
/**
 * From 1, easy, to 5, hard.
 */
grade?: number | null, 
/**
 * Something that occurs in it, by its name.
 */
theme?: string | null, };

/**
 * The threats of one side.
 */
export type SideXray = { 
/**
 * Points where a stone makes a threat, strongest first.
 */
points: Array<ThreatView>, 
/**
 * A win by continuous fours, if this side were to move: its line.
 */
fours_win?: Array<Point>, };

/**
 * Takes a seat of a person. A guest has it for their session alone; the owner can take it from a guest.
 */
export type Sit = { seat: Seat, 
/**
 * Shown to the others.
 */
name?: string, };

/**
 * The side length of a board.
 */
export type Size = number;

/**
 * What is known of a fleet. Times are milliseconds since 1970.
 */
export type Snapshot = { 
/**
 * The fleet's name.
 */
fleet: string, 
/**
 * When this was true.
 */
at: number, 
/**
 * How this program is connected.
 */
connection: Connection, 
/**
 * The sums over all workers and runs.
 */
totals: Totals, 
/**
 * The workers, by name.
 */
workers: Array<WorkerSeen>, 
/**
 * Workers that are there no longer, the last one first; only a few.
 */
gone: Array<GoneWorker>, 
/**
 * The open runs, the oldest first.
 */
runs: Array<RunSeen>, 
/**
 * Runs that ended while somebody watched, the last one first; only a few.
 */
ended: Array<EndedRun>, 
/**
 * What was true at earlier times, the oldest first: a point every two seconds, ten minutes of them. There are none for
 * times without a connection.
 */
history: Array<Moment>, 
/**
 * Messages that could not be read.
 */
unreadable: number, 
/**
 * What was wrong with the last one that could not be read.
 */
trouble: string | null, };

/**
 * Looks for a forced win of the side to move.
 */
export type Solve = { at: Place, kind: SolveKind, 
/**
 * Gives up after so many milliseconds.
 */
ms?: number | null, };

/**
 * By which moves a win is looked for.
 */
export type SolveKind = 'vcf' | 'vct';

/**
 * The answer to `solve`. A win that a solver has found is proved.
 */
export type SolveView = { solved: SolvedName, 
/**
 * The line of a win, which the rules have replayed.
 */
line?: Array<Point>, 
/**
 * The same with its whole proof; absent if that is too large to build in the time.
 */
proved?: ProvedView, nodes: number, ms: number, stopped: boolean, };

/**
 * What a solver found.
 */
export type SolvedName = 'win' | 'no_win' | 'unknown';

/**
 * The least time between two moves of programs, in milliseconds.
 */
export type Speed = { ms: number, };

/**
 * Gives one's seats back, or one seat; the owner can free any.
 */
export type Stand = { seat?: Seat | null, };

/**
 * Such as `h8`, `take black` or `resign first`.
 */
export type Step = string;

/**
 * A step that was done.
 */
export type StepView = { step: Step, seat: Seat, 
/**
 * The node it led to, if it put a stone on the board.
 */
node?: number, 
/**
 * How long it took, to the microsecond.
 */
ms: number, 
/**
 * What an agent thought then: Black's chance to win.
 */
black?: number, };

/**
 * Who moves: Black or White.
 */
export type Stone = 'black' | 'white';

/**
 * Stops a job of this page.
 */
export type StopJob = { what: Job, };

/**
 * Sets up a board for analysis and joins its table.
 */
export type Study = { 
/**
 * The position or whole game, as our JSON record; an empty board without it.
 */
position?: unknown, };

/**
 * A table in the list of open ones.
 */
export type Summary = { table: string, kind: Kind, black: string, white: string, ongoing: boolean, 
/**
 * The seats of persons that nobody holds.
 */
free: Array<Seat>, };

/**
 * The person's choice: `train/swap2/choose`.
 */
export type Swap2Answer = { deal: string, choice: Swap2Choice, 
/**
 * White's and Black's further stone, with the choice to place two.
 */
stones?: Array<Point>, };

/**
 * Asks for three stones to choose by: `train/swap2/deal`.
 */
export type Swap2Ask = { rule: Rule, };

/**
 * What a player facing three stones can do.
 */
export type Swap2Choice = 'black' | 'white' | 'place_two';

/**
 * What the person's choice was worth.
 */
export type Swap2Chosen = { 
/**
 * The choice.
 */
choice: Swap2Choice, 
/**
 * From 0 to 1.
 */
worth: number, 
/**
 * From 0 to 10.
 */
points: number, 
/**
 * Black's chance after the person's two stones.
 */
black: number | null, };

/**
 * Three stones to choose by.
 */
export type Swap2Deal = { deal: string, rule: Rule, stones: Array<Point>, };

/**
 * Three stones (black, white, black) to be judged: `train/swap2/judge`.
 */
export type Swap2Judge = { rule: Rule, stones: Array<Point>, };

/**
 * The running score of the Swap2 trainer.
 */
export type Swap2Score = { 
/**
 * Choices so far.
 */
rounds: number, 
/**
 * Points so far.
 */
points: number, 
/**
 * Full points in a row, and the most there were.
 */
run: number, 
/**
 * The most there were.
 */
best_run: number, };

/**
 * What the engine says of three stones.
 */
export type Swap2View = { 
/**
 * Black's chance, from 0 to 1.
 */
black: number, 
/**
 * What each choice is worth to whoever chooses, from 0 to 1.
 */
worth: Array<Swap2Worth>, 
/**
 * The choice that is worth most.
 */
best: Swap2Choice, 
/**
 * The two stones that the engine would place.
 */
two: Array<Point>, 
/**
 * How it would go on.
 */
line: Array<Point>, 
/**
 * What the person's choice was worth.
 */
chosen: Swap2Chosen | null, 
/**
 * The running score.
 */
score: Swap2Score, };

/**
 * What a choice is worth.
 */
export type Swap2Worth = { 
/**
 * The choice.
 */
choice: Swap2Choice, 
/**
 * From 0 to 1.
 */
worth: number, };

/**
 * A table as one page is sent it.
 */
export type TableUpdate = { 
/**
 * When it was sent, in milliseconds since 1970 by the server's clock.
 */
now: number, 
/**
 * The nodes that changed since the state this page has.
 */
nodes: Array<NodeView>, table: string, 
/**
 * Grows with every change.
 */
seq: number, 
/**
 * Changes when nodes get new numbers; then all are sent.
 */
epoch: number, kind: Kind, rule: Rule, size: Size, traps: Array<Point>, black: string, white: string, event: string, 
/**
 * As a file or the server has it: `2026-11-15`.
 */
date: string, at: number, nodes_total: number, game?: GameView, 
/**
 * Whether a review is stored with it.
 */
reviewed: boolean, 
/**
 * Whether something that was removed can be brought back.
 */
can_restore: boolean, 
/**
 * How a file said that the game ended (studies).
 */
result?: ResultName, };

/**
 * The tables that are open now.
 */
export type Tables = Record<symbol, never>;

/**
 * Results of games.
 */
export type TallyView = { games: number, black: number, white: number, draws: number, };

/**
 * The classes of a threat, strongest first.
 */
export type ThreatClass = 'five' | 'open_four' | 'double' | 'four' | 'open_three';

/**
 * A point where a stone makes a threat.
 */
export type ThreatView = { point: Point, class: ThreatClass, lines: Array<LineThreat>, };

/**
 * Such as `5m+3s` or `none`.
 */
export type TimeControl = string;

/**
 * A request and the table it is for.
 */
export type ToTable<R> = { table: string, } & R;

/**
 * Sums over a fleet.
 */
export type Totals = { 
/**
 * Workers.
 */
workers: number, 
/**
 * Tasks that they perform at once.
 */
slots: number, 
/**
 * Those that are busy.
 */
busy: number, 
/**
 * Tasks finished within the last minute.
 */
last_minute: number, 
/**
 * Tasks that wait for a worker, in all runs.
 */
waiting: number, 
/**
 * Results that coordinators have not yet read.
 */
unread: number, 
/**
 * Open runs.
 */
runs: number, };

/**
 * Asks for a puzzle: `train/begin`.
 */
export type TrainBegin = { 
/**
 * Why it is shown.
 */
mode: TrainMode, 
/**
 * The puzzle, in the mode `one`.
 */
id?: string | null, 
/**
 * The person's day, such as `2026-11-16`.
 */
day?: string | null, 
/**
 * What is asked, by its name.
 */
kind?: string | null, 
/**
 * The rule.
 */
rule?: Rule | null, 
/**
 * From 1, easy, to 5, hard.
 */
grade?: number | null, 
/**
 * Something that occurs in it, by its name.
 */
theme?: string | null, };

/**
 * Something about a puzzle that is being solved: `train/hint`, `train/solution`, `train/on`, `train/again`.
 */
export type TrainCall = { attempt: string, };

/**
 * How many puzzles there are of a sort.
 */
export type TrainCount = { 
/**
 * What is counted by.
 */
group: TrainGroup, 
/**
 * The sort.
 */
name: string, 
/**
 * How many puzzles there are.
 */
puzzles: number, 
/**
 * How many were tried.
 */
tried: number, 
/**
 * Answered rightly at the first try.
 */
solved: number, };

/**
 * What puzzles are counted by.
 */
export type TrainGroup = 'kind' | 'rule' | 'grade' | 'theme';

/**
 * A hint: `train/hint`.
 */
export type TrainHint = { 
/**
 * Where to look: the first step.
 */
area: Array<Point>, 
/**
 * The move: the second step.
 */
point: Point | null, };

/**
 * Why a puzzle is shown.
 */
export type TrainMode = 'train' | 'due' | 'daily' | 'own' | 'rush' | 'one';

/**
 * A move in a puzzle: `train/move`.
 */
export type TrainMove = { attempt: string, point: Point, };

/**
 * How the side to move wins by force: `train/prove`.
 */
export type TrainProof = { 
/**
 * Empty where no forced win was found.
 */
line: Array<Point>, 
/**
 * Why.
 */
said: TrainSaid, };

/**
 * Moves from the start of a puzzle: after them the side to move is to show its win (`train/prove`), or the line is to be
 * proved (`train/tree`).
 */
export type TrainProve = { attempt: string, moves: Array<Point>, };

/**
 * What an answer changed.
 */
export type TrainResult = { 
/**
 * From 0 to 1.
 */
score: number, 
/**
 * The rating.
 */
rating: number, 
/**
 * How unsure the rating is.
 */
deviation: number, 
/**
 * By how much the rating changed; zero for a puzzle that was met before.
 */
change: number, 
/**
 * The puzzle’s rating after it.
 */
puzzle_rating: number, 
/**
 * How many were solved in a row.
 */
run: number, 
/**
 * When the puzzle comes again, in milliseconds since 1970, if it does.
 */
due_ms: number | null, };

/**
 * What came of a move: `train/move`.
 */
export type TrainRuling = { 
/**
 * Whether it was right.
 */
right: boolean, 
/**
 * Whether it counts as a mistake; a move that wins in another way than was asked does not.
 */
missed: boolean, 
/**
 * Whether the puzzle is done.
 */
over: boolean, 
/**
 * Whether the rest is a win by fours that need not be played out; `train/on` goes on with it.
 */
plain: boolean, 
/**
 * The best answer to a right move.
 */
reply: Point | null, 
/**
 * Why, as a code.
 */
said: TrainSaid, 
/**
 * What refutes a wrong move, the other side's answer first; after the last right move, what would follow.
 */
line: Array<Point>, 
/**
 * What changed, when the answer counts.
 */
result: TrainResult | null, 
/**
 * How the rush stands.
 */
rush: RushView | null, };

/**
 * What is said of a move or of a position: the pages make a sentence of it.
 */
export type TrainSaid = { code: 'five' } | { code: 'answer' } | { code: 'five_next' } | { code: 'fours_next' } | { code: 'go_on', side: Stone, } | { code: 'not_by_fours', point: Point, } | { code: 'forbidden', point: Point, kind: ForbiddenKind, } | { code: 'makes_five', side: Stone, point: Point, } | { code: 'wins_first', side: Stone, point: Point, } | { code: 'quiet', side: Stone, } | { code: 'stopped', side: Stone, point: Point, } | { code: 'unproved', side: Stone, point: Point, } | { code: 'not_found' } | { code: 'holds', side: Stone, point: Point, } | { code: 'still_by_fours', side: Stone, point: Point, } | { code: 'still_by_threats', side: Stone, point: Point, } | { code: 'still_wins', side: Stone, } | { code: 'even', point: Point, black: number, } | { code: 'uneven', point: Point, black: number, } | { code: 'has_five', side: Stone, } | { code: 'wins_by_fours', side: Stone, moves: number, } | { code: 'wins_by_threats', side: Stone, moves: number, } | { code: 'no_win', side: Stone, };

/**
 * The answer of a puzzle: `train/solution`.
 */
export type TrainSolution = { 
/**
 * Every first move that is right.
 */
answers: Array<Point>, 
/**
 * One line to the end, the person's move first.
 */
line: Array<Point>, 
/**
 * What it changed, where it counts.
 */
result: TrainResult | null, };

/**
 * A line proved: `train/tree`.
 */
export type TrainTree = { 
/**
 * Moves of the winner in the tree; zero if the line could not be proved.
 */
moves: number, 
/**
 * The index of the first reply in the line.
 */
first: number, 
/**
 * At each reply of the line those that the tree answers one by one; whatever else is played loses sooner.
 */
replies: Array<Array<Point>>, };

/**
 * What is known of a person's training: `train`.
 */
export type TrainingView = { 
/**
 * The rating.
 */
rating: number, 
/**
 * How unsure the rating is.
 */
deviation: number, 
/**
 * How many were solved.
 */
solved: number, 
/**
 * How many were tried.
 */
tried: number, 
/**
 * Solved in a row.
 */
run: number, 
/**
 * The most there were.
 */
best_run: number, 
/**
 * How many are due for repetition.
 */
due: number, 
/**
 * The puzzle of the day.
 */
daily: DailyView, 
/**
 * The best rush of each length.
 */
rush: Array<RushBest>, 
/**
 * How many puzzles of one’s own there are.
 */
own: number, 
/**
 * The score of the Swap2 trainer.
 */
swap2: Swap2Score, 
/**
 * How many puzzles there are.
 */
puzzles: number, 
/**
 * Puzzles by kind, rule, grade and theme.
 */
counts: Array<TrainCount>, };

/**
 * The traps of a new game: named, or so many at random.
 */
export type Traps = { random: number, } | Array<Point>;

/**
 * Another move in place of one that the stored review found a mistake.
 */
export type TryMove = { table: string, 
/**
 * The node of the mistake.
 */
node: number, point: Point, };

/**
 * One try.
 */
export type TryView = { 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * The puzzle’s name.
 */
puzzle: string, 
/**
 * What is asked, by its name.
 */
kind: string, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * From 1, easy, to 5, hard.
 */
grade: number, 
/**
 * From 0 to 1.
 */
score: number, 
/**
 * By how much the rating changed.
 */
change: number, };

/**
 * What the game waits for.
 */
export type TurnView = { seat: Seat, } & ({ ask: 'place', stone: Stone, 
/**
 * The width of the central square the stone must go into.
 */
centre?: number, } | { ask: 'choose', choices: Array<Step>, } | { ask: 'declare', 
/**
 * The largest number to declare.
 */
count: number, } | { ask: 'offer', 
/**
 * How many offers are missing.
 */
count: number, } | { ask: 'pick', points: Array<Point>, });

/**
 * Takes back to the last turn of a person.
 */
export type Undo = Record<symbol, never>;

/**
 * What a value is.
 */
export type ValueKind = 'exact' | 'at_least' | 'at_most' | 'leaf' | 'won' | 'unfinished';

/**
 * A reading of a document.
 */
export type VariantView = { name: string, summary: string, 
/**
 * The moves to a position in which it plays differently, where one is known…
 */
moves?: string, 
/**
 * …and the depth at which it shows, if not the program's.
 */
depth?: number, };

/**
 * A reading of a document.
 */
export type VariantXray = { name: string, 
/**
 * What differs, one sentence.
 */
summary: string, 
/**
 * The moves to where it shows, on the program's own board; absent for `corrected`.
 */
moves?: string, };

/**
 * Whether Black may play on a point.
 */
export type Verdict = 'legal' | 'five' | ForbiddenKind;

/**
 * A pattern found on a line.
 */
export type WalkMatch = { 
/**
 * Its index among the things counted.
 */
counted: number, 
/**
 * The cell after which it is found.
 */
end: number, };

/**
 * A line of the board as an automaton reads it.
 */
export type WalkView = { points: Array<Point>, 
/**
 * Its cells as letters.
 */
letters: string, 
/**
 * The state after each cell: how many of the last letters begin a pattern.
 */
states: Array<number>, matches: Array<WalkMatch>, };

/**
 * Shows the search of a program; replaces this page's earlier one in the same lane.
 */
export type Watch = { at: Place, 
/**
 * One of `programs`.
 */
program: string, 
/**
 * Plies; the program's own depth without it.
 */
depth?: number | null, 
/**
 * Additions to put in.
 */
with?: Array<string>, 
/**
 * Optimisations to leave out.
 */
without?: Array<string>, weighting?: string | null, 
/**
 * Which reading of the document; `corrected` without it.
 */
variant?: string | null, seed?: number, 
/**
 * Ends by itself after so many nodes.
 */
nodes?: number | null, 
/**
 * About how many nodes to show one by one; the rest is folded. Beyond the half, subtrees are folded ever closer to the root.
 */
shown?: number | null, 
/**
 * Shows only what is below the move that was the search's `open`th.
 */
open?: number | null, 
/**
 * Which of the two searches that a page may watch at once.
 */
lane?: Lane, };

/**
 * What came of a search.
 */
export type WatchEnd = { 
/**
 * What the program plays.
 */
step: Step, 
/**
 * The value of the root, by the deepest search that was finished.
 */
value?: number, 
/**
 * How the move was chosen, if not by a search.
 */
answer?: AnswerName, 
/**
 * The line it expects.
 */
pv: Array<Point>, 
/**
 * Whether it was stopped before its end.
 */
stopped: boolean, 
/**
 * The moves made until each depth was finished, shallowest first.
 */
depths: Array<number>, 
/**
 * The counters on the way, at most a few hundred, the last at the end.
 */
samples: Array<CountersView>, };

/**
 * What a search does. Values are in the units of the program's document, higher is better for the program. In a window, what
 * is missing is unbounded.
 */
export type WatchEvent = { e: 'begin', depth: number, } | { e: 'enter', 
/**
 * It is the search's `n`th.
 */
n: number, point: Point, 
/**
 * Plies to search after it.
 */
depth: number, 
/**
 * What the program has elsewhere.
 */
alpha?: number, 
/**
 * What the opponent holds it to elsewhere.
 */
beta?: number, 
/**
 * Absent for a full search.
 */
effort?: EffortName, 
/**
 * Plies less than in full.
 */
less?: number, } | { e: 'dropped', points: Array<Point>, } | { e: 'hit', value: number, kind: ValueKind, } | { e: 'cut', rest: Array<Point>, value: number, bound: BoundName, } | { e: 'leave', value: number, kind: ValueKind, 
/**
 * What was searched below and is not shown.
 */
folded?: FoldView, } | { e: 'stopped' };

/**
 * A part of a search that is watched.
 */
export type WatchView = { 
/**
 * The number of the request.
 */
id: number | null, 
/**
 * The part's number, from 1. `heard` tells the server that it has arrived; it waits when too many have not.
 */
seq: number, events: Array<WatchEvent>, 
/**
 * What the search has counted so far.
 */
counters: CountersView, 
/**
 * Time so far, in milliseconds.
 */
ms: number, 
/**
 * With the last part: what came of it.
 */
end?: WatchEnd, };

/**
 * Why a point is forbidden to Black, or is not.
 */
export type Why = { at: Place, point: Point, };

/**
 * How a win is forced.
 */
export type WinningWay = 'fours' | 'threats' | 'force';

/**
 * A worker, with what it last said.
 */
export type WorkerSeen = { 
/**
 * When it was last heard.
 */
heard: number, 
/**
 * Its name, unique in the fleet.
 */
worker: string, 
/**
 * The program's version.
 */
version: string, 
/**
 * The signature of its search.
 */
signature: number, 
/**
 * The number of tasks it performs at once.
 */
slots: number, 
/**
 * Those that are busy.
 */
busy: number, 
/**
 * Nodes a second of one slot.
 */
speed: number, 
/**
 * The engines that its owner allows.
 */
engines: Array<string>, 
/**
 * Tasks finished since it started.
 */
finished: number, 
/**
 * Tasks finished within the last minute.
 */
last_minute: number, 
/**
 * Tasks that failed since it started.
 */
failed: number, 
/**
 * When it started, in seconds since 1970.
 */
started: number, 
/**
 * The runs of which it has tasks in hand, with their number.
 */
serves: Array<[string, number]>, 
/**
 * The runs in which it does not take part, with the reason.
 */
refuses: Array<[string, string]>, 
/**
 * It was asked to end, and finishes what it has begun.
 */
is_leaving: boolean, };

/**
 * What a worker has done for a run.
 */
export type WorkerStanding = { 
/**
 * Its name.
 */
worker: string, 
/**
 * Its results that count.
 */
counted: number, 
/**
 * Its results that did not pass the check.
 */
rejected: number, 
/**
 * Why it takes part no longer, if it was set aside.
 */
aside?: string, };

/**
 * Which evaluation is to be explained: `xray`.
 */
export type XrayRequest = { 
/**
 * The position as a link, a list of moves or a picture.
 */
position: string, 
/**
 * One of the five programs.
 */
classic: string, weighting?: string | null, 
/**
 * One of the program's readings of its document.
 */
variant?: string | null, 
/**
 * The additions to put in.
 */
with?: Array<string>, 
/**
 * The optimisations to leave out.
 */
without?: Array<string>, 
/**
 * Whose value; that of the side to move if absent.
 */
side?: Stone | null, };

/**
 * The threats of both sides.
 */
export type XrayView = { black: SideXray, white: SideXray, 
/**
 * Whether the other side threatens to win by fours, and what stops it.
 */
danger: Danger, 
/**
 * With `stoppable`: every point on which the side to move can stop the other's win by fours.
 */
must_block: Array<Point>, };
