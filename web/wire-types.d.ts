// Made from crates/desk/src/wire by a test of goren-studio; do not edit.

/** Such as `h8`. */
export type Point = string;

/** The side length of a board. */
export type Size = number;

/** Such as `h8`, `take black` or `resign first`. */
export type Step = string;

/** Such as `5m+3s` or `none`. */
export type TimeControl = string;

export type Stone = 'black' | 'white';

export type Seat = 'first' | 'second';

export type Rule = 'freestyle' | 'standard' | 'renju' | 'caro' | 'caro6';

export type EndingKind = 'five' | 'forbidden' | 'resignation' | 'time' | 'agreement' | 'full_board' | 'no_legal_move' | 'move_limit' | 'agreed_win' | 'agreed_draw' | 'fault';

export type Opening = 'free' | 'swap' | 'swap2' | 'soosorv-8' | 'taraguchi-10';

/** A table's or game's name. */
export type TableId = string;

export type Act = Step | 'decline';

export type Offer = 'draw' | 'undo';

export type Direction = 'horizontal' | 'vertical' | 'rising' | 'falling';

export type Shape = 'nothing' | 'overline' | 'one' | 'two' | 'open two' | 'three' | 'open three' | 'four' | 'double four' | 'open four' | 'five';

export type ForbiddenKind = 'overline' | 'double_four' | 'double_three';

export type FaultKind = 'start' | 'crash' | 'time' | 'garbage' | 'illegal' | 'memory';

export type Verdict = 'legal' | 'five' | ForbiddenKind;

/** Why a request cannot be done. Its texts are those of `refusal.…` in the pages' tables; an `error` is what a system or a reader says, in its own words. */
export type Refusal =
  | { code: 'not_understood'; error: string }
  | { code: 'not_text' }
  | { code: 'too_long'; max: number; got: number }
  | { code: 'not_for_guests' }
  | { code: 'no_call' }
  | { code: 'thread'; error: string }
  | { code: 'random'; error: string }
  | { code: 'internal'; error: string }
  | { code: 'too_many_searches'; max: number }
  | { code: 'stopped' }
  | { code: 'disk_full' }
  | { code: 'read_only'; path: string; error: string }
  | { code: 'file'; path: string; error: string }
  | { code: 'store_in_use'; path: string }
  | { code: 'store'; error: string }
  | { code: 'damaged'; error: string }
  | { code: 'no_table'; id: TableId }
  | { code: 'too_many_watched'; max: number }
  | { code: 'too_many_tables'; max: number }
  | { code: 'table_busy' }
  | { code: 'table_closed' }
  | { code: 'trap_in_centre'; point: Point; opening: Opening }
  | { code: 'too_few_points'; opening: Opening; empty: number }
  | { code: 'point_twice'; point: Point }
  | { code: 'no_level'; min: number; max: number; got: number }
  | { code: 'no_classic'; got: string }
  | { code: 'classic_option'; got: string }
  | { code: 'classic_number'; option: string; min: number; max: number; got: string }
  | { code: 'classic_part'; classic: string; got: string; expected: string[] }
  | { code: 'classic_addition'; classic: string; got: string; expected: string[] }
  | { code: 'classic_variant'; classic: string; got: string; expected: string[] }
  | { code: 'classic_weighting'; classic: string; got: string; expected: string[] }
  | { code: 'classic_one_weighting'; classic: string; got: string }
  | { code: 'no_engine'; name: string }
  | { code: 'games_range'; max: number; got: number }
  | { code: 'series_with_person' }
  | { code: 'too_many_traps'; max: number; got: number }
  | { code: 'no_game_here' }
  | { code: 'game_over' }
  | { code: 'not_turn'; seat: Seat }
  | { code: 'late'; took: number; allowed: number }
  | { code: 'not_for_players'; step: Step }
  | { code: 'unexpected_step'; step: Step; seat: Seat; ask: AskView }
  | { code: 'outside_centre'; point: Point; centre: Point }
  | { code: 'outside_area'; point: Point; width: number; first: Point; last: Point }
  | { code: 'no_such_choice'; step: Step; choices: Step[] }
  | { code: 'declare_range'; max: number; got: number }
  | { code: 'offered_before'; point: Point }
  | { code: 'offered_alike'; point: Point; offered: Point }
  | { code: 'not_among_offers'; point: Point; offers: Point[] }
  | { code: 'draw_in_opening' }
  | { code: 'moved_on'; made: number; seen: number }
  | { code: 'paused' }
  | { code: 'unwatched' }
  | { code: 'not_your_seat' }
  | { code: 'not_your_game' }
  | { code: 'owners_seat' }
  | { code: 'no_hints' }
  | { code: 'seat_taken' }
  | { code: 'program_seat'; seat: Seat }
  | { code: 'nothing_to_decline' }
  | { code: 'not_offered' }
  | { code: 'draw_declined' }
  | { code: 'nothing_to_undo' }
  | { code: 'nothing_to_redo' }
  | { code: 'no_undo_in_series' }
  | { code: 'off_board'; point: Point; size: Size }
  | { code: 'occupied'; point: Point }
  | { code: 'trap'; point: Point }
  | { code: 'forbidden'; point: Point; kind: ForbiddenKind }
  | { code: 'row_made' }
  | { code: 'no_legal_move' }
  | { code: 'no_node'; node: number }
  | { code: 'too_many_nodes'; max: number }
  | { code: 'tree_too_large'; max: number; got: number }
  | { code: 'comment_too_long'; max: number }
  | { code: 'too_many_marks'; max: number }
  | { code: 'root_stays' }
  | { code: 'game_moves_stay' }
  | { code: 'game_is_main_line' }
  | { code: 'setup_in_game' }
  | { code: 'rule_of_game' }
  | { code: 'nothing_to_restore' }
  | { code: 'unreadable'; error: string }
  | { code: 'empty_file' }
  | { code: 'binary_file' }
  | { code: 'picture_file'; format: string }
  | { code: 'archive_file'; format: string }
  | { code: 'document_file'; format: string }
  | { code: 'not_a_game'; start: string }
  | { code: 'no_game'; id: string }
  | { code: 'no_games' }
  | { code: 'one_game_only'; format: string; got: number }
  | { code: 'cannot_hold'; format: string; error: string }
  | { code: 'no_log' }
  | { code: 'nothing_to_review' }
  | { code: 'no_mistake'; node: number }
  | { code: 'puzzle_over' }
  | { code: 'puzzle_quiet' }
  | { code: 'puzzle_easy' }
  | { code: 'puzzle_forced' }
  | { code: 'puzzle_answers' }
  | { code: 'puzzle_undecided' }
  | { code: 'no_proof'; id: string }
  | { code: 'proof_not_text' }
  | { code: 'proof_unreadable'; error: string }
  | { code: 'proof_too_long'; seconds: number }
  | { code: 'proof_over' }
  | { code: 'proof_unanswered'; line: Point[]; point: Point; count: number }
  | { code: 'proof_illegal'; line: Point[]; reason: Refusal }
  | { code: 'proof_five'; line: Point[]; point: Point; stone: Stone }
  | { code: 'proof_drawn'; line: Point[]; stone: Stone }
  | { code: 'proof_no_four'; line: Point[] }
  | { code: 'proof_no_threat'; line: Point[] }
  | { code: 'proof_twice'; line: Point[]; point: Point }
  | { code: 'proof_useless'; line: Point[]; point: Point }
  | { code: 'proof_useless_others'; line: Point[] }
  | { code: 'proof_malformed'; line: Point[] }
  | { code: 'library_in_use'; path: string }
  | { code: 'library_disk_full' }
  | { code: 'library'; error: string }
  | { code: 'library_damaged'; error: string }
  | { code: 'no_result'; got: string }
  | { code: 'no_rule'; got: string }
  | { code: 'no_day'; got: string }
  | { code: 'no_pattern'; got: string }
  | { code: 'no_opening'; got: string }
  | { code: 'importing' }
  | { code: 'games_chosen'; max: number; got: number }
  | { code: 'only_last_removed' }
  | { code: 'not_in_repertoire' }
  | { code: 'not_measured'; name: string }
  | { code: 'school'; error: string }
  | { code: 'school_missing'; error: string };

/** The first message of every connection. */
export type Greeting =
  | { type: 'hello'; id?: number | null; token: string; session?: string | null };

/** What the server does for a page. A request of any other type is a `TableRequest`. */
export type PageRequest =
  | /** Nothing but an answer. */ { type: 'ping' }
  | /** The tables that are open now. */ { type: 'tables' }
  | /** Begins a game and joins its table. */ { type: 'create'; game: NewGame }
  | /** Sets up a board for analysis and joins its table. */ { type: 'study'; position?: unknown | null }
  | /** The same game anew, at a new table, the seats exchanged. */ { type: 'again'; table: TableId }
  | /** Watches a table from now on. */ { type: 'join'; table: TableId; seq?: number; epoch?: number }
  | /** Watches a table no more. */ { type: 'leave'; table: TableId }
  | /** What is known about a position at once. */ { type: 'look'; at: Place; xray?: boolean }
  | /** Why a point is forbidden to Black, or is not. */ { type: 'why'; at: Place; point: Point }
  | /** How even a position is. */ { type: 'balance'; at: Place }
  | /** Help for the side to move: where to look, then why. */ { type: 'hint'; at: Place; stage: HintStage }
  | /** Analyses a position until stopped; replaces this page's earlier analysis. */ { type: 'analyse'; at: Place } & AnalysisOptions
  | /** Looks for a forced win of the side to move. */ { type: 'solve'; at: Place; kind: SolveKind; ms?: number | null }
  | /** Looks for moves after which the position is even. */ { type: 'level'; at: Place; moves: number }
  | /** Judges a whole line move by move, and stores what comes of it with the table. */ { type: 'review'; table: TableId; node?: number | null; nodes?: number | null }
  | /** The review that is stored with a table. */ { type: 'reviewed'; table: TableId }
  | /** Keeps the position before a mistake as a puzzle of one's own. */ { type: 'keep'; table: TableId; node: number }
  | /** Another move in place of one that the stored review found a mistake. */ { type: 'attempt'; table: TableId; node: number; point: Point }
  | /** The programs whose search can be watched. */ { type: 'programs' }
  | /** Shows the search of a program; replaces this page's earlier one in the same lane. */ { type: 'watch'; at: Place } & WatchOptions
  | /** A part of a search that is watched has arrived. */ { type: 'heard'; watch: number; seq: number }
  | /** Stops a job of this page. */ { type: 'stop'; what: Job };

/** A request and the table it is for. */
export type TableCall = { table: TableId } & TableRequest;

/** What a table does for those who watch it. */
export type TableRequest =
  | /** Takes a seat of a person. A guest has it for their session alone; the owner can take it from a guest. */ { type: 'sit'; seat: Seat; name?: string }
  | /** Gives one's seats back, or one seat; the owner can free any. */ { type: 'stand'; seat?: Seat | null }
  | /** Does a step of the game. */ { type: 'act'; step: Act; ply?: number | null; seat?: Seat | null }
  | /** Takes back to the last turn of a person. */ { type: 'undo' }
  | /** Does again what was taken back. */ { type: 'redo' }
  | /** Stops the clocks and the agents, or lets them go on. */ { type: 'pause'; on: boolean }
  | /** The least time between two moves of programs, in milliseconds. */ { type: 'speed'; ms: number }
  | /** Whether a coach says that a move was a mistake. */ { type: 'coach'; on: boolean }
  | /** Adds a move to the tree, or finds it there; the game itself stays as it is. */ { type: 'play'; node: number; point: Point; stone?: Stone | null }
  | /** Adds a line of moves of both colours in turn to the tree, or finds it there. */ { type: 'add_line'; node: number; points: Point[] }
  | /** Says where this page looks, for the next one that opens the table. */ { type: 'goto'; node: number }
  | /** Writes about a node; an empty text removes what was written. */ { type: 'comment'; node: number; text: string }
  | /** Replaces all marks of a node. */ { type: 'marks'; node: number; marks: Mark[] }
  | /** Removes a node and all after it; not from the game played. */ { type: 'prune'; node: number }
  | /** Brings back what was removed or replaced last. */ { type: 'restore' }
  | /** Makes the line through a node the main line. */ { type: 'promote'; node: number }
  | /** Replaces a study's tree with a position, given as our JSON record. */ { type: 'setup'; position: unknown }
  | /** Says by which rule a study is to be judged; its tree stays. */ { type: 'rule'; rule: Rule }
  | /** Says who played, where and when. */ { type: 'rename'; black?: string | null; white?: string | null; event?: string | null; date?: string | null };

/** Long work that a page can have under way, one of each kind. */
export type Job =
  | 'analysis'
  | 'solve'
  | 'review'
  | /** A hint or a balance. */ 'hint'
  | /** A look at the threats; it ends by itself, and soon. */ 'look'
  | /** A search that is watched. */ 'theatre'
  | /** Another beside it. */ 'rival'
  | /** What a stored review says is proved, with proofs anew. */ 'claims';

/** A position: a node of a table, or one that is nowhere else. */
export type Place =
  | { table: TableId; node?: number | null }
  | { position: unknown };

/** How much of a hint to give. */
export type HintStage =
  | /** Only where to look. */ 'where'
  | /** The move and the reason. */ 'why';

/** By which moves a win is looked for. */
export type SolveKind =
  | /** Continuous fours. */ 'vcf'
  | /** Continuous threats. */ 'vct';

/** What an analysis may use, and what it is to look at. */
export type AnalysisOptions = { lines?: number | null; threads?: number | null; memory?: number | null; ms?: number | null; depth?: number | null; nodes?: number | null; only?: Point[]; except?: Point[] };

/** A game to begin. */
export type NewGame = { rule?: Rule; size?: Size; traps?: Traps; opening?: Opening; first?: Player; second?: Player; clock?: TimeControl; coach?: boolean; speed?: number; games?: number };

/** The traps of a new game: named, or so many at random. */
export type Traps =
  | { random: number }
  | Point[];

/** Who sits on a seat. */
export type Player =
  | /** Someone at a page. */ { kind: 'person'; name?: string }
  | /** goren's engine, at a level from 1 to 10. */ { kind: 'goren'; level: number }
  | /** A classic program, by its name and settings: `masked`, `boundary:variant=printed,without=table,depth=3`. */ { kind: 'classic'; word: string }
  | /** A program registered when the server was started. */ { kind: 'engine'; name: string };

/** What the server sends. */
export type Message =
  | /** The answer to `hello`. */ { type: 'welcome'; id: number | null; session: string; role: Role; version: string; run: string }
  | /** What was asked for is done. */ { type: 'done'; id: number | null } & Answer
  | /** What was asked for cannot be done. */ { type: 'refused'; id: number | null; error: Refusal }
  | /** A table as it stands, with the nodes that are new to this page. */ { type: 'table' } & TableUpdate
  | /** The newest lines of this page's analysis; earlier ones may have been left out. */ { type: 'analysis' } & AnalysisView
  | /** The judgements of this page's review so far. */ { type: 'review' } & ReviewView
  | /** Something was proved: whoever shows a position may look again. */ { type: 'proved' }
  | /** A part of a search that is watched; none is left out. */ { type: 'watch' } & WatchView;

export type NothingAnswer = {};

export type NowAnswer = { now: number };

export type TablesAnswer = { tables: Summary[] };

export type TableAnswer = { table: TableId };

export type NodeAnswer = { node: number };

export type LookAnswer = LookView;

export type WhyAnswer = JudgementView;

export type BalanceAnswer = BalanceView;

export type HintAnswer = HintView;

export type SolveAnswer = SolveView;

export type LevelAnswer = EvenView;

export type ReviewedAnswer = { review: ReviewView | null };

export type AttemptAnswer = Attempt;

export type KeptAnswer = { puzzle: string };

export type ProgramsAnswer = { programs: ProgramView[] };

export type RuleAnswer = RuleView;

/** What comes of a request, beside its number. */
export type Answer =
  | NothingAnswer
  | NowAnswer
  | TablesAnswer
  | TableAnswer
  | NodeAnswer
  | LookAnswer
  | WhyAnswer
  | BalanceAnswer
  | HintAnswer
  | SolveAnswer
  | LevelAnswer
  | ReviewedAnswer
  | AttemptAnswer
  | KeptAnswer
  | ProgramsAnswer
  | RuleAnswer;

/** What a connection may do. */
export type Role =
  | /** Everything. */ 'owner'
  | /** Watch tables and play on them. */ 'guest';

/** What a table holds. */
export type Kind =
  | 'game'
  | 'study';

/** A table in the list of open ones. */
export type Summary = { table: TableId; kind: Kind; black: string; white: string; ongoing: boolean; free: Seat[] };

/** A table as one page is sent it. */
export type TableUpdate = { now: number; nodes: NodeView[] } & TableView;

/** A table as it stands, without its nodes. */
export type TableView = { table: TableId; seq: number; epoch: number; kind: Kind; rule: Rule; size: Size; traps: Point[]; black: string; white: string; event: string; date: string; at: number; nodes_total: number; game?: GameView; reviewed: boolean; can_restore: boolean; result?: ResultName };

/** The game of a table. */
export type GameView = { opening: Opening; in_opening: boolean; seats: [SeatView, SeatView]; steps: StepView[]; node: number; turn?: TurnView; result?: ResultView; offers?: Point[]; offer?: OfferView; clock: ClockView; paused: boolean; thinking?: Seat; can_undo: boolean; can_redo: boolean; speed: number; hints: boolean; coach: CoachView; series?: SeriesView; fault?: Fault; trouble?: Refusal };

/** One seat. */
export type SeatView = { player: Player; name: string; stone: Stone; held: boolean; owners: boolean; away: boolean; black?: number };

/** A step that was done. */
export type StepView = { step: Step; seat: Seat; node?: number; ms: number; black?: number };

/** What the game waits for. */
export type TurnView = { seat: Seat } & AskView;

/** What a player is asked for. */
export type AskView =
  | { ask: 'place'; stone: Stone; centre?: number }
  | { ask: 'choose'; choices: Step[] }
  | { ask: 'declare'; count: number }
  | { ask: 'offer'; count: number }
  | { ask: 'pick'; points: Point[] };

/** How a game ended. */
export type ResultView = { winner: Stone | null; seat: Seat | null; ending: EndingKind; row?: Point[]; why?: JudgementView };

/** Something one seat proposes to the other. */
export type OfferView = { kind: Offer; by: Seat };

/** The clocks as they stood at `at`. */
export type ClockView = { control: TimeControl; turn_ms?: number; left_ms: [number | null, number | null]; spent_ms: [number, number]; running?: Seat; turn_spent_ms: number; at: number };

/** What the coach says. */
export type CoachView = { on: boolean; last?: CoachWord };

/** One judgement of the coach; it never names a better move. */
export type CoachWord = { node: number; drop: number; word: Quality };

/** How good a move was, as far as a short search can tell. */
export type Quality =
  | 'good'
  | 'inaccuracy'
  | 'mistake'
  | 'blunder'
  | /** It gave little away: the search before it saw less than one chance in ten. */ 'poor'
  | /** Every move loses by force: proved. */ 'lost';

/** A series of games between programs. */
export type SeriesView = { games: number; names?: [string, string]; wins: number; losses: number; draws: number; log: SeriesGame[] };

/** A finished game of a series. */
export type SeriesGame = { game: TableId; black: string; white: string; winner: string; black_mean_ms: number; white_mean_ms: number; elapsed_ms: number; moves: number };

/** One node of the tree. */
export type NodeView = { node: number; parent?: number; next?: number[]; point?: Point; stone?: Stone; setup?: ([Point, Stone | null])[]; side?: Stone; comment?: string; marks?: Mark[]; ms?: number };

/** What an analysis knows. */
export type AnalysisView = { id: number | null; running: boolean; side: Stone; lines: LineView[]; depth: number; selective_depth: number; nodes: number; nps: number; ms: number; now?: Point; searched?: Point[]; lost?: Point[] };

/** One line of an analysis. */
export type LineView = { black: number; score: string; decided_in?: number; winner?: Stone; proved?: boolean; pv: Point[]; depth: number };

/** What is known about a position at once: the answer to `look`. */
export type LookView = { side: Stone; outcome: OutcomeName; winner?: Stone; row?: Point[]; broken?: JudgementView; forbidden: ForbiddenView[]; proved?: ProvedView; xray?: XrayView };

/** How a position stands. */
export type OutcomeName =
  | 'ongoing'
  | 'win'
  | 'full_board'
  | 'no_legal_move';

/** A forbidden point. */
export type ForbiddenView = { point: Point; kind: ForbiddenKind };

/** The threats of both sides. */
export type XrayView = { black: SideXray; white: SideXray; danger: Danger; must_block: Point[] };

/** What is known about the other side's win by fours. */
export type Danger =
  | /** Nothing has to be stopped. */ 'none'
  | /** It can be stopped, on `must_block` alone. */ 'stoppable'
  | /** Every reply was searched, and nothing stops it. */ 'lost'
  | /** There is one, and the search for what stops it was not completed. */ 'unknown';

/** The threats of one side. */
export type SideXray = { points: ThreatView[]; fours_win?: Point[] };

/** A point where a stone makes a threat. */
export type ThreatView = { point: Point; class: ThreatClass; lines: LineThreat[] };

/** The classes of a threat, strongest first. */
export type ThreatClass =
  | 'five'
  | 'open_four'
  | 'double'
  | 'four'
  | 'open_three';

/** Why a point is forbidden to Black, or is not. */
export type JudgementView = { point: Point; verdict: Verdict; lines: JudgedLineView[] };

/** One line of a judgement. */
export type JudgedLineView = { counts: boolean; extensions?: ExtensionView[] } & LineThreat;

/** A point that would make a straight four of a three. */
export type ExtensionView = { point: Point; obstacle?: ObstacleName; why?: JudgementView };

/** What keeps a three from becoming a straight four on a point. */
export type ObstacleName =
  | 'five'
  | 'forbidden';

/** How even a position is: the answer to `balance`. */
export type BalanceView = { black: number };

/** The answer to `level`: moves after which the position is as even as can be. */
export type EvenView = { points: Point[]; black: number };

/** The answer to `rule`: the nodes whose move the new rule does not allow. */
export type RuleView = { forbidden: number[] };

/** The answer to `hint`. */
export type HintView =
  | { stage: 'where'; area: Point[] }
  | { stage: 'why'; point: Point; reason: HintReason; pv: Point[]; black: number };

/** Why a move is worth playing: the pages make a sentence of it. */
export type HintReason =
  | { code: 'five' }
  | { code: 'block_five' }
  | { code: 'block_one_five' }
  | { code: 'open_four' }
  | { code: 'win'; by: string; moves: number }
  | { code: 'block'; stone: Stone }
  | { code: 'lost'; stone: Stone; moves: number }
  | { code: 'best' };

/** The answer to `solve`. A win that a solver has found is proved. */
export type SolveView = { solved: SolvedName; line?: Point[]; proved?: ProvedView; nodes: number; ms: number; stopped: boolean };

/** What a solver found. */
export type SolvedName =
  | 'win'
  | 'no_win'
  | /** Out of time, or stopped. */ 'unknown';

/** Which search to watch, and how much of it. */
export type WatchOptions = { program: string; depth?: number | null; with?: string[]; without?: string[]; weighting?: string | null; variant?: string | null; seed?: number; nodes?: number | null; shown?: number | null; open?: number | null; lane?: Lane };

/** One of two searches watched at once. */
export type Lane =
  | 'theatre'
  | 'rival';

/** A part of a search that is watched. */
export type WatchView = { id: number | null; seq: number; events: WatchEvent[]; counters: CountersView; ms: number; end?: WatchEnd };

/** What came of a search. */
export type WatchEnd = { step: Step; value?: number; answer?: AnswerName; pv: Point[]; stopped: boolean; depths: number[]; samples: CountersView[] };

/** How a move was chosen without a search. */
export type AnswerName =
  | /** From the opening book. */ 'book'
  | /** It wins at once. */ 'win'
  | /** It stops the opponent from winning at once. */ 'block';

/** What a search has counted. */
export type CountersView = { nodes: number; leaves: number; cutoffs: number; probes: number; hits: number; generated: number; kept: number; evaluations: number };

/** What a search does. Values are in the units of the program's document, higher is better for the program. In a window, what is missing is unbounded. */
export type WatchEvent =
  | /** A search from the root begins. */ { e: 'begin'; depth: number }
  | /** A move is made. */ { e: 'enter'; n: number; point: Point; depth: number; alpha?: number; beta?: number; effort?: EffortName; less?: number }
  | /** The selection left these out. */ { e: 'dropped'; points: Point[] }
  | /** The table knows the position. */ { e: 'hit'; value: number; kind: ValueKind }
  | /** The rest need not be looked at. */ { e: 'cut'; rest: Point[]; value: number; bound: BoundName }
  | /** The search leaves the move last entered, or the root. */ { e: 'leave'; value: number; kind: ValueKind; folded?: FoldView }
  | /** The search was interrupted. */ { e: 'stopped' };

/** What is not shown one by one. */
export type FoldView = { nodes: number; cutoffs: number };

/** How a move is looked at, if not in full. */
export type EffortName =
  | /** Only whether it beats the best so far. */ 'scout'
  | /** The same, with fewer plies. */ 'reduced'
  | /** Once more, since it was better than expected. */ 'again';

/** A side of the window. */
export type BoundName =
  | 'alpha'
  | 'beta';

/** What a value is. */
export type ValueKind =
  | 'exact'
  | 'at_least'
  | 'at_most'
  | 'leaf'
  | 'won'
  | 'unfinished';

/** A program whose search can be watched. */
export type ProgramView = { name: string; summary: string; size: Size; rule: Rule; depth: number; switches: string[]; additions: OptionView[]; weightings: string[]; variants: VariantView[] };

/** A reading of a document. */
export type VariantView = { name: string; summary: string; moves?: string; depth?: number };

/** What this program can do: `about`. */
export type About = { version: string; rules: Rule[]; openings: Opening[]; sizes: [Size, Size]; formats: FormatView[]; threads: number; lan: boolean; fleet: boolean };

/** A file format. */
export type FormatView = { name: string; text: string; writes: boolean; several: boolean; extension: string };

/** Who can be played against: `agents`. */
export type Agents = { levels: LevelView[]; classics: ClassicView[]; engines: EngineView[] };

/** A level of goren's engine. */
export type LevelView = { level: number; elo: number | null };

/** A classic program. */
export type ClassicView = { word: string; elo: number | null; summary: string; authors: string; title: string; size: Size; rule: Rule; opening: Opening; traps: number; depth: number; variants: OptionView[]; weightings: string[]; additions: OptionView[]; switches: string[] };

/** Something that can be chosen, and what it is. */
export type OptionView = { name: string; summary: string };

/** A registered engine. */
export type EngineView = { name: string };

/** The stored games: `games`. */
export type GameList = { revision: string; games?: Head[]; notices: string[] };

/** The games of a file: `open`. */
export type Games = { games: Head[] };

/** Games to delete, to bring back or to export together. */
export type Chosen = { ids: TableId[] };

/** Which evaluation is to be explained: `xray`. */
export type XrayRequest = { position: string; classic: string; weighting?: string | null; variant?: string | null; with?: string[]; without?: string[]; side?: Stone | null };

/** A position for the network: `glance`. */
export type GlanceRequest = { position: string };

/** How a program comes to the value of a position. */
export type EvaluationXray = { classic: string; side: Stone; to_move: Stone; value: number; counted: CountedView[]; masked: MaskedView[]; candidates: CandidateView[]; answer?: AnswerView; table: RowView[]; walks: WalkView[]; weightings: string[]; variants: VariantXray[] };

/** A move that is made without a search. */
export type AnswerView = { point: Point; why: AnswerName };

/** A row of the table that an evaluation counts by. */
export type RowView = { name: string; owner: Stone; weight: number; factor: number };

/** A reading of a document. */
export type VariantXray = { name: string; summary: string; moves?: string };

/** One thing counted. */
export type CountedView = { name: string; cells: string; owner: Stone; points: Point[]; window: Point[]; weight: number; factor: number; contribution: number };

/** A point that an evaluation ignores on the lines of one direction. */
export type MaskedView = { point: Point; direction: Direction };

/** A move that a program considers. */
export type CandidateView = { point: Point; score: number | null; watched: number; kept: boolean; made?: MadeView[] };

/** A row of a table that a stone on a candidate would match. */
export type MadeView = { table: string; pattern: string; points: Point[]; score: number };

/** A line of the board as an automaton reads it. */
export type WalkView = { points: Point[]; letters: string; states: number[]; matches: WalkMatch[] };

/** A pattern found on a line. */
export type WalkMatch = { counted: number; end: number };

/** What the network says of a position at first sight. */
export type GlanceView = { to_move: Stone; black: number; policy: PolicyView[] };

/** A move's probability to be the best. */
export type PolicyView = { point: Point; share: number };

/** What can be measured, what is being measured, and what was found: `lab`. */
export type LabView = { experiments: ExperimentView[]; running: LabRun | null; trouble: string | null };

/** An experiment. */
export type ExperimentView = { name: string; about: string; found_ms: number | null; effort: LabEffort | null };

/** How much to measure. */
export type LabEffort =
  | 'quick'
  | 'full';

/** An experiment under way. */
export type LabRun = { name: string; effort: LabEffort; done: number; total: number; what: string; since_ms: number };

/** Which experiment to start, or `all`: `lab/start`. */
export type LabStart = { experiment: string; effort: LabEffort };

/** What an experiment found: `lab/NAME`. */
export type LabResult = { name: string; found_ms: number | null; effort: LabEffort; sections: SectionView[]; style: string };

/** A heading with tables and figures. */
export type SectionView = { id: string; title: string; intro: string; parts: PartView[] };

/** One of its three is there: a table, figures, or text with its line breaks. */
export type PartView = { table: LabTable | null; figures: FigureView[] | null; text: string | null };

/** A table, whose columns all have a heading. */
export type LabTable = { caption: string; head: string[]; rows: LabRow[] };

/** A row of cells, or a heading above the rows that follow. */
export type LabRow = { group: string | null; cells: LabCell[] };

/** A cell; `tone` is `plain`, `words`, `quote`, `code`, `good`, `bad` or `faint`. */
export type LabCell = { text: string; tone: string };

/** A figure as SVG, coloured by classes. */
export type FigureView = { name: string; label: string; svg: string };

/** A proof that was checked and is kept for a while: `proofs`. */
export type ProofView = { id: string; rule: Rule; size: Size; traps: Point[]; black: Point[]; white: Point[]; side: Stone; claim: ProofClaim; means: string; holds: Point[]; positions: number; moves: number; plies: number };

/** Who wins in a position, by a proof that was checked. Every panel tells it in the same way. */
export type ProvedView = { winner: Stone; by: string; moves: number; plies: number; line?: Point[]; proof: string };

/** What a proof claims. */
export type ProofClaim =
  | 'win'
  | 'defence'
  | 'no_fours';

/** Which place of a proof is wanted. */
export type ProofPlace = { replies?: string };

/** A place in a proof: `proofs/ID/node`. */
export type ProofNode = { line: Point[]; state: ProofState; answers: ProofAnswer[]; rest: Point[] };

/** How a proof goes on. */
export type ProofState =
  | /** There are replies. */ 'replies'
  | /** The last move made five. */ 'five'
  | /** Nothing is claimed of the last move. */ 'unclaimed';

/** Replies and their answer. */
export type ProofAnswer = { replies: Point[]; others: boolean; point: Point; moves: number };

/** Which puzzles are wanted; what is absent does not matter. */
export type TrainFilter = { kind?: string | null; rule?: Rule | null; grade?: number | null; theme?: string | null };

/** Why a puzzle is shown. */
export type TrainMode =
  | /** One that fits the person's rating; now and then one that is due. */ 'train'
  | /** One that is due for repetition. */ 'due'
  | /** That of the day. */ 'daily'
  | /** One of one's own. */ 'own'
  | /** One against the clock. */ 'rush'
  | /** A certain one. */ 'one';

/** Asks for a puzzle: `train/begin`. */
export type TrainBegin = { mode: TrainMode; id?: string | null; day?: string | null } & TrainFilter;

/** A puzzle as it is shown: turned, mirrored and, where its answers stay the same, shifted. */
export type AttemptView = { attempt: string; puzzle: string; mode: TrainMode; kind: string; rule: Rule; size: Size; side: Stone; black: Point[]; white: Point[]; last: Point | null; grade: number; rating: number; themes: string[]; source: string; own: boolean; tried: number; moves: number; rated: boolean };

/** What came of a move: `train/move`. */
export type TrainRuling = { right: boolean; missed: boolean; over: boolean; plain: boolean; reply: Point | null; said: TrainSaid; line: Point[]; result: TrainResult | null; rush: RushView | null };

/** What is said of a move or of a position: the pages make a sentence of it. */
export type TrainSaid =
  | /** It made five. */ { code: 'five' }
  | /** It is one of the answers, and no more of it was proved. */ { code: 'answer' }
  | /** Whatever is answered, five follows. */ { code: 'five_next' }
  | /** The rest is a win by fours. */ { code: 'fours_next' }
  | /** It is right, and this side answers. */ { code: 'go_on'; side: Stone }
  | /** It wins, but not by fours alone. */ { code: 'not_by_fours'; point: Point }
  | /** It is a forbidden point. */ { code: 'forbidden'; point: Point; kind: ForbiddenKind }
  | /** This side makes five there. */ { code: 'makes_five'; side: Stone; point: Point }
  | /** This side wins first, by fours that begin there. */ { code: 'wins_first'; side: Stone; point: Point }
  | /** It threatens nothing, and this side may play anywhere. */ { code: 'quiet'; side: Stone }
  | /** This side answers there, and the other has no forced win left. */ { code: 'stopped'; side: Stone; point: Point }
  | /** This side answers there, and no forced win of the other was found after that. */ { code: 'unproved'; side: Stone; point: Point }
  | /** No forced win was found after it. */ { code: 'not_found' }
  | /** After this move the side named has no forced win. */ { code: 'holds'; side: Stone; point: Point }
  | /** This side still wins by fours that begin there. */ { code: 'still_by_fours'; side: Stone; point: Point }
  | /** This side still wins by threats that begin there. */ { code: 'still_by_threats'; side: Stone; point: Point }
  | /** This side still has a forced win. */ { code: 'still_wins'; side: Stone }
  | /** It leaves the board even, with this chance for Black. */ { code: 'even'; point: Point; black: number }
  | /** It does not. */ { code: 'uneven'; point: Point; black: number }
  | /** This side has five. */ { code: 'has_five'; side: Stone }
  | /** This side wins by fours in so many moves. */ { code: 'wins_by_fours'; side: Stone; moves: number }
  | /** This side wins by threats in so many moves. */ { code: 'wins_by_threats'; side: Stone; moves: number }
  | /** No forced win of this side was found. */ { code: 'no_win'; side: Stone };

/** What an answer changed. */
export type TrainResult = { score: number; rating: number; deviation: number; change: number; puzzle_rating: number; run: number; due_ms: number | null };

/** A hint: `train/hint`. */
export type TrainHint = { area: Point[]; point: Point | null };

/** The answer of a puzzle: `train/solution`. */
export type TrainSolution = { answers: Point[]; line: Point[]; result: TrainResult | null };

/** How the side to move wins by force: `train/prove`. */
export type TrainProof = { line: Point[]; said: TrainSaid };

/** A line proved: `train/tree`. */
export type TrainTree = { moves: number; first: number; replies: Point[][] };

/** What is known of a person's training: `train`. */
export type TrainingView = { rating: number; deviation: number; solved: number; tried: number; run: number; best_run: number; due: number; daily: DailyView; rush: RushBest[]; own: number; swap2: Swap2Score; puzzles: number; counts: TrainCount[] };

/** The puzzle of the day. */
export type DailyView = { day: string; puzzle: string | null; rule: Rule | null; size: Size | null; side: Stone | null; stones: [string, string]; solved: boolean; run: number; best_run: number };

/** The best rush of a length. */
export type RushBest = { minutes: number; score: number };

/** How many puzzles there are of a sort. */
export type TrainCount = { group: TrainGroup; name: string; puzzles: number; tried: number; solved: number };

/** What puzzles are counted by. */
export type TrainGroup =
  | /** By what is asked. */ 'kind'
  | /** By the rule. */ 'rule'
  | /** By how hard they are. */ 'grade'
  | /** By what occurs in them. */ 'theme';

/** How a rush stands. */
export type RushView = { minutes: number; left_ms: number; score: number; mistakes: number; most_mistakes: number; over: boolean; best: number; record: boolean };

/** One's progress: `train/progress`. */
export type ProgressView = { ratings: ([number, number])[]; counts: TrainCount[]; tries: TryView[]; ahead: [number, number, number] };

/** One try. */
export type TryView = { at: number; puzzle: string; kind: string; rule: Rule; grade: number; score: number; change: number };

/** A puzzle in a list or on a sheet. */
export type PuzzleView = { puzzle: string; kind: string; rule: Rule; size: Size; side: Stone; stones: [string, string]; grade: number; rating: number; source: string; answers: Point[]; line: Point[]; tried: number; solved: number };

/** A list of puzzles: `train/own`, `train/sheet`. */
export type PuzzleList = { puzzles: PuzzleView[] };

/** Puzzles for paper: `train/sheet`. */
export type SheetRequest = { count: number; seed?: number } & TrainFilter;

/** What a player facing three stones can do. */
export type Swap2Choice =
  | /** Take Black. */ 'black'
  | /** Take White. */ 'white'
  | /** Place two more stones. */ 'place_two';

/** What the engine says of three stones. */
export type Swap2View = { black: number; worth: Swap2Worth[]; best: Swap2Choice; two: Point[]; line: Point[]; chosen: Swap2Chosen | null; score: Swap2Score };

/** What a choice is worth. */
export type Swap2Worth = { choice: Swap2Choice; worth: number };

/** What the person's choice was worth. */
export type Swap2Chosen = { choice: Swap2Choice; worth: number; points: number; black: number | null };

/** The running score of the Swap2 trainer. */
export type Swap2Score = { rounds: number; points: number; run: number; best_run: number };

/** A move in a puzzle: `train/move`. */
export type TrainMove = { attempt: string; point: Point };

/** Something about a puzzle that is being solved: `train/hint`, `train/solution`, `train/on`, `train/again`. */
export type TrainCall = { attempt: string };

/** Moves from the start of a puzzle: after them the side to move is to show its win (`train/prove`), or the line is to be proved (`train/tree`). */
export type TrainProve = { attempt: string; moves: Point[] };

/** Begins a rush: `train/rush`. */
export type RushStart = { minutes: number; rule?: Rule | null };

/** Own puzzles to delete or to bring back: `train/own/delete`, `train/own/restore`. */
export type OwnChosen = { ids: string[] };

/** Three stones (black, white, black) to be judged: `train/swap2/judge`. */
export type Swap2Judge = { rule: Rule; stones: Point[] };

/** Asks for three stones to choose by: `train/swap2/deal`. */
export type Swap2Ask = { rule: Rule };

/** The person's choice: `train/swap2/choose`. */
export type Swap2Answer = { deal: string; choice: Swap2Choice; stones?: Point[] };

/** Three stones to choose by. */
export type Swap2Deal = { deal: string; rule: Rule; stones: Point[] };

/** The position to be explored: `library/explore`. */
export type ExploreRequest = { position: string };

/** What was played from a position: `library/explore`. */
export type ExploreView = { side: Stone; library: number; opening?: string; results: TallyView; moves: ExploredMove[]; games: LibraryGame[] };

/** Results of games. */
export type TallyView = { games: number; black: number; white: number; draws: number };

/** A move that was played from a position. */
export type ExploredMove = { point: Point; results: TallyView; chance?: number; mine: boolean };

/** A game of the library. */
export type LibraryGame = { id: number; rule: Rule; size: Size; black: string; white: string; event: string; date: string; result: string; moves: number; opening?: string; source: string; stones: [string, string]; at?: number };

/** Which games are wanted; every condition may be absent: `library/find`. */
export type FindRequest = { player?: string; event?: string; result?: string; rule?: string; since?: string; until?: string; opening?: string; position?: string; pattern?: string; either_colour?: boolean; skip?: number };

/** Games that were found: `library/find`. */
export type FoundView = { total: number; games: LibraryGame[]; complete: boolean; unreadable: number };

/** A game to be opened for analysis: `library/open`. */
export type LibraryOpen = { id: number; at?: number | null };

/** Where a game of the library was opened: `library/open`. */
export type LibraryOpened = { table: TableId; node?: number };

/** The library as a whole: `library`. */
export type LibraryView = { games: number; positions: number; openings: OpeningView[]; import?: ImportView; repertoire: RepertoireView };

/** One of renju's openings. */
export type OpeningView = { code: string; name: string };

/** An import of a file. */
export type ImportView = { name: string; state: ImportState; share: number; games: number; added: number; duplicates: number; faulty: number; faults: FaultView[]; unsearched: number; error?: Refusal };

/** How an import stands. */
export type ImportState =
  | 'running'
  | 'finished'
  | 'stopped'
  | 'failed';

/** A game that could not be imported. */
export type FaultView = { game: number; reason: string };

/** Games that were removed: `library/remove`. */
export type RemovedView = { removed: number; played: number; removal: number };

/** A removal to be undone: `library/restore`. */
export type RestoreRequest = { removal: number };

/** Games of the library, by number: `library/export`, `library/remove`. */
export type LibraryChosen = { ids: number[] };

/** A move for one's own repertoire; none takes the present one out: `library/learn`. */
export type LearnRequest = { position: string; point?: Point | null };

/** How much there is to practise. */
export type RepertoireView = { moves: number; due: number };

/** The next position to practise: `library/practice`. */
export type PracticeView = { repertoire: RepertoireView; card?: PracticeCard };

/** A position of the repertoire. */
export type PracticeCard = { key: string; rule: Rule; size: Size; side: Stone; traps: Point[]; black: Point[]; white: Point[]; tries: number };

/** What was played in practice: `library/practice`. */
export type PracticeRequest = { key: string; point: Point };

/** Whether it was right: `library/practice`. */
export type PracticeResult = { right: boolean; answer: Point; days: number; repertoire: RepertoireView };

/** A review so far. */
export type ReviewView = { id: number | null; table: TableId; running: boolean } & Report;

/** Why the server itself answers no call; the desk has reasons of its own, in the same form. Texts are those of `refusal.…` in the pages' tables. */
export type ServerRefusal =
  | { code: 'no_key' }
  | { code: 'not_for_guests' }
  | { code: 'wrong_host' }
  | { code: 'wrong_origin' }
  | { code: 'wrong_site' }
  | { code: 'took_too_long' }
  | { code: 'too_large'; max: number }
  | { code: 'no_call' }
  | { code: 'no_fleet' }
  | { code: 'not_understood'; error: string }
  | { code: 'internal'; error: string };

/** What a page that the program opened asks its key with: `key`. */
export type Redeem = { code: string };

/** The owner's key: `key`. */
export type Key = { token: string };

/** The address for others on the network: `invitation`. */
export type Invitation = { guest_url: string | null };

/** The fleet that this studio watches: `fleet`. What is known of it is in the crate that watches, `goren_fleet`. */
export type FleetView = { address: string | null; snapshot: Snapshot | null };

/** What is known of a fleet. Times are milliseconds since 1970. */
export type Snapshot = { fleet: string; at: number; connection: Connection; totals: Totals; workers: WorkerSeen[]; gone: GoneWorker[]; runs: RunSeen[]; ended: EndedRun[]; history: Moment[]; unreadable: number; trouble: string | null };

/** A connection to the server. */
export type Connection = { state: ConnectionState; since: number; reason: string | null };

/** Whether there is a connection to the server. */
export type ConnectionState =
  | /** Not yet. */ 'connecting'
  | /** Yes. */ 'connected'
  | /** No longer; it is tried again. */ 'lost';

/** Sums over a fleet. */
export type Totals = { workers: number; slots: number; busy: number; last_minute: number; waiting: number; unread: number; runs: number };

/** A worker, with what it last said. */
export type WorkerSeen = { heard: number } & WorkerPulse;

/** A worker that is there no longer. */
export type GoneWorker = { worker: string; heard: number; was_leaving: boolean };

/** A run, with what its coordinator last said. */
export type RunSeen = { run: string; title: string; work: string; state: RunState; started: number; heard: number | null; silent: number | null; progress: RunProgress | null };

/** A run that has ended. */
export type EndedRun = { run: string; title: string; work: string; ended: number; finished: number; summary: string };

/** A point of the history. */
export type Moment = { at: number; slots: number; busy: number; last_minute: number };

/** A review as it is read. */
export type Report = { judged: number; positions: number; done: boolean; start: number; moves: MoveReport[]; players: [PlayerReport, PlayerReport]; turning_point?: number; last_escape?: LastEscape };

/** A move judged. */
export type MoveReport = { node: number; number: number; stone: Stone; point?: Point; before: number; black: number; drop: number; finding?: Finding };

/** What is wrong with a move. Every win named here is proved. */
export type Finding = { kind: FindingKind; best?: Point; line?: Point[]; why?: ForbiddenKind; missed?: ForcedWin; allowed?: ForcedWin; holds?: Point[]; undecided?: Point[] };

/** What a finding counts as. */
export type FindingKind =
  | /** Against the rule. */ 'forbidden'
  | /** It gave a proved win away. */ 'missed_win'
  | /** It allowed a proved win that could have been stopped. */ 'missed_defence'
  | /** The chances dropped by 0.2 or more. */ 'mistake'
  | /** The chances dropped by 0.1 or more. */ 'inaccuracy';

/** What is said about one side. */
export type PlayerReport = { stone: Stone; accuracy?: number; counts: Counts };

/** How many findings of each kind. */
export type Counts = { forbidden: number; missed_win: number; missed_defence: number; mistake: number; inaccuracy: number };

/** The last move of the loser before which not every move is proved to lose: after it every one is. */
export type LastEscape = { number: number; node: number; stone: Stone; point?: Point; win?: ForcedWin; wins?: Point[]; holds: Point[]; undecided?: Point[]; complete: boolean };

/** How a win is forced. */
export type WinningWay =
  | /** Every move of the winner makes a four, and the last one five. */ 'fours'
  | /** Fours, open threes and moves that threaten a win by fours. */ 'threats'
  | /** Any moves. */ 'force';

/** A forced win that is proved: by a tree that the rules have accepted. */
export type ForcedWin = { by: WinningWay; moves: number; line: Point[] };

/** How a position stands for the side to move. */
export type Standing = { chance: number; line?: Point[]; win?: WinningWay; moves?: number };

/** What came of a move that was tried. */
export type Attempt = { point: Point; verdict: AttemptVerdict; solved: boolean; win?: ForcedWin; line: Point[]; chance: number; better: number; played?: number };

/** What a move that was tried turned out to be. */
export type AttemptVerdict =
  | /** It wins by force: proved. */ 'wins'
  | /** The other side wins by force after it: proved. */ 'loses'
  | /** The other side has no win by fours or threats after it: every one was tried. It is about as good as the better move. */ 'holds'
  | /** It is the better move, or about as good. */ 'good'
  | /** It is better than what was played, but the better move was better still. */ 'weaker'
  | /** It is about as bad as what was played. */ 'alike'
  | /** It is worse than what was played. The better move is, if searched as long it proves no better than what was played. */ 'worse'
  | /** It is what was played. */ 'same';

/** A mark on a point. */
export type Mark = { point: Point; kind: MarkKind; text?: string };

/** What a mark looks like. */
export type MarkKind =
  | 'cross'
  | 'circle'
  | 'square'
  | 'triangle'
  | 'selected'
  | 'label';

/** A game or study as the list shows it. */
export type Head = { id: TableId; kind: Kind; rule: Rule; size: Size; opening: Opening; black: string; white: string; event: string; moves: number; result?: HeadResult | null; ongoing: boolean; created: number; changed: number; series: string | null; winner: Stone | null; stones?: [string, string]; begins?: string };

/** What one stone makes (or would make) on one line through its point. */
export type LineThreat = { direction: Direction; shape: Shape; stones: Point[]; completes: Point[]; defends: Point[] };

/** Why a player lost without being beaten on the board. */
export type Fault = { kind: FaultKind; detail: string };

/** Whether a run's tasks are to be begun. */
export type RunState =
  | /** Workers take tasks. */ 'open'
  | /** Workers finish what they have begun. */ 'draining';

/** What a worker says of itself every two seconds. */
export type WorkerPulse = { worker: string; version: string; signature: number; slots: number; busy: number; speed: number; engines: string[]; finished: number; last_minute: number; failed: number; started: number; serves?: ([string, number])[]; refuses: ([string, string])[]; is_leaving: boolean };

/** What a coordinator says of its run every two seconds. */
export type RunProgress = { run: string; finished: number; expected: number; out: number; waiting: number; unread: number; last_minute: number; repeated: number; doubled: number; rejected: number; summary: string; workers: WorkerStanding[] };

/** What a worker has done for a run. */
export type WorkerStanding = { worker: string; counted: number; rejected: number; aside?: string };

/** What each request is answered with. */
export type Answers = {
  ping: NowAnswer;
  tables: TablesAnswer;
  create: TableAnswer;
  study: TableAnswer;
  again: TableAnswer;
  join: TableAnswer;
  leave: NothingAnswer;
  look: LookAnswer;
  why: WhyAnswer;
  balance: BalanceAnswer;
  hint: HintAnswer;
  analyse: NothingAnswer;
  solve: SolveAnswer;
  level: LevelAnswer;
  review: NothingAnswer;
  reviewed: ReviewedAnswer;
  keep: KeptAnswer;
  attempt: AttemptAnswer;
  programs: ProgramsAnswer;
  watch: NothingAnswer;
  heard: NothingAnswer;
  stop: NothingAnswer;
  sit: NothingAnswer;
  stand: NothingAnswer;
  act: NothingAnswer;
  undo: NothingAnswer;
  redo: NothingAnswer;
  pause: NothingAnswer;
  speed: NothingAnswer;
  coach: NothingAnswer;
  play: NodeAnswer;
  add_line: NodeAnswer;
  goto: NothingAnswer;
  comment: NothingAnswer;
  marks: NothingAnswer;
  prune: NodeAnswer;
  restore: NodeAnswer;
  promote: NodeAnswer;
  setup: NothingAnswer;
  rule: RuleAnswer;
  rename: NothingAnswer;
};

/** What a page sends after `hello`. */
export type Request = PageRequest | TableCall;


export type ResultName =
  | 'black'
  | 'white'
  | 'draw';

export type HeadResult = { ending?: EndingKind; row?: [Point, Point]; point?: Point; why?: ForbiddenKind; fault?: FaultKind };
