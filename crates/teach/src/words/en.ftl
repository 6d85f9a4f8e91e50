# Every message of `crates/teach`, in English. The same names stand in zh.ftl.

positions = { $count ->
    [one] { $count } position
   *[other] { $count } positions
  }

# Values, wherever they are shown.

win = win
loss = loss
draw = draw
won = won
lost = lost
win-in = win in { $count }
loss-in = loss in { $count }
win-endless = win by endless play
loss-endless = loss by endless play
wins = wins
loses = loses
draws = draws
wins-in = wins in { $count }
loses-in = loses in { $count }
wins-endless = wins, play never ends
loses-endless = loses, play never ends
over = (over)
too-large = { $count } are too many to be shown in this form, which holds { $most }

totals = { $one } { $first }, { $other } { $second }

# table

value = value
best = best
fill = filled
position = position
nimber = nimber
legend-lead = lead of the player to move: ▲ ahead, ▼ behind, ■ even
legend-outcome = the player to move ▲ wins, ▼ loses, ■ draws; the number: plies to the end
legend-own = ( ) their points from here on
legend-fill = raised: fill order
legend-hole = { $dot } = never reached
table-next = for a picture: --format svg > t.svg   step by step: --format html > t.html   for LaTeX: --format latex
legend-line = arrows: best play, { $line }, to { $end }
legend-best = arrows: a best move of each position; best play from the start is { $line }
legend-nimbers = nimber: the least number that no move leads to; of a sum, add them without carrying (xor): 0 loses for who must move
picture-lead = Lead of the player to move: ▲ ahead, ▼ behind, ■ even; in brackets their points from here on. Thick: best play.
picture-outcome = The player to move ▲ wins, ▼ loses, ■ draws; the number is plies to the end. Thick: best play.
picture-lead-only = Lead of the player to move: ▲ ahead, ▼ behind, ■ even. Thick: best play.
picture-filled = In the corner: the order of filling, { $how }.
to-move = { $player } to move
turn-dropped = A cell stands for both players: whose turn it is makes no difference.
heat = ■ a full square: the player to move is ahead or wins; ◆ a diamond: behind, or loses; a small grey square: even. Darker: more.
filled = fill order: { $how }
filled-else = other orders that work: { $others }
order-up = { $name } rising
order-down = { $name } falling
order-then = , then { "" }
order-length = by length { $to } − { $from }, the shortest first
order-height = by the moves that can still be made, none first
order-plies = by plies to the end; positions without a number are drawn by going round
order-size = by size
layer-start = { " " }the start
layer = { $count ->
    [one] { " " }after { $count } move
   *[other] { " " }after { $count } moves
  }
html-step = Fill the table step by step
html-keys = Keys: ← → step · ↑ ↓ start and end · h hide or show values · ? help
html-help = Point at a cell, or go to it with the tab key, to see which cells it reads (dashed) and how its value comes out. A click goes to the step that fills it.
html-mex = moves lead to { $found }; the least number missing is { $nimber }
html-best = { $count ->
    [one] the only move: { $worth }
   *[other] the best: { $worth }
  }

# plan

plan-method = { $method }:{" "}
plan-strategy = { $method } ({ $strategy }):{" "}

# tree

positions-many = { $count } positions
one-call = one call
calls = { $count } calls
and-comma = , { "" }
tree-whole = the whole tree
tree-depth = as far as { $count ->
    [one] { $count } move
   *[other] { $count } moves
  }
tree-line = best play, with the best answer to other moves
tree-again = { $sign } met before: a program that remembers looks it up
tree-picture = The value is that of the player to move. Thick: best play, ★ best moves. Dashed and pale: met before.
more-moves = { $count ->
    [one] … 1 more move
   *[other] … { $count } more moves
  }
more-brief = + { $count } more

# why

why-round = Neither side can force a win. Play that keeps the draw goes round:
why-round-points = Neither side can force more than going round for ever is worth, { $value } to whoever is to move here. Play that keeps it goes round:
why-round-keeps = { $moves } keeps it too
why-round-gives = { $moves } would give something away
why-round-draws = { $moves } draws too
why-round-loses = { $moves } would lose
why-round-only = the only move
why-round-back = and so on from { $position } again
why-over = The game is over.
why-even = Why is it even?
why-ahead = Why will { $player } end { $count } ahead?
why-behind = Why will { $player } end { $count } behind?
why-draw = Why is it a draw?
why-win = Why can { $player } win?
why-win-in = Why can { $player } win in { $count }?
why-loss = Why must { $player } lose?
why-loss-in = Why must { $player } lose in { $count }?
points-left = { $count ->
    [one] { $count } point left
   *[other] { $count } points left
  }
why-gain = gain { $gain },{" "}
then-over = then it is over
then-over-lead = then it is over, and { $player } gets { $lead }
then-points = then { $player } gets { $count } of the { $left } that are left { $place }
again-points = then { $player } moves again and gets { $count } of the { $left } that are left { $place }
then-even = then it is even { $place }
then-ahead = then { $player } will be { $count } ahead { $place }
then-behind = then { $player } will be { $count } behind { $place }
again-ahead = then { $player } moves again and will be { $count } ahead { $place }
again-behind = then { $player } moves again and will be { $count } behind { $place }
place-row = on { $row }
place-row-rest = on { $row } with { $rest }
place = at { $position }
answers = { $player } can answer { $answer }
answers-longest = { $player } holds out longest with { $answer }
answers-in-vain = no reply of { $player } helps, for instance { $answer }
everything = , all that is left
at-once = , winning at once
every-reply = every reply of { $player } is answered
more-options = { $count ->
    [one] … 1 more, no better
   *[other] … { $count } more, none better
  }
nimbers = nimbers
nim-sum = nim sum
nim-lost = A nim sum of 0 is lost for who must move: every move makes it something else, and the other makes it 0 again.
nim-won = Not 0: who moves wins by making it 0, with { $moves }
costs-nothing = { $move } costs nothing: it is one of the best.
costs = { $move } costs { $count }: { $worth } instead of { $value }.
costs-outcome = { $move } turns a { $value } into a { $worth }.
note-lead = "ahead" is my points minus the other's from here on. The other moves next, so what they are ahead by is taken away from mine.
note-points = All the points that are left, minus what the other gets of what remains after the move: the rest is mine.
note-pair = (points of the player to move, points of the other) from here on: gains, then what follows, as the players are here.
note-own = All that is left and the lead together make the points:  { $sum } for { $player }.
move = move
gain = gain
reply = reply
worth = worth to { $player }

# recurrence

otherwise = otherwise
formula-lead = v: the lead of the player to move, their points minus the other's from here on
formula-points = The same in points. f: the points of the player to move from here on; s: all the points that are left
formula-rounds-cost = c: the lead of { $answers } from here on, a move of { $begins } and the answer to it as one step; { $begins } keeps it small
formula-rounds = v: what it is worth to the player who begins, with a move and the answer to it as one step
formula-outcome = v: 1 where the player to move wins, 0 where nobody does, −1 where they lose
formula-nimber = g: the nimber of a part; a sum is worth its parts added by ⊕ (xor), and is lost for who must move where that is 0
formula-mex = mex: the least of 0, 1, 2, … that is not there
formula-open = The moves have no closed form ({ $reason }): this holds for every game. Where the same player moves again, + stands for −.
formula-board = S[r, c] sums the first r rows and c columns of { $list }
formula-list = S[k] sums the first k of { $list }
formula-order = Fill { $order }: then everything that a position reads is there before it.
formula-ranges = Where { $ranges }
formula-half-open = [i ..< j] begins with entry i and ends before entry j.
formula-closed = [i .. j] begins with entry i and ends with entry j.
formula-unshifted = { $names }: the entry after the last one that is left (half-open intervals).
formula-shifted = { $names }: the last entry that is left; in the rules, the one after it.
formula-growth = It takes O({ $steps }) steps: O({ $positions }) positions, O({ $moves }) moves at each.
formula-windows = Where the best of a range is found by a window that slides: O({ $steps }).
formula-seen = Read off the rules at { $games } small games ({ $sizes }), all of one form: looked at, not proven, for other sizes.
formula-seen-alike = Read off the rules at { $games } small games, all of one form: looked at, not proven, for others.
formula-because = It comes to an end: { $fact } ({ $because })

# line

to-the-other = ({ $points } to the other)
as-good = as good: { $moves }
repeats = here play goes round: this position stood after { $count ->
    [one] { $count } move
   *[other] { $count } moves
  }
cut = … and so on: --line says how far
ties = as good
# gen and stress
gen-wrote = wrote { $count } cases into { $folder }
stress-input = input   { $template }      (how to change: --input)
stress-answer = answer  { $template }      (how to change: --answer)
stress-wrong = case { $number }   seed { $name }      { $case }      yours { $yours }      right { $right }
stress-smallest = smallest failing case  { $case }      yours { $yours }      right { $right }
stress-line = {"  "}best play  { $line }
stress-saved = {"  "}saved   { $files }
stress-again = {"  "}again   { $command }
stress-solve = {"  "}look    { $command }
stress-silent = (nothing)
stress-crashed = (crashed, { $status })
stress-late = (no answer within { $time })
stress-endless = (no end of output)
stress-agreed = { $agree } of { $of } agree     { $time }     ({ $own } Bouton, { $theirs } your program; --serve keeps one process)
stress-agreed-served = { $agree } of { $of } agree     { $time }     ({ $own } Bouton, { $theirs } your program)

# grade
grade-right = { $right } of { $cells } cells right
grade-read = read as:
grade-place = { $at }, yours { $place }
reading-turned = your lines are { $rows }, and your columns { $columns }
reading-called = your { $yours } is { $var }
reading-closed = your { $var } is the last { $thing }, Bouton's the one after it
reading-closed-one = your { $var } is the last one, Bouton's the one after it
reading-from-one = your { $var } begins at { $theirs }, Bouton's at { $ours }
reading-plus = Bouton's { $var } is yours and { $more } more
reading-mirrored = your { $var } counts from the other end: Bouton's is { $last } less yours
reading-length = your { $var } is a length: { $var } = { $other } + yours
reading-length-less = your { $var } is one less than a length: { $var } = { $other } + 1 + yours
reading-lowered = your bit k of { $var } is the number k; Bouton's bit 0 is the least number
reading-without = your { $var } has the numbers that are left, Bouton's those that are gone
reading-fixed = { $var } is { $value } in all your cells
reading-points = your values are the mover's own points
reading-won = your values are 1 for a win and 0 for a loss
reading-other-lead = your values are the leads of the other player: what the mover pays
reading-other-points = your values are the points of the player who does not move
reading-first-lead = your values are always { $first }'s lead, whoever moves
reading-first-points = your values are always { $first }'s points, whoever moves
reading-first-won = your values are 1 where { $first } wins, whoever moves, and 0 elsewhere
reading-pair = your pairs are (the mover's points, the other's)
reading-first-pair = your pairs are ({ $first }'s points, { $second }'s), whoever moves
reading-other-pair = your pairs are (the other's points, the mover's)
reading-difference = the difference of your pairs is the mover's lead
grade-missing = { $count ->
    [one] one cell that play reaches is not in the table: { $first }
   *[other] { $count } cells that play reaches are not in the table; the first is { $first }
  }
grade-first-wrong = {"  "}first wrong cell   { $at }     yours { $yours }     right { $right }
grade-over = {"    "}play is over here
grade-all-negative = {"    "}every option is negative here, and one of them must be taken: the best of them is { $right }, not 0
grade-suspect = {"  "}your whole table is what you get if { $mistake }
grade-suspects = {"  "}your whole table is what you get if
grade-no-suspect = {"  "}no usual mistake makes this whole table
grade-not-apart = {"  "}no small case tells them apart
grade-apart = {"  "}the smallest test that tells them apart is { $case }: right { $right }, { $given }
grade-gives = ({ $letter }) gives { $value }
mistake-floor = the maximum starts at 0 instead of −∞{ $what }
mistake-not-updated = { $what } is never updated
mistake-plus = the value that a move leads to is added, not subtracted: it is the other player's{ $what }
mistake-no-reply = what the other player does next is left out{ $what }
mistake-least = the least is taken instead of the greatest{ $what }
mistake-greedy = the move that gains most now is always taken{ $what }
mistake-range-short = the range of { $what } ends one too early
mistake-range-late = the range of { $what } begins one too late
mistake-range-long = the range of { $what } ends one too late
mistake-strict = the conditions have < where <= is meant{ $what }
mistake-sum-short = the gain leaves out the last entry of its sum{ $what }
mistake-sum-late = the gain leaves out the first entry of its sum{ $what }
mistake-no-gain = the gain of a move is left out{ $what }
mistake-stuck = the end is taken for the other player: whoever cannot move gets the wrong value{ $what }

# refute
refute-case = “{ $belief }” goes wrong on { $case }      (the smallest of { $cases } cases looked at)
refute-none = “{ $belief }” loses nothing on the { $cases } smallest cases; that is no proof
refute-line = {"  "}after     { $line }
refute-at = {"  "}at        { $position }
refute-chosen = {"  "}chosen    { $move }   { $value }
refute-better = {"  "}better    { $move }   { $value }
refute-turns = {"  "}it turns { $right } into { $got } for the player who moves first

# code
recur-needs = numbers, sets, lists or boards of numbers as variables and straight moves are needed, as in `1140`; where play may repeat, numbers and sets alone, and a program only, as in `913`
grade-instead = `bouton table` shows the right one; `bouton stress` tries a program
code-stages = there are: { $stages }
code-from = written by: { $command }; reads cases until its input ends
code-compile = compile with: javac -encoding UTF-8 Main.java
code-low = below every value
code-keep = rows kept at a time
code-sums = at k the sum of the first k
code-sums-of = at k the sum of the first k of { $list }
code-sum-at = { $list }_sum[k] is the sum of the first k
code-next = The next number; the input was seen to have one.
code-more = Whether there is one more number.
code-until = Reads on until there is a number; false at the end of the input.
code-work = on { $case }: recursion { $plain } calls, memo { $memo } calls, table { $cells } cells, rolling { $keep } of { $rows } rows
code-work-table = on { $case }: recursion { $plain } calls, memo { $memo } calls, table { $cells } cells
code-work-calls = on { $case }: recursion { $plain } calls, memo { $memo } calls

# play
play-seats = you are { $player }; { $other } { $level }
play-both = you play both sides
play-perfect = plays perfectly
play-fair = gives nothing away, and sets traps
play-slip = plays perfectly, but slips { $count } times in 100
play-give-back = plays perfectly, but may answer a mistake with one
play-random = plays by lot
play-worst = plays to lose
play-unknown = values are not known here: this game was too large to be solved first
play-even = it is even
play-drawn = a draw
play-won = { $player } wins
play-won-by = { $player } wins by { $count }
play-repeated = a draw: this position stands for the third time
play-repeated-points = this position stands for the third time: play goes round, and what is left counts as the rules say
play-repeated-won = { $player } wins: this position stands for the third time, and the rules say whom endless play favours
play-slipped = move { $number }, { $move }: { $worth } instead of { $value }; better was { $better }
regret-none = no move gave anything away
play-no-slips = You gave nothing away.
play-slips = Given away:
play-undone = { $count ->
    [one] 1 move taken back
   *[other] { $count } moves taken back
  }
play-nothing-to-undo = there is no move to take back
play-unclear = `{ $text }` is no legal move here
play-several = `{ $text }` is short for more than one move
play-near = the nearest: { $moves }
play-which = which one: { $moves }
play-moves = `moves` lists all { $count }, `help` says what else can be typed
play-over = play is over: `undo` takes a move back, `restart` begins again, `quit` ends
play-again = a new game
play-flipped = you are { $player } now
play-no-sides = you play both sides already
play-shown = values are shown
play-hidden = values are hidden
play-left = the input has ended before the game
play-bye = the game was left before its end
play-blind = too large to be solved first, so there are no hints; { $other } plays by lot
play-help-move = Type a move, or as much of it as means only one: `put 0 1`, `0 1`. Or a word, or its key:
play-space = space
play-word-best = make a best move
play-word-hint = show the best moves
play-word-why = why the position is worth what it is
play-word-what = what a move would cost: `what put 0 1`
play-word-moves = the legal moves
play-word-undo = take your last move back
play-word-values = show values, or hide them
play-word-flip = change sides
play-word-restart = begin again
play-word-help = these words
play-word-quit = end
play-typed-best = best
play-typed-hint = hint
play-typed-why = why
play-typed-what = what
play-typed-moves = moves
play-typed-undo = undo
play-typed-values = values
play-typed-flip = flip
play-typed-restart = restart
play-typed-help = help
play-typed-quit = quit
play-keys-more = ← → step through the game   ↑ ↓ start and end   Tab choose a move   Enter play it   : type   PgUp PgDn note
play-title-board = board
play-title-moves = moves
play-title-game = game
play-title-note = note
play-viewing = after move { $number } of { $count }: Enter goes on from here
play-typing = move or word

# worksheet
sheet-name = Name: ______________________________      Date: ______________
sheet-fill = Fill in the { $count ->
    [one] value that is missing.
   *[other] { $count } values that are missing.
  }
sheet-ask-points = How many points does each player get if both play as well as they can?
sheet-ask-winner = { $player } moves first. How does the game end if both play as well as they can?
sheet-worth = for { $player }: { $worth }
sheet-ask-best = Which first moves of { $player } are best?
sheet-ask-cost = What does the first move { $move } cost { $player }, and how does the other answer it?
sheet-ask-line = Write down one line of best play.
sheet-key = Key (seed { $seed })

# say
colon = :{" "}
say-comma = , { "" }
list-comma = , { "" }
say-true = yes
say-false = no
say-none = nothing
say-me = the mover
say-opponent = the other player
say-not = not ({ $a })
say-and = { $a } and { $b }
say-or = { $a } or { $b }
say-div = { $a } divided by { $b }, rounded down
say-mod = what { $a } leaves when divided by { $b }
say-range = { $lo } to { $hi }
say-range-before = { $lo } up to before { $hi }
say-if-value = { $a } if { $c }, else { $b }
say-empty-set = the empty set
say-is-none = { $a } is empty
say-is-some = { $a } is not empty
say-in = { $a } is among { $b }
say-not-in = { $a } is not among { $b }
say-slice = { $list }[{ $lo } to { $hi }]
say-slice-before = { $list }[{ $lo } up to before { $hi }]
say-each = { $item } for each { $clauses }
say-choice = { $name } from { $over }
say-choice-if = { $name } from { $over } where { $c }
say-all-of = for every { $clauses }: { $item }
say-any-of = for at least one { $clauses }: { $item }
say-count-of = how many { $clauses } have: { $item }
say-ty-range = a number from { $range }
say-ty-int = a whole number
say-ty-bool = yes or no
say-ty-player = a player
say-ty-names = one of { $names }
say-ty-set = a set, each member { $of }
say-ty-list = a list of { $length } entries, each { $of }
say-ty-grid = a board of { $rows } rows and { $columns } columns, each cell { $of }
say-ty-graph = a graph of { $size } nodes
say-ty-node = a node of { $of }
say-ty-cell = a cell of { $of }
say-ty-position = a position of { $of }
say-ty-text = a text
say-ty-record = a record: { $of }
say-ty-optional = { $of }, or nothing
say-when = Legal only if { $c }.
say-let = Let { $name } be { $value }.
say-let-typed = Let { $name }, { $ty }, be { $value }.
say-let-steps = { $name } is worked out before play:
say-let-then = It is { $value } then.
say-outcome-if = { $then } if { $c }
say-outcome-else = { $then } if { $c }, otherwise { $other }
say-becomes = { $place } becomes { $value }.
say-emptied = { $place } becomes empty.
say-added = { $place } grows by { $value }.
say-taken = { $place } shrinks by { $value }.
say-put-in = { $value } is put into { $place }.
say-put-out = { $value } is taken out of { $place }.
say-at-once = All at once: { $all }
say-gain = Points for { $who }: { $amount }.
say-again = The same player moves again.
say-turn = The next to move: { $who }.
say-if = If { $c }:
say-else = Otherwise:
say-for = For each { $name } from { $over }, one after the other:
say-break = This loop is left.
say-end = The game ends: { $outcome }.
say-end-when = If { $c }, the game ends: { $outcome }.
say-points-decide = the points decide
say-draw = a draw
say-even = it is even
say-wins = { $who } wins
say-loses = { $who } loses
say-leads = { $who } gets { $points } more than the other
say-players = { $first } and { $second } play; { $mover } moves first unless said otherwise. The mover is whose turn it is.
say-param = Given: { $name }, { $ty }.
say-param-default = Given: { $name }, { $ty }; if nobody says, { $value }.
say-require = It must hold that { $c }.
say-type = “{ $name }” means { $ty }.
say-def = { $call } stands for { $value }.
say-state = { $name }, { $ty }, is { $value } at the start.
say-invariant = It always holds that { $c }.
say-rank = Every move raises { $number }.
say-remaining = Points still to be handed out: { $points }.
say-starts = The first to move: { $who }.
say-normalise = After every move:
say-move = { $who } may { $name }.
say-move-choices = { $who } may { $name }, choosing { $choices }.
say-field = { $value }, { $ty }
say-part = A { $name } is known by { $values }; the game is a sum of such parts, and a move changes one of them.
say-leaves = It leaves { $sum }.
say-nothing = nothing
say-start = Play begins with { $sum }.
say-stuck = If the mover cannot move: { $outcome }.
say-stuck-when = If the mover cannot move and { $c }: { $outcome }.
say-pass = the turn goes back
say-pass-else = the turn goes back; if neither can move, { $outcome }
say-repeat = If play goes round for ever, nobody wins.
say-repeat-won = If play goes round for ever, { $who } wins.
say-repeat-even = If play goes round for ever, nobody gets more than the other from there on.
say-repeat-leads = If play goes round for ever, { $who } gets { $points } more than the other from there on.
say-symmetry = These make no difference: { $items }.
say-permute = the order of { $board }
say-mirror-rows = { $board } with its rows in reverse
say-mirror-columns = { $board } with its columns in reverse
say-transpose = { $board } with rows and columns changed
say-rotations = turns of { $board }
say-reflections = mirror images of { $board }
say-together = { $first } together with { $second }
say-swap = the players change places
say-map = { $from } goes to { $to }
say-show-grid = { $name } is drawn as a board
say-show-row = { $name } is drawn as a row
say-show-heaps = { $name } is drawn as heaps
say-show-mancala = { $name } is drawn as a mancala board
say-show-graph = { $name } is drawn as a graph with pieces on it
say-show-window = { "" }, from { $lo } up to before { $hi }
say-show-upward = { "" }, the first row at the bottom
say-show-with = { "" }, with { $signs }
say-sentence = { $text }.
say-example = For instance, with { $params }: { $expects }.
say-example-plain = For instance: { $expects }.
say-in-plies = { $outcome }, moves made: { $plies }
say-answer-plies = the number of moves
say-answer-positions = the number of positions
say-answer-best = the best moves
say-help-len = the length of { $a }
say-help-sum = the sum of { $a }
say-help-min = the least of { $a }
say-help-max = the greatest of { $a }
say-help-abs = { $a } without its sign
say-help-count = how often { $b } stands in { $a }
say-help-count-true = how many of { $a } hold
say-help-any = at least one of { $a }
say-help-all = all of { $a }
say-help-first = the first of { $a }
say-help-last = the last of { $a }
say-help-sorted = { $a } in rising order
say-help-distinct = { $a }, each once
say-help-reversed = { $a } in reverse
say-help-xor = the nim sum of { $a }
say-help-gcd = the greatest common divisor of { $a }
say-help-popcount = how many binary digits of { $a } are 1
say-help-isqrt = the square root of { $a }, rounded down
say-help-is_square = { $a } is a square
say-help-divides = { $a } divides { $b }
say-help-mex = the least number from 0 up that is not among { $a }
say-help-subsets = the subsets of { $a }
say-help-append = { $a } with { $b } at its end
say-help-insert = { $a } with { $c } put before entry { $b }
say-help-remove = { $a } without entry { $b }
say-help-split = { $a } with { $c } and { $d } in place of entry { $b }
say-help-line = { $a } has { $c } cells in a line, straight or diagonal, that hold { $b }
say-help-full = no cell of { $a } is empty
say-help-cells = the cells of { $a }
say-help-rows = the rows of { $a }
say-help-cols = the columns of { $a }
say-help-row_of = the row of { $a }
say-help-col_of = the column of { $a }
say-help-around4 = the cells of { $a } above, left, right and below { $b }
say-help-around8 = the cells of { $a } that touch { $b }
say-help-ray = the cells of { $a } from { $b } in the direction { $c } to the edge
say-help-slide = the free cells of { $a } from { $b } in the direction { $c }, up to the first that is not free
say-help-slide-most = at most { $d } free cells of { $a } from { $b } in the direction { $c }, up to the first that is not free
say-help-directions4 = up, left, right and down
say-help-directions8 = the eight directions
say-help-flood = the cells of { $a } joined to { $b } that hold the same
say-help-flood-steps = the cells of { $a } joined to { $b } by steps of { $c } that hold the same
say-help-number-base = the number that { $a } writes to base { $b }
say-help-position = what stands on { $a }
say-help-borders = the cells of { $a } beside { $b }
say-help-nodes = the nodes of { $a }
say-help-degree = how many neighbours { $b } has in { $a }
say-help-distance = how far { $c } is from { $b } in { $a }
say-help-adjacency = the graph in which the neighbours of each node are { $a }
say-help-edges = the graph with the edges { $a }
say-help-arcs = the graph with the arcs { $a }
say-help-bit = the binary digit of { $a } that counts for 2 to the { $b }
say-help-digits = the decimal digits of { $a }
say-help-divisors = the divisors of { $a }
say-help-primes = the prime numbers up to { $a }
say-help-number = the number that { $a } writes
say-help-code = the number of the letter { $a }
say-help-product = every way to take one entry of each of { $a }
say-help-sequences = every list of one to { $b } entries of { $a }
say-help-reach = the nodes of { $a } that one can walk to from { $b }
say-help-reach-among = the nodes of { $a } that one can walk to from { $b }, stepping on { $c } only
say-help-connected = all nodes of { $a } hang together
say-help-connected-among = the nodes { $b } of { $a } hang together
say-help-is_tree = { $a } is a tree
say-help-total = the points of { $a }
say-help-lead = the lead of { $a }
say-help-can = the mover can { $a }
say-state-empty = { $name }, { $ty }, is empty at the start.

# refusals and formulas
advice-smaller-n = `--n { $n }` draws a smaller case
advice-give = give smaller parameters: `{ $params }`
advice-later = begin later in the game: `--at '{ $at }'`
advice-csv = `--format csv` lists every cell
advice-csv-million = `--format csv` lists up to a million
advice-svg = `--format svg` draws a heat map
advice-frames = `to_polars()` and its like take any number of positions
advice-page-tree = the tab Tree draws best play and its refutations
advice-tree = `bouton tree` draws best play and its refutations
advice-smaller = a smaller case, or a later position: `--at`
advice-dot = `--format dot` for Graphviz
advice-lead = `--form lead` works for every game of points
advice-no-form = leave out `--form`: won and lost positions have no arithmetic
unfit-no-points = this game is won or lost, and counts no points
unfit-no-remaining = the rules do not say what is left to be handed out: they have no `remaining` line
unfit-no-nimbers = its positions are not valued by nimbers
advice-most = `--most { $most }` draws as much as fits
advice-order = `--order { $order }`: { $how }
unfit-order = the table cannot be filled by `{ $order }`
advice-choice = `{ $name } in { $over }` is { $legal } here
advice-near = did you mean `{ $move }`?
advice-moves = the moves there are: { $moves }
unfit-move = `{ $move }` is no legal move at `{ $position }`
formula-if = if
formula-over = over
formula-and = and
formula-for = for
formula-moves = moves
formula-result = result
formula-gain = gain
formula-over-at = play is over at p
formula-left = what m leaves of q, added by ⊕
formula-nobody = nobody can move

# solve

solve-first = { $player } { $many ->
    [one] moves
   *[other] move
 } first
solve-at = at { $position }
solve-from-here = { $player } { $many ->
    [one] gets
   *[other] get
 } { $count } more from here on
solve-ahead = { $player } { $many ->
    [one] ends
   *[other] end
 } { $count } ahead
solve-nobody = nobody ends ahead
solve-on-line = { $ahead }   (totals on this line of play)
solve-wins = { $player } { $many ->
    [one] wins
   *[other] win
 }
solve-wins-in = { $wins } in { $count }
solve-over = the game is over here
solve-endless = play never ends
solve-draw = draw
solve-repeats = best play repeats
solve-drawn-after = best play ends in a draw after { $count ->
    [one] { $shown } move
   *[other] { $shown } moves
 }
solve-best = { $count ->
    [one] best move
   *[other] best moves
 }
solve-best-first = { $count ->
    [one] best first move
   *[other] best first moves
 }
solve-others-lose = the others lose; there are too many to list
solve-so-many-lose = the other { $others } lose; they are too many to list
solve-too-many = and more: too many to list
solve-so-many = and { $others } more: too many to list
solve-none-listed = there are too many moves to list
solve-more = { $shown } more, { $rest }
solve-more-best = { $shown } of them best
solve-more-worst = the worst { $worth }
solve-line = best play
solve-line-more = { $shown } more
solve-line-more-than = more than { $shown } more
solve-round = and round again
solve-round-from = and round again from move { $count }
counts = for the player to move: win { $win } · draw { $draw } · loss { $loss }
counts-points = the player to move: ahead { $win } · even { $draw } · behind { $loss }
solve-positions = { $count ->
    [one] { $shown } position
   *[other] { $shown } positions
 }
solve-parts = { $count ->
    [one] { $shown } part
   *[other] { $shown } parts
 }
solve-finished = { $count ->
    [one] { $shown } finished position
   *[other] { $shown } finished positions
 }
solve-moves = { $count ->
    [one] { $shown } move
   *[other] { $shown } moves
 }
solve-theorem = exact, and no position searched
solve-searched = exact, { $positions } searched
solve-one = { $positions }, solved exactly
solve-all = { $positions }, all solved exactly
solve-placements = { $positions }, reached or not, all solved exactly
solve-symmetry = { $what } ({ $kept } up to symmetry)
solve-peak = { $bytes } at most
solve-checked = checked without the methods: { $positions }, { $moves }, all right
each-mover = to move
each-worth = is
each-best = best
each-nimber = nimber
solve-next = next:  { $commands }

view-cell = row { $row }, column { $column }
view-entry = number { $number }
view-heap = heap { $number }
view-node = node { $number }
view-pit = { $player }’s pit { $number }
view-store = { $player }’s store
view-empty = empty
view-move = { $move }: { $worth }
view-move-gains = { $move }: gains { $gain }; { $worth }
view-slip = { $worth } instead of { $value }; better was { $better }
view-later = { $worth } instead of { $value }; faster was { $better }
view-sooner = { $worth } instead of { $value }; longer was { $better }
view-so-far = so far { $one } { $first }, { $other } { $second }

page-locked-saved = This solution was saved for these parameters; others need a solve of their own.
page-locked-lesson = This lesson holds the game with these parameters only.
page-level-perfect = perfect
page-level-fair = fair
page-level-slip = slips now and then
page-level-give-back = gives back what you give away
page-level-random = random
page-level-worst = plays to lose
page-language-python = Python
page-language-java = Java
page-language-cpp = C++
page-language-go = Go
page-language-rust = Rust
page-language-js = JavaScript
page-recurrence-sizes = Sizes
page-recurrence-every = every size
page-recurrence-these = these numbers
page-recurrence-intervals = Intervals
page-recurrence-half-open = [i, j)
page-recurrence-closed = [i, j]
page-stage-recursion = recursion
page-stage-memo = with a memo
page-stage-table = table
page-stage-rolling = rolling rows

# editor

editor-game = the name of the game
editor-player = a player
editor-param = a parameter
editor-let = fixed before play
editor-type = a type
editor-value = a name of a type
editor-def = a formula
editor-state = a variable of the position
editor-part = a part of a sum
editor-move = a move
editor-choice = a choice of a move
editor-local = fixed inside its move
editor-var = a variable of its move
editor-loop = a variable of a loop
editor-argument = what it is given
editor-unread = declared by a line that cannot be read yet
editor-is = { $kind }: { $values }
editor-is-within = { $kind }: { $values }, { $range }
editor-is-long = { $kind }: { $values }, { $range } of them
editor-takes = takes { $count ->
    [one] { $count } value
   *[other] { $count } values
  } in { $positions } positions ({ $params })
editor-takes-within = takes { $count ->
    [one] { $count } value
   *[other] { $count } values
  }, { $range }, in { $positions } positions ({ $params })
editor-legal = legal in { $legal } of { $positions } positions
editor-legal-in = legal in { $legal } of { $positions } positions ({ $params })
editor-legal-tip = all positions of an example: { $params }
editor-there = { $value } in an example ({ $params })
editor-size = at most { $now } positions
editor-size-grows = at most { $now } positions, { $most } at its largest
editor-size-tip = an upper bound from the types alone, with the parameters of the last example
editor-unsolved = not solved here: too large
editor-no-board = these rules have errors: there is no board to draw
editor-solve = Solve
editor-play = Play
editor-table = Table
editor-why = Why
editor-no-name = no name of the rules stands here
editor-not-written = without a `players` line the players are called `First` and `Second`: write one to name them
editor-not-a-name = a name is a word of letters, digits and `_`, and does not begin with a digit
editor-reserved = this word has a fixed meaning
editor-taken = this name already means something where it would stand
editor-explain = Explain { $code }
editor-play-there = play in a terminal: bouton play FILE { $params }
pattern-looked = Looked at { $cases ->
    [one] 1 case
   *[other] { $cases } cases
}. What follows holds in all of them; it is no proof.
pattern-looked-sizes = Looked at { $cases ->
    [one] 1 case
   *[other] { $cases } cases
}, { $sizes }. What follows holds in all of them; it is no proof.
pattern-always = Always: { $claim }.
pattern-none = No pattern of those that are looked for: sizes even or odd, multiples and remainders, equal numbers, sums and xor of lists, rising and falling lists.
pattern-holds = If { $when }: { $claim }. { $cases ->
    [one] 1 case
   *[other] { $cases } cases
}
pattern-but = otherwise not always: { $case }: { $claim }
pattern-even = { $name } is even
pattern-odd = { $name } is odd
pattern-multiple = { $name } is a multiple of { $number }
pattern-no-multiple = { $name } is no multiple of { $number }
pattern-rest = { $name } mod { $number } is { $rests }
pattern-rest-from = { $name } mod { $number } is { $rests }, from { $name } = { $from } on
pattern-same = { $name } = { $other }
pattern-not-same = { $name } ≠ { $other }
pattern-xor = the xor of { $name } is 0
pattern-no-xor = the xor of { $name } is not 0
pattern-sum-even = the sum of { $name } is even
pattern-sum-odd = the sum of { $name } is odd
pattern-equal = all of { $name } are equal
pattern-rising = { $name } never falls
pattern-falling = { $name } never rises
pattern-wins = { $player } wins
pattern-draws = it is a draw
pattern-never-loses = { $player } never loses
