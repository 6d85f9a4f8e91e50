# `crates/teach` 的全部文字，中文。条目与 en.ftl 一一对应。

positions = { $count } 个局面
