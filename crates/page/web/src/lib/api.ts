/** What the server says, and how it is asked. The browser lays out and colours; it computes no value, words no sentence, and knows no game.
 *  `/api/openapi.json` describes the same; a test holds every answer of the server to that description. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Lang = 'en' | 'zh';

/** Which game: one of the gallery by name, a saved solution by its number, or rules of one's own; with its parameters. */
export interface Where {
  game?: string;
  rules?: string;
  params?: { [name: string]: Json };
  lang: Lang;
}

/** How good something is for whoever it belongs to. ▲ win or ahead, ■ draw or even, ▼ loss or behind. */
export type Mark = 'win' | 'draw' | 'loss';

/** A value: always with its mark and its words. `number` is a lead, or null in games without points. */
export interface Worth { mark: Mark; text: string; number: number | null; plies: number | null }

/** Something on the table. Lengths are in units; a cell of a board is 1 × 1. */
export interface Place {
  x: number; y: number; w: number; h: number;
  shape: 'cell' | 'pit' | 'node' | 'heap' | 'card' | 'dot' | 'side';
  /** What stands there, as the rules draw it; '' where nothing does. */
  text: string;
  /** Whose it is: 0 the first player, 1 the second. */
  owner: 0 | 1 | null;
  /** How many counters a heap or pit holds, where that many can be drawn. */
  count: number | null;
  /** Gone, used, or no longer in play: drawn faded. */
  faded: boolean;
  /** "row 0, column 1": counted from 0, as moves count. */
  name: string;
}

export interface Board {
  /** The variable that it shows; '' for the whole table. */
  name: string;
  kind: 'grid' | 'row' | 'heaps' | 'mancala' | 'graph' | 'set' | 'hand';
  width: number; height: number;
  places: Place[];
  /** Lines between nodes, by their numbers in `places`; `arrow` where they lead one way only. */
  edges: { from: number; to: number; arrow: boolean }[];
}

/** What is on the table: `bouton.view/1`. */
export interface View {
  schema: 'bouton.view/1';
  boards: Board[];
  /** What the boards do not show: `M = 2`. */
  rest: { name: string; value: string }[];
  /** The position in one line of text. */
  text: string;
}

/** A place of a board: [number of the board, number of the place]. */
export type At = [number, number];

export interface Move {
  /** As it is written: `take(2)`. */
  move: string;
  /** The position after it: hand it over as `at`. */
  next: string;
  /** What it gives the mover, and the other. */
  gain: [number, number];
  /** What it is worth to who makes it; null where that is not known. */
  worth: Worth | null;
  /** −1 … 1, for the bar beside it; null in games without points. */
  bar: number | null;
  best: boolean;
  /** Best, and also as fast (or as slow, for who loses) as can be. */
  fastest: boolean;
  /** Marked ★: of the moves that keep the value the fastest wins, the slowest losses; none where all lose alike. */
  star: boolean;
  /** The points of both players after it, in games of points: hand them over with `next`. */
  gained: [number, number] | null;
  /** Everything that it touches. */
  touches: At[];
  /** Where a click begins it, and where it ends; the same place where one click is the move. */
  from: At | null;
  to: At | null;
  /** For a screen reader and for hovering: "take(2): takes 2 piles, 9 points; loses by 8". */
  spoken: string;
  /** What a better move would have kept; null for best moves. */
  slip: string | null;
  /** Where it keeps the value, but wins later or loses sooner than could be: by how much. */
  slower: string | null;
}

/** A position with all that is known of it: `bouton.position/1`. */
export interface Position {
  schema: 'bouton.position/1';
  at: string;
  mover: string;
  mover_number: 0 | 1;
  /** How play ended, in words; null while it goes on. */
  over: string | null;
  /** "Alice to move" */
  turn: string;
  worth: Worth | null;
  /** What it is worth to the first player: 1, 0, −1, or the lead of the whole game, with what was gained on the way. For the history graph. */
  first: number | null;
  /** "so far Alice 2, Bob 0"; null in games without points, and where it is not known how play came here. */
  so_far: string | null;
  /** "Alice 10, Bob 16" and "Bob ends 6 ahead with best play". */
  headline: string;
  subline: string;
  /** Best first. */
  moves: Move[];
  /** Moves that are not listed, where there are very many. */
  more_moves: number;
  view: View;
  /** Best play from here on, cut where it is long. */
  line: { by: string; move: string; gain: number | null; next: string; gained: [number, number] | null }[];
  line_cut: boolean;
}

/** A finding of `check`, or an error. Spans count bytes of UTF-8 from 0; lines and columns from 1, columns in letters. */
export interface Finding {
  code: string;
  message: string;
  severity: 'error' | 'warning';
  file?: string;
  line?: number; column?: number; end_line?: number; end_column?: number;
  span?: { start: number; end: number };
  labels: { text: string; line: number; column: number; end_line: number; end_column: number; span: { start: number; end: number } }[];
  notes: string[];
  help: { text: string; edit?: { span: { start: number; end: number }; text: string } }[];
}

/** Every refusal is of this form, with a status of 4xx or 5xx. */
export interface Refused { schema: 'bouton.error/1'; findings: Finding[] }

export interface Param {
  name: string;
  /** As written in the rules: `list[1..100] of 1..10_000`. */
  type: string;
  about: string;
  kind: 'number' | 'bool' | 'list' | 'set' | 'grid' | 'graph' | 'text' | 'choice' | 'other';
  /** Bounds of a number, or of each entry. */
  low: number | null; high: number | null;
  /** Bounds of a length. */
  shortest: number | null; longest: number | null;
  /** The names to choose from, for the whole or for each cell of a grid; `none` stands for null. */
  choices: string[];
  default: Json;
  has_default: boolean;
}

/** What stands behind a line: what an example came to; of other lines (`ok` null) how many positions there can be, how often a move is legal. */
export interface Example { line: number; ok: boolean | null; text: string; tip: string }

/** POST /api/check {rules | game, lang}; `examples: false` leaves out what examples came to, which may take long. */
export interface CheckAsked extends Where { examples?: boolean }
export interface Checked {
  schema: 'bouton.check/1';
  ok: boolean;
  findings: Finding[];
  name: string;
  title: string;
  players: string[];
  params: Param[];
  examples: Example[];
  /** The rules read back in plain words. */
  say: string[];
  /** The same without examples, which tell values. */
  say_hidden: string[];
  /** What playing small games showed. */
  found: string[];
  /** The rules in their one form; null where they already are. */
  formatted: string | null;
  /** Parameters to begin with: those of the first example, or the defaults, with at least ten positions. */
  first: { [name: string]: Json };
  /** Why the parameters cannot be changed; '' where they can. */
  locked: string;
}

/** POST /api/examples {rules | game, lang}: what `check` may leave out. */
export interface Examples { findings: Finding[]; examples: Example[] }

/** POST /api/retitle: the rules under another title. */
export interface RetitleAsked extends Where { title: string }
export interface Retitled { rules: string }

/** GET /api/gallery?lang= */
export interface Gallery {
  games: Card[];
  /** What `+` begins from. */
  templates: { name: string; title: string; about: string; rules: string }[];
}
export interface Card {
  name: string; title: string; about: string;
  problems: string[];
  /** Other names that it is found by. */
  aliases: string[];
  /** A game of the classroom: these stand first. */
  classroom: boolean;
  params: { [name: string]: Json };
  /** "piles = [2, 7, 9, 4, 4]" */
  params_text: string;
  view: View;
}

/** POST /api/worth Where: what stands below a card, when it is seen. */
export interface CardWorth {
  /** "Alice 10, Bob 16" */
  value: string;
  mark: Mark | null;
  /** "11 positions"; '' where none was searched. */
  size: string;
}

/** POST /api/game Where. `first`: parameters to begin with, as in `check`. */
export interface Game { name: string; title: string; rules: string; first: { [name: string]: Json } }

/** GET /api/about */
export interface About {
  version: string;
  /** Whether others than this machine may visit; then limits are narrow. */
  classroom: boolean;
  limits: { seconds: number; memory: number; rules: number };
  /** Solutions named on the command line. Ask with {game: id}. */
  saved: { id: string; title: string; params_text: string; positions: number }[];
  /** What the command line named first: shown instead of the gallery. */
  first: { game?: string; rules?: string; params: { [name: string]: Json } } | null;
}

/** POST /api/solve AtAsked: a stream of server-sent events; closing it cancels. */
export type Solving =
  | { event: 'progress'; data: { text: string; done: number; total: number | null; seconds: number } }
  | { event: 'done'; data: { position: Position; method: string; positions: string; seconds: number; notes: string[] } }
  | { event: 'failed'; data: Refused };

/** POST /api/at: Position. */
/** `gained`: the points of both players on the way there. */
export interface AtAsked extends Where { at?: string; gained?: [number, number] }

/** POST /api/line: Line. */
export interface LineAsked extends Where {
  line: string[];
  /** Where the line begins, when not at the start. */
  /** Where it began; at the start of the game where nothing is said. */
  at?: string;
}

/** POST /api/line Where & {line: string[]}: a game so far. Several moves may begin and end at the same place of a board: then ask which. */
export interface Line {
  /** One more than moves. */
  positions: Position[];
  /** "Alice to move      Alice 9, Bob 8" */
  standing: string;
  /** How it ended, with the points; null while it goes on, also by the third time of a position. */
  result: string | null;
  /** "move 3, Bob take(1): −8 instead of −6; better was take(2)", for each move that gave something away. */
  slips: string[];
}

/** POST /api/why Where & {at?, move?, levels, form}: why a position is worth what it is; or what a move costs. */
export type Form = 'lead' | 'points' | 'pair';
export interface WhyAsked extends AtAsked { move?: string; levels?: number; form?: Form }
export interface Why {
  text: string[];
  /** Where on a graph the pieces go when play comes round. */
  walks: Walk[];
}
/** POST /api/kinds WhyAsked: of the positions that play reaches one that is won, one drawn and one lost for who moves, each with its reasons; those that there are. */
export interface Kinds { kinds: { at: string; mark: Mark; text: string[] }[] }
/** A move from place to place; `round` where it comes again and again, not only on the way there. */
export interface Walk { from: At; to: At; player: 0 | 1; move: string; round: boolean }

/** POST /api/table Where & {order?: string}. Cells lie in a grid by up to three axes, or in layers: of these, `most` cells. */
export interface TableAsked extends Where { order?: string; intervals?: 'half-open' | 'closed'; most?: number }
export interface Table {
  caption: string[];
  axes: { name: string; labels: string[] }[];
  /** Without axes: the cells of each layer. */
  layers: { name: string; cells: number[] }[];
  cells: Cell[];
  /** How many more cells there are. */
  left_out: number;
  orders: { name: string; words: string }[];
  order: string | null;
  /** Best play, from cell to cell. */
  line: number[];
  /** `intervals`, where an axis is where ranges end. */
  choices: Options[];
}
export interface Cell {
  /** Where it lies on each axis. */
  place: number[];
  position: string;
  at: string | null;
  drawing: string[];
  mover: string | null;
  mark: Mark | null;
  /** `−6`, `win in 3`, a nimber. */
  text: string;
  own: number | null;
  over: boolean;
  /** When it is filled in, from 1. */
  fill: number | null;
  /** "take(1): 2 − 8 = −6" for each cell that it reads; null for a cell that was left out. */
  reads: { to: number | null; move: string; text: string; best: boolean }[];
}

/** POST /api/tree */
export interface TreeAsked extends AtAsked { depth?: number }
export interface Tree {
  caption: string[];
  shown: 'whole' | 'depth' | 'line';
  branches: Branch[];
}
export interface Branch {
  /** How it was reached; null for the root. */
  step: { move: string; by: string; gain: string; best: boolean } | null;
  at: string | null;
  position: string;
  drawing: string[];
  /** Nobody where a move has ended the game. */
  mover: string | null;
  worth: Worth;
  over: boolean;
  /** Seen before: the branch where it is opened. */
  again: number | null;
  on_line: boolean;
  next: number[];
  left_out: number;
}

/** POST /api/recurrence: for every size or with these numbers, with half-open or closed intervals. */
export interface RecurrenceAsked extends Where { sizes?: 'every' | 'these'; intervals?: 'half-open' | 'closed' }
export interface Recurrence {
  text: string[];
  latex: string;
  mathml: string;
  /** What can be chosen: `sizes`, `intervals`. */
  choices: Options[];
}
export interface Options { name: 'sizes' | 'intervals'; title: string; of: { name: string; title: string }[]; now: string }

/** POST /api/code */
export interface CodeAsked extends Where { stage?: number; language?: string }
export interface Code {
  language: string; stage: number;
  languages: { name: string; title: string }[];
  stages: { number: number; title: string }[];
  program: string;
  note: string;
}

/** POST /api/plan Where */
export interface Plan { text: string[]; facts: { name: string; text: string; because: string }[] }

/** POST /api/worksheet: a page to print; `blank` per cent of the values are left out. */
export interface WorksheetAsked extends Where { blank?: number; seed?: number }
export interface Worksheet { html: string }

/** POST /api/json/…: what the command prints as JSON, for programs. `schema` names its form, which docs/command.md describes. */
export interface Told { schema: string; [more: string]: Json }

/** POST /api/parameters */
export interface ParametersAsked extends Where { how: 'random' | 'smallest'; seed?: number }
export interface Parameters { params: { [name: string]: Json } }

/** POST /api/way: how play comes to the position `to`, from where the game stands or from where it began; null where it does not. */
export interface WayAsked extends LineAsked { to: string }
export interface Way { line: string[] | null }

/** POST /api/reply: what the opponent plays. */
export interface ReplyAsked extends LineAsked { level: string; seed?: number }
export interface Reply { move: string; next: string }
/** GET /api/levels?lang= */
export interface Levels { levels: { name: string; title: string; about: string }[] }

/** POST /api/random: a position that play reaches; `only-move` has one best move, and all others lose. `worth`: and also of that worth. `plies`: that far from its end. */
export interface RandomAsked extends Where { wanted: 'any' | 'win' | 'draw' | 'loss' | 'one-best' | 'only-move'; worth?: Mark; plies?: number; seed?: number }
/** `marks`: what positions of the game are worth; all three where not every one was looked at. */
export interface Found { at: string; marks: Mark[] }

/** POST /api/variables AtAsked: what a form for the position needs. `position` is one that `at` takes, as JSON. */
export interface Variables { variables: Param[]; position: { [name: string]: Json } }

/** POST /api/query: positions of a saved solution that meet a condition in the rules language. */
export type QueryOrder = 'found' | 'best' | 'longest';
/** `order`: as in the file; best for the player to move first; longest wins and losses first, or largest leads. */
export interface QueryAsked extends Where { filter: string; order?: QueryOrder; top?: number }
/** `cells`: a row by the names of its columns. `csv`: the same rows as comma-separated values, below the names of columns. */
/** `counts`: of those that meet the condition, by what they are worth to who moves there, and `counted` the same in words. `longest`: the longest win
 *  among them, or the largest lead. */
export interface Query { count: number; text: string; counts: { win: number; draw: number; loss: number }; counted: string; longest: { at: string; worth: Worth } | null; rows: { at: string; position: string; worth: Worth; cells: { [column: string]: Json } }[]; csv: string }

/** POST /api/lesson LessonAsked: a file that works without a server (Content-Disposition: attachment). */

/** POST /api/editor: what an editor shows, of a place (`hover`, `complete`, `define`, `rename`) or of the whole text (`outline`, `lenses`).
 *  Offsets count bytes of UTF-8. `name`: another name for what stands there; without one `rename` says how it is called now. */
export interface EditorAsked extends Where { what: 'hover' | 'complete' | 'define' | 'rename' | 'outline' | 'lenses'; offset?: number; name?: string }
export interface EditorAnswer {
  hover?: Hover | null;
  completions?: Completion[];
  /** Where the name is declared. */
  definitions?: Bytes[];
  named?: { name: string; span: Bytes };
  /** What another name changes, in the order of the text. */
  edits?: { span: Bytes; text: string }[];
  /** Why it can have no other name, or not this one. */
  refused?: string;
  outline?: Outlined[];
  lenses?: Lens[];
}
/** A piece of a text. */
export interface Bytes { start: number; end: number }
/** A line by its name, or its first word; `depth` 1 where it is inside of the one before. */
export interface Outlined { name: string; detail: string; depth: number; span: Bytes }
/** A command over a line, with the parameters that it is about. */
export interface Lens { line: number; title: string; command: 'solve' | 'play' | 'table' | 'why'; params: { [name: string]: Json } }
export interface Hover { text: string; span: Bytes }
export interface Completion { label: string; detail: string; about: string; insert: string; snippet: string | null; span: Bytes }

export interface LessonAsked extends Where { hidden?: boolean }

/** A lesson's file holds a list of these as JSON in <script type="application/json" id="lesson">, one for each language that it speaks, first
 *  the one that it opens in; then no server is asked. Keys of `answers` are
 *  `route` for what speaks of the whole game, and `route at` for what speaks of a position. */
export interface Lesson {
  lang: Lang;
  /** Whether values are hidden when it is opened. */
  hidden: boolean;
  where: Where;
  game: Game;
  checked: Checked;
  answers: { [key: string]: Json };
}
