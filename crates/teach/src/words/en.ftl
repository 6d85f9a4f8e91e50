# Every message of `crates/teach`, in English. The same names stand in zh.ftl.

positions = { $count ->
    [one] { $count } position
   *[other] { $count } positions
  }

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
