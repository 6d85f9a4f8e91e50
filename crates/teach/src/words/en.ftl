# Every message of `crates/teach`, in English. The same names stand in zh.ftl.

positions = { $count ->
    [one] { $count } position
   *[other] { $count } positions
  }
