# `crates/teach` 的全部文字，中文。条目与 en.ftl 一一对应。

positions = { $count } 个局面

# 各处出现的取值。

win = 胜
loss = 负
draw = 和
won = 已胜
lost = 已负
win-in = { $count } 步胜
loss-in = { $count } 步负
win-endless = 无限循环而胜
loss-endless = 无限循环而负
wins = 胜
loses = 负
draws = 和
wins-in = { $count } 步胜
loses-in = { $count } 步负
wins-endless = 胜（循环不止）
loses-endless = 负（循环不止）
over = （结束）
too-large = 共有 { $count } 项，超出这种形式所能显示的 { $most } 项

totals = { $one } { $first }，{ $other } { $second }

# table

value = 取值
best = 最优
fill = 次序
position = 局面
nimber = 尼姆数
legend-lead = 轮到的一方的净胜分：▲ 领先，▼ 落后，■ 持平
legend-outcome = 轮到的一方 ▲ 必胜，▼ 必败，■ 和局；数字为距终局的步数
legend-own = ( ) 此后所得的分数
legend-fill = 上标：填表次序
legend-hole = { $dot } = 不会出现
table-next = 图：--format svg > t.svg   逐步填表：--format html > t.html   LaTeX：--format latex
legend-line = 箭头：最优对局 { $line }，到 { $end } 为止
legend-best = 箭头：每个局面的一步最优走法；从开局起 { $line }
legend-nimbers = 尼姆数：各种走法都到不了的最小自然数；几部分合起来取异或（尼姆和），为 0 则轮到的一方必败
picture-lead = 轮到的一方的净胜分：▲ 领先，▼ 落后，■ 持平；括号内为此后所得的分数。粗框：最优走法。
picture-outcome = 轮到的一方 ▲ 必胜，▼ 必败，■ 和局；数字为距终局的步数。粗框：最优走法。
picture-lead-only = 轮到的一方的净胜分：▲ 领先，▼ 落后，■ 持平。粗框：最优走法。
picture-filled = 左上角：填表次序，{ $how }。
to-move = 轮到 { $player }
turn-dropped = 每格同时代表双方：轮到谁并无区别。
heat = ■ 满格：轮到的一方领先或必胜；◆ 菱形：落后或必败；小灰格：持平。颜色越深，差距越大。
filled = 填表次序：{ $how }
filled-else = 其他可行的次序：{ $others }
order-up = { $name } 从小到大
order-down = { $name } 从大到小
order-then = ，其次{ " " }
order-length = 按长度 { $to } − { $from } 从短到长
order-height = 按还能走的步数，从 0 起
order-plies = 按距终局的步数；没有编号的局面会无限循环，为和局
order-size = 按大小
layer-start = { " " }开局
layer = { " " }{ $count } 步之后
html-step = 逐步填表
html-keys = 按键：← → 前后一步 · ↑ ↓ 开头和结尾 · h 隐藏或显示取值 · ? 帮助
html-help = 把鼠标移到一格上，或用 Tab 键移过去，就能看到它用到哪些格（虚线）以及取值如何得出。点击则跳到填这一格的那一步。
html-mex = 各走法得到 { $found }；缺少的最小自然数是 { $nimber }
html-best = 共 { $count } 种走法，最优：{ $worth }

# plan

plan-method = { $method }：
plan-strategy = { $method }（{ $strategy }）：

# tree

positions-many = { $count } 个局面
one-call = 1 次调用
calls = { $count } 次调用
and-comma = ，
tree-whole = 整棵树
tree-depth = 展开到 { $count } 步
tree-line = 最优对局，以及对其他走法的最优应对
tree-again = { $sign } 前面出现过：记忆化搜索只需查表
tree-picture = 取值属于轮到的一方。粗线：最优走法，★ 为最优的一步。虚线淡色：前面出现过。
more-moves = …… 还有 { $count } 种走法
more-brief = + { $count }

# why

why-round = 双方都不能逼胜。保持和局的走法会循环：
why-round-points = 双方都不能逼得比无限循环更多的分；无限循环对这里轮到的一方值 { $value }。保持它的走法会循环：
why-round-keeps = { $moves } 也保持
why-round-gives = { $moves } 会送分
why-round-draws = { $moves } 也是和局
why-round-loses = { $moves } 会输
why-round-only = 唯一的走法
why-round-back = 又回到 { $position }，如此循环
why-over = 本局已结束。
why-even = 为什么持平？
why-ahead = 为什么 { $player } 最终领先 { $count } 分？
why-behind = 为什么 { $player } 最终落后 { $count } 分？
why-draw = 为什么是和局？
why-win = 为什么 { $player } 必胜？
why-win-in = 为什么 { $player } 能在 { $count } 步内胜？
why-loss = 为什么 { $player } 必败？
why-loss-in = 为什么 { $player } 必在 { $count } 步内败？
points-left = 还剩 { $count } 分
why-gain = 得 { $gain } 分，
then-over = 随即结束
then-over-lead = 随即结束，{ $player } 另得 { $lead }
then-points = 此后{ $place } { $player } 得剩下 { $left } 分中的 { $count } 分
again-points = 此后 { $player } 再走一步，{ $place }得剩下 { $left } 分中的 { $count } 分
then-even = 此后{ $place }双方持平
then-ahead = 此后{ $place } { $player } 领先 { $count } 分
then-behind = 此后{ $place } { $player } 落后 { $count } 分
again-ahead = 此后 { $player } 再走一步，{ $place }领先 { $count } 分
again-behind = 此后 { $player } 再走一步，{ $place }落后 { $count } 分
place-row = 在 { $row } 上
place-row-rest = 在 { $row }（{ $rest }）上
place = 在 { $position } 处
answers = { $player } 可应以 { $answer }
answers-longest = { $player } 应以 { $answer } 能拖得最久
answers-in-vain = { $player } 怎样应都无济于事，例如 { $answer }
everything = ，拿走剩下的全部
at-once = ，立即获胜
every-reply = { $player } 的每一种应着都有对策
more-options = …… 还有 { $count } 种，都不更好
nimbers = 尼姆数
nim-sum = 尼姆和
nim-lost = 尼姆和为 0 是必败态：轮到的一方怎么走都使它不为 0，对方再把它变回 0。
nim-won = 尼姆和不为 0 是必胜态：轮到的一方把它变为 0 即胜，走法：{ $moves }
costs-nothing = { $move } 没有损失：它就是最优走法之一。
costs = { $move } 损失 { $count } 分：得 { $worth }，而不是 { $value }。
costs-outcome = { $move } 把“{ $value }”变成“{ $worth }”。
note-lead = 净胜分指从此以后自己的得分减去对方的得分。下一步轮到对方，所以要减去对方的净胜分。
note-points = 剩下的总分，减去走完这一步后对方能得到的分数，其余归自己。
note-pair = （轮到的一方的分数，对方的分数），从此以后计算：先是这一步所得，再加上以后所得。
note-own = 由剩余总分与净胜分可得分数：{ $player } 得 { $sum } 分。
move = 走法
gain = 得分
reply = 应着
worth = 对 { $player } 的价值

# recurrence

otherwise = 其他情形
formula-lead = v：轮到的一方的净胜分，即从此以后自己的得分减去对方的得分
formula-points = 用得分表示。f：轮到的一方从此以后的得分；s：剩下的总分
formula-rounds-cost = c：{ $answers } 从此以后的净胜分，{ $begins } 使它尽量小；{ $begins } 的一步走法和对它的应对合为一步
formula-rounds = v：对先走的一方的价值，一步走法和对它的应对合为一步
formula-outcome = v：轮到的一方必胜为 1，和局为 0，必败为 −1
formula-nimber = g：一个部分的尼姆数；几个部分合起来用 ⊕（异或）相加，为 0 则轮到的一方必败
formula-mex = mex：0、1、2、…… 中最小的缺少的数
formula-open = 走法没有闭式（{ $reason }）：下式对任何游戏都成立。同一方连走时，以 + 代 −。
formula-board = S[r, c] 是 { $list } 前 r 行前 c 列之和
formula-list = S[k] 是 { $list } 前 k 项之和
formula-order = 填表次序：{ $order }，这样每格用到的值都已填好。
formula-ranges = 其中 { $ranges }
formula-half-open = [i ..< j] 从第 i 项开始，到第 j 项之前为止（左闭右开）。
formula-closed = [i .. j] 从第 i 项开始，到第 j 项为止（两端都包含）。
formula-unshifted = { $names }：剩下的最后一项的后一项（左闭右开区间）。
formula-shifted = { $names }：剩下的最后一项；规则中则是它的后一项。
formula-growth = 共 O({ $steps }) 步：O({ $positions }) 个状态，每个状态 O({ $moves }) 种走法。
formula-windows = 用滑动窗口求一段的最优值时：O({ $steps })。
formula-seen = 由 { $games } 个小规模对局（{ $sizes }）归纳得出，形式完全一致；对其他规模未作证明。
formula-seen-alike = 由 { $games } 个小规模对局归纳得出，形式完全一致；对其他参数未作证明。
formula-because = 对局必定结束：{ $fact }（理由：{ $because }）

# line

to-the-other = （对方 { $points }）
as-good = 同样好：{ $moves }
repeats = 从此循环：这个局面在 { $count } 步后已出现过
cut = ……（用 --line 指定长度）
ties = 同样好
# gen 与 stress
gen-wrote = 已把 { $count } 组数据写入 { $folder }
stress-input = 输入  { $template }      （更改：--input）
stress-answer = 答案  { $template }      （更改：--answer）
stress-wrong = 第 { $number } 组   种子 { $name }      { $case }      你的 { $yours }      正确 { $right }
stress-smallest = 最小的出错数据  { $case }      你的 { $yours }      正确 { $right }
stress-line = {"  "}最优对局  { $line }
stress-saved = {"  "}已保存  { $files }
stress-again = {"  "}重跑    { $command }
stress-solve = {"  "}查看    { $command }
stress-silent = （没有输出）
stress-crashed = （崩溃，{ $status }）
stress-late = （{ $time } 内没有回答）
stress-endless = （输出没有尽头）
stress-agreed = { $of } 组中 { $agree } 组一致     { $time }     （Bouton { $own }，你的程序 { $theirs }；--serve 只用一个进程）
stress-agreed-served = { $of } 组中 { $agree } 组一致     { $time }     （Bouton { $own }，你的程序 { $theirs }）

# grade
grade-right = { $cells } 格中 { $right } 格正确
grade-read = 读法：
grade-place = { $at }，你的 { $place }
reading-turned = 你的行是 { $rows }，列是 { $columns }
reading-called = 你的 { $yours } 就是 { $var }
reading-closed = 你的 { $var } 指最后一个（{ $thing }），Bouton 的指它的下一个
reading-closed-one = 你的 { $var } 指最后一个，Bouton 的指它的下一个
reading-from-one = 你的 { $var } 从 { $theirs } 开始，Bouton 的从 { $ours } 开始
reading-plus = Bouton 的 { $var } 等于你的再加 { $more }
reading-mirrored = 你的 { $var } 从另一端数起：Bouton 的是 { $last } 减你的
reading-length = 你的 { $var } 是长度：{ $var } = { $other } + 你的
reading-length-less = 你的 { $var } 比长度少一：{ $var } = { $other } + 1 + 你的
reading-lowered = 你的 { $var } 的第 k 位是数 k；Bouton 的第 0 位是最小的数
reading-without = 你的 { $var } 是还剩下的数，Bouton 的是已经没有的数
reading-fixed = 你的每一格里 { $var } 都是 { $value }
reading-points = 你的值是轮到者自己的得分
reading-won = 你的值是：胜为 1，负为 0
reading-other-lead = 你的值是另一方的净胜分：轮到者付出多少
reading-other-points = 你的值是不轮到的一方的得分
reading-first-lead = 你的值总是 { $first } 的净胜分，不论轮到谁
reading-first-points = 你的值总是 { $first } 的得分，不论轮到谁
reading-first-won = 你的值是：{ $first } 胜为 1，否则为 0，不论轮到谁
reading-pair = 你的数对是（轮到者的得分，另一方的得分）
reading-first-pair = 你的数对是（{ $first } 的得分，{ $second } 的得分），不论轮到谁
reading-other-pair = 你的数对是（另一方的得分，轮到者的得分）
reading-difference = 你的数对之差是轮到者的净胜分
grade-missing = { $count ->
   *[other] 表中缺少 { $count } 个会到达的格子，第一个是 { $first }
  }
grade-first-wrong = {"  "}第一个错格   { $at }     你的 { $yours }     正确 { $right }
grade-over = {"    "}这里对局已经结束
grade-all-negative = {"    "}这里所有选择都是负的，又必须选一个：最好的是 { $right }，不是 0
grade-suspect = {"  "}你的整张表正是这样得到的：{ $mistake }
grade-suspects = {"  "}你的整张表正是下列错误之一的结果：
grade-no-suspect = {"  "}没有哪个常见错误能得到这整张表
grade-not-apart = {"  "}没有小数据能区分它们
grade-apart = {"  "}能区分它们的最小数据是 { $case }：正确 { $right }，{ $given }
grade-gives = ({ $letter }) 得 { $value }
mistake-floor = 最大值从 0 开始，而不是从 −∞ 开始{ $what }
mistake-not-updated = { $what } 从未更新
mistake-plus = 下一局面的值被加上而不是减去：那是对方的{ $what }
mistake-no-reply = 没有考虑对方的应对{ $what }
mistake-least = 取了最小值而不是最大值{ $what }
mistake-greedy = 总是取眼前得分最多的一步{ $what }
mistake-range-short = { $what } 的范围少了最后一个
mistake-range-late = { $what } 的范围少了第一个
mistake-range-long = { $what } 的范围多了一个
mistake-strict = 条件里应为 <= 处写成了 <{ $what }
mistake-sum-short = 得分的求和漏了最后一项{ $what }
mistake-sum-late = 得分的求和漏了第一项{ $what }
mistake-no-gain = 漏了这一步的得分{ $what }
mistake-stuck = 终局的胜负算反了：不能走的一方得到了错误的值{ $what }

# refute
refute-case = “{ $belief }” 在 { $case } 上出错      （看过的 { $cases } 组中最小的）
refute-none = “{ $belief }” 在最小的 { $cases } 组数据上没有损失；这不是证明
refute-line = {"  "}经过      { $line }
refute-at = {"  "}在        { $position }
refute-chosen = {"  "}所选      { $move }   { $value }
refute-better = {"  "}更好      { $move }   { $value }
refute-turns = {"  "}先手的结果从 { $right } 变成 { $got }

# code
recur-needs = 变量要是数、数的集合、列表或棋盘，走法要直截，如 `1140`；对局可能重复时只能是数和集合，而且只有程序，如 `913`
grade-instead = `bouton table` 给出正确的表；`bouton stress` 检验程序
code-stages = 可以写的有：{ $stages }
code-from = 由 { $command } 写出；一直读到输入结束
code-compile = 编译：javac -encoding UTF-8 Main.java
code-low = 小于任何取值
code-keep = 同时保留的行数
code-sums = 第 k 项是前 k 项之和
code-sums-of = 第 k 项是 { $list } 前 k 项之和
code-sum-at = { $list }_sum[k] 是前 k 项之和
code-next = 下一个数；已经确认输入中还有。
code-more = 输入中是否还有数。
code-until = 一直读到有数为止；输入结束时为 false。
code-work = 以 { $case } 为例：递归 { $plain } 次调用，记忆化搜索 { $memo } 次，填表 { $cells } 格，滚动数组只留 { $rows } 行中的 { $keep } 行
code-work-table = 以 { $case } 为例：递归 { $plain } 次调用，记忆化搜索 { $memo } 次，填表 { $cells } 格
code-work-calls = 以 { $case } 为例：递归 { $plain } 次调用，记忆化搜索 { $memo } 次

# play
play-seats = 你执 { $player }；{ $other } { $level }
play-both = 双方都由你来走
play-perfect = 每步都走最优走法
play-fair = 从不失误，还会设陷阱
play-slip = 走最优走法，但每 100 步失误 { $count } 步
play-give-back = 走最优走法，但你失误后可能跟着失误
play-random = 随机走
play-worst = 故意求败
play-unknown = 这里的取值未知：局面太多，没有事先求解
play-even = 双方持平
play-drawn = 和局
play-won = { $player } 胜
play-won-by = { $player } 胜 { $count } 分
play-repeated = 和局：同一局面第三次出现
play-repeated-points = 同一局面第三次出现：循环不止，余下的按规则计分
play-repeated-won = { $player } 胜：同一局面第三次出现，按规则无限循环对其有利
play-slipped = 第 { $number } 步，{ $move }：变为 { $worth }，本可 { $value }；更好的走法是 { $better }
regret-none = 没有失误：每一步都保住了取值
play-no-slips = 你没有失误。
play-slips = 失误：
play-undone = 已退回 { $count } 步
play-nothing-to-undo = 没有可以退回的走法
play-unclear = `{ $text }` 不是这里的合法走法
play-several = `{ $text }` 可以指不止一种走法
play-near = 最接近的：{ $moves }
play-which = 是哪一种：{ $moves }
play-moves = 输入 `走法`（`moves`）列出全部 { $count } 种走法，`帮助`（`help`）列出其他命令
play-over = 本局已结束：`悔棋`（`undo`）退回一步，`重来`（`restart`）重新开始，`退出`（`quit`）离开
play-again = 新的一局
play-flipped = 现在你执 { $player }
play-no-sides = 双方本来就都由你来走
play-shown = 显示取值
play-hidden = 隐藏取值
play-left = 输入已结束，这一局没有下完
play-bye = 没有下完就离开了
play-blind = 局面太多，没有事先求解，所以没有提示；{ $other } 随机走
play-help-move = 输入走法，或足以辨认的一部分：`put 0 1`、`0 1`。也可以输入下面的命令（中文、英文都行）或按键：
play-space = 空格
play-word-best = 走一步最优走法
play-word-hint = 显示最优走法
play-word-why = 局面为什么是这个取值
play-word-what = 某个走法的代价：`代价 put 0 1`
play-word-moves = 全部合法走法
play-word-undo = 退回你的上一步
play-word-values = 显示或隐藏取值
play-word-flip = 交换双方
play-word-restart = 重新开始
play-word-help = 这份说明
play-word-quit = 离开
play-typed-best = 最优
play-typed-hint = 提示
play-typed-why = 为什么
play-typed-what = 代价
play-typed-moves = 走法
play-typed-undo = 悔棋
play-typed-values = 取值
play-typed-flip = 换边
play-typed-restart = 重来
play-typed-help = 帮助
play-typed-quit = 退出
play-keys-more = ← → 逐步查看   ↑ ↓ 开头与结尾   Tab 选择走法   Enter 走这一步   : 输入   PgUp PgDn 翻页
play-title-board = 棋盘
play-title-moves = 走法
play-title-game = 对局
play-title-note = 说明
play-viewing = 第 { $number } 步之后，共 { $count } 步：按 Enter 从这里继续
play-typing = 走法或命令

# worksheet
sheet-name = 姓名：______________________________      日期：______________
sheet-fill = 填写缺少的 { $count } 个取值。
sheet-ask-points = 双方均采取最优策略时，各得多少分？
sheet-ask-winner = { $player } 先走。双方均采取最优策略时，结果如何？
sheet-worth = 对 { $player }：{ $worth }
sheet-ask-best = { $player } 的第一步，哪些走法最优？
sheet-ask-cost = 第一步走 { $move }，{ $player } 损失什么？对方怎样应对？
sheet-ask-line = 写出一条最优对局。
sheet-key = 答案（种子 { $seed }）

# say
colon = ：
say-comma = ，
list-comma = 、
say-true = 是
say-false = 否
say-none = 空
say-me = 轮到的一方
say-opponent = 对方
say-not = 并非（{ $a }）
say-and = { $a } 且 { $b }
say-or = { $a } 或 { $b }
say-div = { $a } 除以 { $b } 取整
say-mod = { $a } 除以 { $b } 的余数
say-range = { $lo } 到 { $hi }
say-range-before = { $lo } 到 { $hi } 之前
say-if-value = 若 { $c } 则取 { $a }，否则取 { $b }
say-empty-set = 空集
say-is-none = { $a } 为空
say-is-some = { $a } 不为空
say-in = { $a } 属于 { $b }
say-not-in = { $a } 不属于 { $b }
say-slice = { $list }[{ $lo } 到 { $hi }]
say-slice-before = { $list }[{ $lo } 到 { $hi } 之前]
say-each = （{ $item }，其中 { $clauses }）
say-choice = { $name } 取自 { $over }
say-choice-if = { $name } 取自 { $over }（{ $c }）
say-all-of = { $clauses } 时，总有 { $item }
say-any-of = 存在 { $clauses }，使 { $item }
say-count-of = 满足“{ $item }”的 { $clauses } 的个数
say-ty-range = { $range } 的数
say-ty-int = 整数
say-ty-bool = 是或否
say-ty-player = 一方
say-ty-names = { $names } 之一
say-ty-set = 集合，成员为{ $of }
say-ty-list = 有 { $length } 项的列表，每项为{ $of }
say-ty-grid = { $rows } 行 { $columns } 列的棋盘，每格为{ $of }
say-ty-graph = 有 { $size } 个节点的图
say-ty-node = { $of } 的一个节点
say-ty-cell = { $of } 的一格
say-ty-position = { $of } 的一个局面
say-ty-text = 一段文字
say-ty-record = 一条记录：{ $of }
say-ty-optional = { $of }，或空
say-when = 只有当 { $c } 时才合法。
say-let = 记 { $name } 为 { $value }。
say-let-typed = 记 { $name }（{ $ty }）为 { $value }。
say-let-steps = { $name } 在开局前算出：
say-let-then = 它就是 { $value }。
say-outcome-if = 若 { $c }，{ $then }
say-outcome-else = 若 { $c }，{ $then }；否则{ $other }
say-becomes = { $place } 变为 { $value }。
say-emptied = { $place } 变为空。
say-added = { $place } 增加 { $value }。
say-taken = { $place } 减少 { $value }。
say-put-in = { $value } 放入 { $place }。
say-put-out = { $value } 移出 { $place }。
say-at-once = 同时：{ $all }
say-gain = { $who } 得分：{ $amount }。
say-again = 同一方再走一步。
say-turn = 下一步轮到：{ $who }。
say-if = 如果 { $c }：
say-else = 否则：
say-for = 依次对每个取自 { $over } 的 { $name }：
say-break = 离开这个循环。
say-end = 本局结束：{ $outcome }。
say-end-when = 如果 { $c }，本局结束：{ $outcome }。
say-points-decide = 由得分决定
say-draw = 和局
say-even = 双方持平
say-wins = { $who } 胜
say-loses = { $who } 负
say-leads = { $who } 比对方多得 { $points } 分
say-players = 双方是 { $first } 与 { $second }；若无说明，{ $mover } 先走。“轮到的一方”指该走的一方。
say-param = 给定：{ $name }，{ $ty }。
say-param-default = 给定：{ $name }，{ $ty }；未给出时为 { $value }。
say-require = 必须满足：{ $c }。
say-type = “{ $name }”指{ $ty }。
say-def = { $call } 表示 { $value }。
say-state = { $name }，{ $ty }，开始时为 { $value }。
say-invariant = 始终满足：{ $c }。
say-rank = 每一步都使 { $number } 变大。
say-remaining = 还没有分出的分数：{ $points }。
say-starts = 先走的是：{ $who }。
say-normalise = 每一步之后：
say-move = { $who } 可以走 { $name }。
say-move-choices = { $who } 可以走 { $name }，选择 { $choices }。
say-field = { $value }（{ $ty }）
say-part = 每个 { $name } 由 { $values } 表示；整局由这样的部分组成，每一步改变其中一个。
say-leaves = 剩下 { $sum }。
say-nothing = 空
say-start = 开始时有 { $sum }。
say-stuck = 轮到的一方无法走时：{ $outcome }。
say-stuck-when = 轮到的一方无法走且 { $c } 时：{ $outcome }。
say-pass = 停一手，轮到对方
say-pass-else = 停一手，轮到对方；双方都无法走时，{ $outcome }
say-repeat = 如果无限循环，则为和局。
say-repeat-won = 如果无限循环，{ $who } 胜。
say-repeat-even = 如果无限循环，从那时起谁也不比对方多得分。
say-repeat-leads = 如果无限循环，从那时起 { $who } 比对方多得 { $points } 分。
say-symmetry = 下列变化不影响结果：{ $items }。
say-permute = { $board } 各项的次序
say-mirror-rows = { $board } 上下翻转
say-mirror-columns = { $board } 左右翻转
say-transpose = { $board } 行列互换
say-rotations = { $board } 旋转
say-reflections = { $board } 镜像
say-together = { $first }并且{ $second }
say-swap = 双方互换
say-map = { $from } 移到 { $to }
say-show-grid = { $name } 画成棋盘
say-show-row = { $name } 画成一行
say-show-heaps = { $name } 画成堆
say-show-mancala = { $name } 画成播棋棋盘
say-show-graph = { $name } 画成带棋子的图
say-show-window = ，从 { $lo } 到 { $hi } 之前
say-show-upward = ，第一行在最下面
say-show-with = ，记号：{ $signs }
say-sentence = { $text }。
say-example = 例如 { $params } 时：{ $expects }。
say-example-plain = 例如：{ $expects }。
say-in-plies = { $outcome }，共 { $plies } 步
say-answer-plies = 步数
say-answer-positions = 局面数
say-answer-best = 最优走法
say-help-len = { $a } 的长度
say-help-sum = { $a } 之和
say-help-min = 最小值（{ $a }）
say-help-max = 最大值（{ $a }）
say-help-abs = 绝对值（{ $a }）
say-help-count = { $a } 中 { $b } 的个数
say-help-count-true = { $a } 中成立的个数
say-help-any = { $a } 中至少有一个成立
say-help-all = { $a } 全部成立
say-help-first = { $a } 的第一项
say-help-last = { $a } 的最后一项
say-help-sorted = { $a } 按升序排列
say-help-distinct = { $a } 去掉重复
say-help-reversed = { $a } 倒序
say-help-xor = { $a } 的尼姆和
say-help-gcd = { $a } 的最大公约数
say-help-popcount = { $a } 的二进制中 1 的个数
say-help-isqrt = { $a } 的平方根取整
say-help-is_square = { $a } 是平方数
say-help-divides = { $a } 整除 { $b }
say-help-mex = { $a } 中没有的最小自然数
say-help-subsets = { $a } 的子集
say-help-append = { $a } 末尾加上 { $b }
say-help-insert = { $a } 在第 { $b } 项之前插入 { $c }
say-help-remove = { $a } 去掉第 { $b } 项
say-help-split = { $a } 把第 { $b } 项换成 { $c } 与 { $d }
say-help-line = { $a } 上有 { $c } 格连成直线或斜线，都是{ $b }
say-help-full = { $a } 没有空格
say-help-cells = { $a } 的各格
say-help-rows = { $a } 的各行
say-help-cols = { $a } 的各列
say-help-row_of = { $a } 所在的行
say-help-col_of = { $a } 所在的列
say-help-around4 = { $a } 上 { $b } 的上下左右各格
say-help-around8 = { $a } 上与 { $b } 相邻的各格
say-help-ray = { $a } 上从 { $b } 沿方向 { $c } 到边的各格
say-help-slide = { $a } 上从 { $b } 沿方向 { $c } 直到第一个不空的格之前的空格
say-help-slide-most = { $a } 上从 { $b } 沿方向 { $c } 直到第一个不空的格之前的空格，至多 { $d } 个
say-help-directions4 = 上、左、右、下
say-help-directions8 = 八个方向
say-help-flood = { $a } 上与 { $b } 相连且内容相同的各格
say-help-flood-steps = { $a } 上按 { $c } 的步子与 { $b } 相连且内容相同的各格
say-help-number-base = { $a } 按 { $b } 进位所写的数
say-help-position = { $a } 上现有的一切
say-help-borders = { $a } 上紧挨 { $b } 的各格
say-help-nodes = { $a } 的各节点
say-help-degree = { $a } 中 { $b } 的邻居数
say-help-distance = { $a } 中 { $b } 到 { $c } 的距离
say-help-adjacency = 每个节点的邻居是 { $a } 的图
say-help-edges = 边为 { $a } 的图
say-help-arcs = 有向边为 { $a } 的图
say-help-bit = { $a } 的二进制中第 { $b } 位（从 0 数起）
say-help-digits = { $a } 的各位数字
say-help-divisors = { $a } 的约数
say-help-primes = 不超过 { $a } 的质数
say-help-number = { $a } 写出的数
say-help-code = 字母 { $a } 的编号
say-help-product = 从 { $a } 的每一项中各取一个的所有取法
say-help-sequences = 由 { $a } 的 1 到 { $b } 项排成的所有列表
say-help-reach = { $a } 中从 { $b } 走得到的节点
say-help-reach-among = { $a } 中从 { $b } 出发、只经过 { $c } 走得到的节点
say-help-connected = { $a } 的所有节点连在一起
say-help-connected-among = { $a } 的节点 { $b } 连在一起
say-help-is_tree = { $a } 是一棵树
say-help-total = { $a } 的得分
say-help-lead = { $a } 的净胜分
say-help-can = 轮到的一方可以走 { $a }
say-state-empty = { $name }，{ $ty }，开始时为空。

# refusals and formulas
advice-smaller-n = `--n { $n }` 会取较小的例子
advice-give = 给出较小的参数：`{ $params }`
advice-later = 从较后的局面开始：`--at '{ $at }'`
advice-csv = `--format csv` 列出每一格
advice-csv-million = `--format csv` 最多列出一百万格
advice-svg = `--format svg` 画成热图
advice-frames = `to_polars()` 等不限局面的个数
advice-page-tree = “博弈树”一栏画出最优对局和反驳
advice-tree = `bouton tree` 画出最优对局，以及对其他走法的反驳
advice-smaller = 取较小的例子，或较后的局面：`--at`
advice-dot = `--format dot` 供 Graphviz 使用
advice-lead = `--form lead` 适用于每个计分的游戏
advice-no-form = 不要写 `--form`：胜负局面没有算式
unfit-no-points = 这个游戏只分胜负，不计分
unfit-no-remaining = 规则没有说还剩多少分：缺少 `remaining` 一行
unfit-no-nimbers = 这些局面不用尼姆数表示
advice-most = `--most { $most }` 画出能容纳的部分
advice-order = `--order { $order }`：{ $how }
unfit-order = 不能按 `{ $order }` 的次序填表
advice-choice = 这里 `{ $name } in { $over }` 是 { $legal }
advice-near = 是否指 `{ $move }`？
advice-moves = 这里的走法有：{ $moves }
unfit-move = `{ $move }` 不是 `{ $position }` 处的合法走法
formula-if = 若
formula-over = 其中
formula-and = 且
formula-for = 其中
formula-moves = 走法
formula-result = 结果
formula-gain = 得分
formula-over-at = 在 p 处已结束
formula-left = m 使 q 剩下的各部分以 ⊕ 相加
formula-nobody = 双方都不能走

# solve

solve-first = { $player } { $many ->
   *[other] 先走
 }
solve-at = 在 { $position }
solve-from-here = 此后 { $player } { $many ->
   *[other] 多得
 } { $count } 分
solve-ahead = { $player } { $many ->
   *[other] 最终领先
 } { $count } 分
solve-nobody = 双方持平
solve-on-line = { $ahead }   （总分依这条走法）
solve-wins = { $player } { $many ->
   *[other] 胜
 }
solve-wins-in = { $wins }，共 { $count } 步
solve-over = 到此已经结束
solve-endless = 循环不止
solve-draw = 和局
solve-repeats = 最优对局循环往复
solve-drawn-after = 双方均采取最优策略，{ $count ->
   *[other] { $shown }
 } 步后成和局
solve-best = { $count ->
   *[other] 最优走法
 }
solve-best-first = { $count ->
   *[other] 最优第一步
 }
solve-others-lose = 其余都负；太多，不一一列出
solve-so-many-lose = 其余 { $others } 步都负；太多，不一一列出
solve-too-many = 还有更多，不一一列出
solve-so-many = 还有 { $others } 步，不一一列出
solve-none-listed = 走法太多，不一一列出
solve-more = 还有 { $shown } 种，{ $rest }
solve-more-best = 其中 { $shown } 种最优
solve-more-worst = 最差的 { $worth }
solve-line = 最优对局
solve-line-more = 还有 { $shown } 步
solve-line-more-than = 还有不止 { $shown } 步
solve-round = 如此循环
solve-round-from = 从第 { $count } 步起循环
counts = 对轮到的一方：胜 { $win } · 和 { $draw } · 负 { $loss }
counts-points = 轮到的一方：领先 { $win } · 持平 { $draw } · 落后 { $loss }
solve-positions = { $count ->
   *[other] { $shown }
 } 个局面
solve-parts = { $count ->
   *[other] { $shown }
 } 个部分
solve-finished = 其中 { $count ->
   *[other] { $shown }
 } 个已结束
solve-moves = { $count ->
   *[other] { $shown }
 } 步走法
solve-theorem = 精确，没有搜索任何局面
solve-searched = 精确，搜索了 { $positions }
solve-one = { $positions }，已精确求解
solve-all = { $positions }，全部精确求解
solve-placements = { $positions }，不论能否到达，全部精确求解
solve-symmetry = { $what }（对称合并后 { $kept } 个）
solve-peak = 最多用 { $bytes }
solve-checked = 不用上述方法另行核对：{ $positions }、{ $moves }，全部正确
each-mover = 轮到
each-worth = 结果
each-best = 最优
each-nimber = Nim 值
solve-next = 接着：  { $commands }

view-cell = 第 { $row } 行第 { $column } 列
view-entry = 第 { $number } 个
view-heap = 第 { $number } 堆
view-node = 节点 { $number }
view-pit = { $player } 的坑 { $number }
view-store = { $player } 的仓
view-empty = 空
view-move = { $move }：{ $worth }
view-move-gains = { $move }：得 { $gain }；{ $worth }
view-slip = 变为 { $worth }，本可 { $value }；更好的走法是 { $better }
view-later = { $worth }，本可 { $value }；更快的走法是 { $better }
view-sooner = { $worth }，本可 { $value }；能坚持更久的走法是 { $better }
view-so-far = 目前 { $one } { $first } 分，{ $other } { $second } 分

page-locked-saved = 这份解是按这些参数保存的；换参数须另行求解。
page-locked-lesson = 这份课件只含这一组参数的游戏。
page-level-perfect = 完美
page-level-fair = 设陷阱
page-level-slip = 偶有失误
page-level-give-back = 你失误后也可能失误
page-level-random = 随机
page-level-worst = 故意求败
page-language-python = Python
page-language-java = Java
page-language-cpp = C++
page-language-go = Go
page-language-rust = Rust
page-language-js = JavaScript
page-recurrence-sizes = 规模
page-recurrence-every = 一切规模
page-recurrence-these = 代入数值
page-recurrence-intervals = 区间
page-recurrence-half-open = 左闭右开 [i, j)
page-recurrence-closed = 闭区间 [i, j]
page-stage-recursion = 递归
page-stage-memo = 记忆化搜索
page-stage-table = 递推填表
page-stage-rolling = 滚动数组

# editor

editor-game = 游戏名
editor-player = 一方
editor-param = 参数
editor-let = 开局前定下的值
editor-type = 类型
editor-value = 类型中的名字
editor-def = 公式
editor-state = 局面变量
editor-part = 和中的一部分
editor-move = 走法
editor-choice = 走法中的选择
editor-local = 走法内定下的值
editor-var = 走法内的变量
editor-loop = 循环变量
editor-argument = 传入的值
editor-unread = 声明它的那一行还读不懂
editor-is = { $kind }：{ $values }
editor-is-within = { $kind }：{ $values }，{ $range }
editor-is-long = { $kind }：{ $values }，{ $range } 项
editor-takes = 在 { $positions } 个局面中取 { $count } 个值（{ $params }）
editor-takes-within = 在 { $positions } 个局面中取 { $count } 个值，{ $range }（{ $params }）
editor-legal = 在 { $positions } 个局面中有 { $legal } 个可以走
editor-legal-in = 在 { $positions } 个局面中有 { $legal } 个可以走（{ $params }）
editor-legal-tip = 一个例子的所有局面：{ $params }
editor-there = 例子中为 { $value }（{ $params }）
editor-size = 最多 { $now } 个局面
editor-size-grows = 最多 { $now } 个局面，取最大值时 { $most } 个
editor-size-tip = 只由类型得出的上界，参数取最后一个例子的
editor-unsolved = 这里没有求解：太大
editor-no-board = 规则有错误，无法画出棋盘
editor-solve = 求解
editor-play = 对弈
editor-table = 表格
editor-why = 为什么
editor-no-name = 这里没有规则中的名字
editor-not-written = 没有 `players` 行时双方叫 `First` 和 `Second`：写一行来起名
editor-not-a-name = 名字由字母、数字和 `_` 组成，不以数字开头
editor-reserved = 这个词有固定的意思
editor-taken = 这个名字在那里已经有别的意思
editor-explain = 解释 { $code }
editor-play-there = 在终端里对弈：bouton play FILE { $params }
pattern-looked = 看过 { $cases } 组数据。下面的规律在其中全部成立，但没有证明。
pattern-looked-sizes = 看过 { $cases } 组数据，{ $sizes }。下面的规律在其中全部成立，但没有证明。
pattern-always = 总是 { $claim }。
pattern-none = 没有发现规律。找过的规律：奇偶、倍数和余数、相等的数、列表的和与异或、递增和递减的列表。
pattern-holds = 若 { $when }：{ $claim }。共 { $cases } 组
pattern-but = 否则未必：{ $case }：{ $claim }
pattern-even = { $name } 是偶数
pattern-odd = { $name } 是奇数
pattern-multiple = { $name } 是 { $number } 的倍数
pattern-no-multiple = { $name } 不是 { $number } 的倍数
pattern-rest = { $name } 除以 { $number } 余 { $rests }
pattern-rest-from = { $name } 除以 { $number } 余 { $rests }（从 { $name } = { $from } 起）
pattern-same = { $name } = { $other }
pattern-not-same = { $name } ≠ { $other }
pattern-xor = { $name } 的异或为 0
pattern-no-xor = { $name } 的异或不为 0
pattern-sum-even = { $name } 的和是偶数
pattern-sum-odd = { $name } 的和是奇数
pattern-equal = { $name } 各数相等
pattern-rising = { $name } 不递减
pattern-falling = { $name } 不递增
pattern-wins = { $player } 必胜
pattern-draws = 和局
pattern-never-loses = { $player } 不会输
