# `crates/teach` 的全部文字，中文。条目与 en.ftl 一一对应。

positions = { $count } 个局面

# gen 与 stress
gen-wrote = 已把 { $count } 组数据写入 { $folder }
stress-input = 输入  { $template }      （更改：--input）
stress-answer = 答案  { $template }      （更改：--answer）
stress-wrong = 第 { $number } 组   种子 { $name }      { $case }      你的 { $yours }      正确 { $right }
stress-smallest = 最小的出错数据  { $case }      你的 { $yours }      正确 { $right }
stress-line = {"  "}最佳对局  { $line }
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
grade-points = （按轮到者自己的得分来读）
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
code-from = 由 { $command } 写出；一直读到输入结束
code-work = 以 { $case } 为例：递归 { $plain } 次调用，记忆化 { $memo } 次，表格 { $cells } 格，滚动只留 { $rows } 行中的 { $keep } 行
code-work-table = 以 { $case } 为例：递归 { $plain } 次调用，记忆化 { $memo } 次，表格 { $cells } 格
code-work-calls = 以 { $case } 为例：递归 { $plain } 次调用，记忆化 { $memo } 次
