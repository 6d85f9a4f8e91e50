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
why-gain = gain { $gain },
then-over = then it is over
then-over-lead = then it is over, and { $player } gets { $lead }
then-even = then it is even { $place }
then-ahead = then { $player } will be { $count } ahead { $place }
then-behind = then { $player } will be { $count } behind { $place }
again-ahead = then { $player } moves again and will be { $count } ahead { $place }
again-behind = then { $player } moves again and will be { $count } behind { $place }
place-row = on { $row }
place-row-rest = on { $row } with { $rest }
place = at { $position }
answers = { $player } can answer { $answer }
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
formula-outcome = v: 1 where the player to move wins, 0 where nobody does, −1 where they lose
formula-nimber = g: the nimber of a part; a sum is worth its parts added by ⊕ (xor), and is lost for who must move where that is 0
formula-mex = mex: the least of 0, 1, 2, … that is not there
formula-open = The moves have no closed form ({ $reason }): this holds for every game. Where the same player moves again, + stands for −.
formula-board = S[r, c] sums the first r rows and c columns of { $list }
formula-list = S[k] sums the first k of { $list }
formula-order = Fill { $order }: then everything that a position reads is there before it.
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
grade-points = (read as the mover's own points)
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
code-from = written by: { $command }; reads cases until its input ends
code-work = on { $case }: recursion { $plain } calls, memo { $memo } calls, table { $cells } cells, rolling { $keep } of { $rows } rows
code-work-table = on { $case }: recursion { $plain } calls, memo { $memo } calls, table { $cells } cells
code-work-calls = on { $case }: recursion { $plain } calls, memo { $memo } calls

# play
play-seats = you are { $player }; { $other } { $level }
play-both = you play both sides
play-perfect = plays perfectly
play-fair = plays fairly well
play-slip = plays perfectly, but slips { $count } times in 100
play-random = plays by lot
play-unknown = values are not known here: this game was too large to be solved first
play-even = it is even
play-drawn = a draw
play-won = { $player } wins
play-won-by = { $player } wins by { $count }
play-repeated = a draw: this position stands for the third time
play-repeated-won = { $player } wins: this position stands for the third time, and the rules say whom endless play favours
play-slipped = move { $number }, { $move }: { $worth } instead of { $value }; better was { $better }
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
