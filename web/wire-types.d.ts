// Made from crates/studio/src/wire by a test; do not edit.

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

export type Verdict = 'legal' | 'five' | ForbiddenKind;

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
  | /** Stops a job of this page. */ { type: 'stop'; what: Job };

/** A request and the table it is for. */
export type TableCall = { table: TableId } & TableRequest;

/** What a table does for those who watch it. */
export type TableRequest =
  | /** Takes a seat of a person for this session alone. */ { type: 'sit'; seat: Seat; name?: string }
  | /** Gives the seats of this session back. */ { type: 'stand' }
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
  | /** A look at the threats; it ends by itself, and soon. */ 'look';

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
  | /** A classic program. */ { kind: 'classic'; word: string }
  | /** A program registered when the server was started. */ { kind: 'engine'; name: string };

/** What the server sends. */
export type Message =
  | /** The answer to `hello`. */ { type: 'welcome'; id: number | null; session: string; role: Role; version: string; run: string }
  | /** What was asked for is done. */ { type: 'done'; id: number | null } & Answer
  | /** What was asked for cannot be done. */ { type: 'refused'; id: number | null; error: string }
  | /** A table as it stands, with the nodes that are new to this page. */ { type: 'table' } & TableUpdate
  | /** The newest lines of this page's analysis; earlier ones may have been left out. */ { type: 'analysis' } & AnalysisView
  | /** The judgements of this page's review so far. */ { type: 'review' } & ReviewView;

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
export type TableView = { table: TableId; seq: number; epoch: number; kind: Kind; rule: Rule; size: Size; traps: Point[]; black: string; white: string; event: string; date: string; at: number; nodes_total: number; game?: GameView; reviewed: boolean; can_restore: boolean; result?: string };

/** The game of a table. */
export type GameView = { opening: Opening; in_opening: boolean; seats: [SeatView, SeatView]; steps: StepView[]; node: number; turn?: TurnView; result?: ResultView; offers?: Point[]; offer?: OfferView; clock: ClockView; paused: boolean; thinking?: Seat; can_undo: boolean; can_redo: boolean; speed: number; coach: CoachView; series?: SeriesView; fault?: string };

/** One seat. */
export type SeatView = { player: Player; name: string; stone: Stone; held: boolean; black?: number };

/** A step that was done. */
export type StepView = { step: Step; seat: Seat; node?: number; ms: number; black?: number };

/** What the game waits for. */
export type TurnView = { seat: Seat; text: string } & AskView;

/** What a player is asked for. */
export type AskView =
  | { ask: 'place'; stone: Stone; centre?: number }
  | { ask: 'choose'; choices: Step[] }
  | { ask: 'declare'; count: number }
  | { ask: 'offer'; count: number }
  | { ask: 'pick'; points: Point[] };

/** How a game ended. */
export type ResultView = { text: string; winner: Stone | null; seat: Seat | null; ending: EndingKind; row?: Point[]; why?: JudgementView };

/** Something one seat proposes to the other. */
export type OfferView = { kind: Offer; by: Seat };

/** The clocks as they stood at `at`. */
export type ClockView = { turn_ms?: number; left_ms: [number | null, number | null]; spent_ms: [number, number]; running?: Seat; turn_spent_ms: number; at: number };

/** What the coach says. */
export type CoachView = { on: boolean; last?: CoachWord };

/** One judgement of the coach; it never names a better move. */
export type CoachWord = { node: number; drop: number; word: Quality };

/** How good a move was. */
export type Quality =
  | 'good'
  | 'inaccuracy'
  | 'mistake'
  | 'blunder';

/** A series of games between programs. */
export type SeriesView = { games: number; names?: [string, string]; wins: number; losses: number; draws: number; log: SeriesGame[] };

/** A finished game of a series. */
export type SeriesGame = { game: TableId; black: string; white: string; winner: string; black_mean_ms: number; white_mean_ms: number; elapsed_ms: number; moves: number };

/** One node of the tree. */
export type NodeView = { node: number; parent?: number; next?: number[]; point?: Point; stone?: Stone; setup?: ([Point, Stone | null])[]; side?: Stone; comment?: string; marks?: Mark[]; ms?: number };

/** What an analysis knows. */
export type AnalysisView = { id: number | null; running: boolean; side: Stone; lines: LineView[]; depth: number; selective_depth: number; nodes: number; nps: number; ms: number; now?: Point; searched?: Point[]; lost?: Point[] };

/** One line of an analysis. */
export type LineView = { black: number; score: string; decided_in?: number; winner?: Stone; pv: Point[]; depth: number };

/** What is known about a position at once: the answer to `look`. */
export type LookView = { side: Stone; outcome: OutcomeName; winner?: Stone; row?: Point[]; broken?: JudgementView; forbidden: ForbiddenView[]; xray?: XrayView };

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
export type JudgementView = { point: Point; verdict: Verdict; text: string; lines: JudgedLineView[] };

/** One line of a judgement. */
export type JudgedLineView = { counts: boolean; extensions?: ExtensionView[] } & LineThreat;

/** A point that would make a straight four of a three. */
export type ExtensionView = { point: Point; obstacle?: ObstacleName; why?: JudgementView };

/** What keeps a three from becoming a straight four on a point. */
export type ObstacleName =
  | 'five'
  | 'forbidden';

/** How even a position is: the answer to `balance`. */
export type BalanceView = { black: number; text: string };

/** The answer to `level`: moves after which the position is as even as can be. */
export type EvenView = { points: Point[]; black: number };

/** The answer to `rule`: the nodes whose move the new rule does not allow. */
export type RuleView = { forbidden: number[] };

/** The answer to `hint`. */
export type HintView =
  | { stage: 'where'; area: Point[] }
  | { stage: 'why'; point: Point; reason: HintReason; text: string; pv: Point[]; black: number };

/** Why a move is worth playing. */
export type HintReason =
  | 'five'
  | 'block_five'
  | 'open_four'
  | 'vcf'
  | 'vct'
  | 'block'
  | 'best';

/** The answer to `solve`. A win that a solver has found is proved. */
export type SolveView = { solved: SolvedName; line?: Point[]; nodes: number; ms: number; stopped: boolean };

/** What a solver found. */
export type SolvedName =
  | 'win'
  | 'no_win'
  | /** Out of time, or stopped. */ 'unknown';

/** A review so far. */
export type ReviewView = { id: number | null; table: TableId; running: boolean; of: number; start: number; moves: MoveReview[] };

/** A move judged. */
export type MoveReview = { node: number; number: number; stone: Stone; point?: Point; black: number; drop: number; word: Quality; best?: Point; line?: Point[]; fault?: MoveFault };

/** What is wrong with a move. A win that has a way was proved by a solver. */
export type MoveFault =
  | /** It is against the rule. */ { kind: 'forbidden'; why: ForbiddenKind }
  | /** The other side can win after it. */ { kind: 'allowed'; by: WinningWay; moves: number }
  | /** It gave a win away. */ { kind: 'missed'; by: WinningWay; moves: number }
  | /** It gave away a win that only the search had seen. */ { kind: 'missed_unproved' }
  | /** Another was better. */ { kind: 'worse' };

/** How a win is forced. */
export type WinningWay =
  | 'fours'
  | 'threats';

/** What this program can do: `about`. */
export type About = { version: string; rules: Rule[]; openings: Opening[]; sizes: [Size, Size]; formats: FormatView[]; threads: number; lan: boolean };

/** A file format. */
export type FormatView = { name: string; text: string; writes: boolean; several: boolean; extension: string };

/** What a page that the program opened asks its key with: `key`. */
export type Redeem = { code: string };

/** The owner's key: `key`. */
export type Key = { token: string };

/** The address for others on the network: `invitation`. */
export type Invitation = { guest_url: string | null };

/** Who can be played against: `agents`. */
export type Agents = { levels: LevelView[]; classics: ClassicView[]; engines: EngineView[] };

/** A level of goren's engine. */
export type LevelView = { level: number; elo: number | null };

/** A classic program. */
export type ClassicView = { word: string; elo: number | null; summary: string; size: Size; rule: Rule; depth: number };

/** A registered engine. */
export type EngineView = { name: string };

/** The stored games: `games`. */
export type GameList = { revision: string; games?: Head[]; notices: string[] };

/** The games of a file: `open`. */
export type Games = { games: Head[] };

/** Games to delete, to bring back or to export together. */
export type Chosen = { ids: TableId[] };

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
export type Head = { id: TableId; kind: Kind; rule: Rule; size: Size; opening: Opening; black: string; white: string; event: string; moves: number; result: string | null; ongoing: boolean; created: number; changed: number; series: string | null; winner: Stone | null; stones?: [string, string] };

/** What one stone makes (or would make) on one line through its point. */
export type LineThreat = { direction: Direction; shape: Shape; stones: Point[]; completes: Point[]; defends: Point[] };

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

