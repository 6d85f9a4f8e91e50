//! Helpers of the rules as each language writes them: what its library calls them, or a small function that stands before what uses it.

use super::super::tree::Call;
use super::{Code, Language, camel_case};

/// How a language writes a helper: what it is called, and the function that it takes.
enum Written {
    /// The library has it.
    Library(&'static str),
    /// A function, called like the helper.
    Function(&'static str),
}

use Written::{Function, Library};

/// A helper: what its function is called, and how it is written in Python, Java, C++, Go, Rust and JavaScript, as `LANGUAGES` has them.
type Row = (Call, &'static str, [Written; 6]);

const ROWS: &[Row] = &[
    (
        Call::IsSquare,
        "is_square",
        [
            Function("def is_square(x):\n    return x >= 0 and isqrt(x) ** 2 == x"),
            Function(
                "static boolean isSquare(long x) {\n    long root = Math.round(Math.sqrt(x));\n    return root * root == x;\n}",
            ),
            Function(
                "static bool is_square(long long x) {\n    long long root = std::llround(std::sqrt((double)x));\n    return root * root == x;\n}",
            ),
            Function(
                "func isSquare(x int) bool {\n\troot := int(math.Round(math.Sqrt(float64(x))))\n\treturn root*root == x\n}",
            ),
            Function(
                "fn is_square(x: i64) -> bool {\n    let root = (x as f64).sqrt().round() as i64;\n    root * root == x\n}",
            ),
            Function(
                "function isSquare(x) {\n  const root = Math.round(Math.sqrt(x));\n  return root * root === x;\n}",
            ),
        ],
    ),
    (
        // The root of a floating-point number may be one off; a quotient cannot overflow.
        Call::Isqrt,
        "isqrt",
        [
            Library("isqrt"),
            Function(
                "static long isqrt(long x) {\n    long root = (long) Math.sqrt(x);\n    while (root > 0 && root > x / root) {\n        root--;\n    }\n    while (root + 1 <= x / (root + 1)) {\n        root++;\n    }\n    return root;\n}",
            ),
            Function(
                "static long long isqrt(long long x) {\n    long long root = (long long)std::sqrt((double)x);\n    while (root > 0 && root > x / root) {\n        --root;\n    }\n    while (root + 1 <= x / (root + 1)) {\n        ++root;\n    }\n    return root;\n}",
            ),
            Function(
                "func isqrt(x int) int {\n\troot := int(math.Sqrt(float64(x)))\n\tfor root > 0 && root > x/root {\n\t\troot--\n\t}\n\tfor root+1 <= x/(root+1) {\n\t\troot++\n\t}\n\treturn root\n}",
            ),
            Function(
                "fn isqrt(x: i64) -> i64 {\n    let mut root = (x as f64).sqrt() as i64;\n    while root > 0 && root > x / root {\n        root -= 1;\n    }\n    while root + 1 <= x / (root + 1) {\n        root += 1;\n    }\n    root\n}",
            ),
            Function(
                "function isqrt(x) {\n  const root = Math.floor(Math.sqrt(x));\n  return root * root > x ? root - 1 : root;\n}",
            ),
        ],
    ),
    (
        Call::Gcd,
        "gcd",
        [
            Library("gcd"),
            Function("static long gcd(long a, long b) {\n    return b == 0 ? Math.abs(a) : gcd(b, a % b);\n}"),
            Function(
                "static long long gcd(long long a, long long b) {\n    return b == 0 ? std::llabs(a) : gcd(b, a % b);\n}",
            ),
            Function("func gcd(a, b int) int {\n\tfor b != 0 {\n\t\ta, b = b, a%b\n\t}\n\treturn max(a, -a)\n}"),
            Function("fn gcd(a: i64, b: i64) -> i64 {\n    if b == 0 { a.abs() } else { gcd(b, a % b) }\n}"),
            Function("function gcd(a, b) {\n  return b === 0 ? Math.abs(a) : gcd(b, a % b);\n}"),
        ],
    ),
    (
        Call::Popcount,
        "popcount",
        [
            Function("def popcount(x):\n    return bin(x).count(\"1\")"),
            Function("static long popcount(long x) {\n    return Long.bitCount(x);\n}"),
            Function("static long long popcount(long long x) {\n    return x == 0 ? 0 : x % 2 + popcount(x / 2);\n}"),
            Function(
                "func popcount(x int) int {\n\tones := 0\n\tfor ; x > 0; x /= 2 {\n\t\tones += x % 2\n\t}\n\treturn ones\n}",
            ),
            Function("fn popcount(x: i64) -> i64 {\n    i64::from(x.count_ones())\n}"),
            Function("function popcount(x) {\n  return x === 0 ? 0 : x % 2 + popcount(Math.floor(x / 2));\n}"),
        ],
    ),
    (
        Call::Bit,
        "bit",
        [
            Function("def bit(x, place):\n    return x >> place & 1"),
            Function("static long bit(long x, long place) {\n    return place < 63 ? x >> place & 1 : 0;\n}"),
            Function(
                "static long long bit(long long x, long long place) {\n    return place < 63 ? x >> place & 1 : 0;\n}",
            ),
            Function("func bit(x, place int) int {\n\treturn x >> place & 1\n}"),
            Function("fn bit(x: i64, place: i64) -> i64 {\n    if place < 63 { x >> place & 1 } else { 0 }\n}"),
            Function("function bit(x, place) {\n  return Math.floor(x / 2 ** place) % 2;\n}"),
        ],
    ),
    (
        Call::Digits,
        "digits",
        [
            Function("def digits(x):\n    return [int(digit) for digit in str(x)]"),
            Function(
                "static long[] digits(long x) {\n    return Long.toString(x).chars().mapToLong(digit -> digit - '0').toArray();\n}",
            ),
            Function(
                "static std::vector<long long> digits(long long x) {\n    std::vector<long long> found;\n    for (char digit : std::to_string(x)) {\n        found.push_back(digit - '0');\n    }\n    return found;\n}",
            ),
            Function(
                "func digits(x int) []int {\n\tvar found []int\n\tfor _, digit := range strconv.Itoa(x) {\n\t\tfound = append(found, int(digit-'0'))\n\t}\n\treturn found\n}",
            ),
            Function(
                "fn digits(x: i64) -> Vec<i64> {\n    x.to_string().bytes().map(|digit| i64::from(digit - b'0')).collect()\n}",
            ),
            Function("function digits(x) {\n  return [...String(x)].map(Number);\n}"),
        ],
    ),
    (
        Call::Divisors,
        "divisors",
        [
            Function("def divisors(x):\n    return [d for d in range(1, x + 1) if x % d == 0]"),
            Function(
                "static long[] divisors(long x) {\n    return java.util.stream.LongStream.rangeClosed(1, x).filter(d -> x % d == 0).toArray();\n}",
            ),
            Function(
                "static std::vector<long long> divisors(long long x) {\n    std::vector<long long> found;\n    for (long long d = 1; d <= x; ++d) {\n        if (x % d == 0) {\n            found.push_back(d);\n        }\n    }\n    return found;\n}",
            ),
            Function(
                "func divisors(x int) []int {\n\tvar found []int\n\tfor d := 1; d <= x; d++ {\n\t\tif x%d == 0 {\n\t\t\tfound = append(found, d)\n\t\t}\n\t}\n\treturn found\n}",
            ),
            Function("fn divisors(x: i64) -> Vec<i64> {\n    (1..=x).filter(|d| x % d == 0).collect()\n}"),
            Function(
                "function divisors(x) {\n  const found = [];\n  for (let d = 1; d <= x; d++) {\n    if (x % d === 0) {\n      found.push(d);\n    }\n  }\n  return found;\n}",
            ),
        ],
    ),
    (
        Call::Primes,
        "primes",
        [
            Function(
                "def primes(x):\n    found = []\n    for p in range(2, x + 1):\n        if all(p % q for q in found):\n            found.append(p)\n    return found",
            ),
            Function(
                "static long[] primes(long x) {\n    List<Long> found = new ArrayList<>();\n    for (long p = 2; p <= x; p++) {\n        long next = p;\n        if (found.stream().allMatch(q -> next % q != 0)) {\n            found.add(p);\n        }\n    }\n    return found.stream().mapToLong(p -> p).toArray();\n}",
            ),
            Function(
                "static std::vector<long long> primes(long long x) {\n    std::vector<long long> found;\n    for (long long p = 2; p <= x; ++p) {\n        if (std::all_of(found.begin(), found.end(), [p](long long q) { return p % q != 0; })) {\n            found.push_back(p);\n        }\n    }\n    return found;\n}",
            ),
            Function(
                "func primes(x int) []int {\n\tvar found []int\n\tfor p := 2; p <= x; p++ {\n\t\tif !slices.ContainsFunc(found, func(q int) bool { return p%q == 0 }) {\n\t\t\tfound = append(found, p)\n\t\t}\n\t}\n\treturn found\n}",
            ),
            Function(
                "fn primes(x: i64) -> Vec<i64> {\n    let mut found = Vec::new();\n    for p in 2..=x {\n        if found.iter().all(|q| p % q != 0) {\n            found.push(p);\n        }\n    }\n    found\n}",
            ),
            Function(
                "function primes(x) {\n  const found = [];\n  for (let p = 2; p <= x; p++) {\n    if (found.every((q) => p % q !== 0)) {\n      found.push(p);\n    }\n  }\n  return found;\n}",
            ),
        ],
    ),
    (
        Call::Line,
        "line",
        [
            Function(
                "def line(board, rows, cols, who, k):\n    def held(r, c, dr, dc):\n        return c + dc * (k - 1) in range(cols) and r + dr * (k - 1) < rows and all(\n            board[(r + dr * i) * cols + c + dc * i] == who for i in range(k))\n    ways = ((0, 1), (1, 0), (1, 1), (1, -1))\n    return any(held(r, c, *way) for r in range(rows) for c in range(cols) for way in ways)",
            ),
            Function(
                "static boolean line(long[] board, long rows, long cols, long who, long k) {\n    int[][] ways = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};\n    for (int place = 0; place < rows * cols; place++) {\n        for (int[] way : ways) {\n            long r = place / cols, c = place % cols, i = 0;\n            while (i < k && r < rows && c >= 0 && c < cols && board[(int) (r * cols + c)] == who) {\n                r += way[0];\n                c += way[1];\n                i++;\n            }\n            if (i == k) {\n                return true;\n            }\n        }\n    }\n    return false;\n}",
            ),
            Function(
                "static bool line(const std::vector<long long> &board, long long rows, long long cols, long long who, long long k) {\n    const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};\n    for (long long place = 0; place < rows * cols; ++place) {\n        for (const auto &way : ways) {\n            long long r = place / cols, c = place % cols, i = 0;\n            while (i < k && r < rows && c >= 0 && c < cols && board[r * cols + c] == who) {\n                r += way[0];\n                c += way[1];\n                ++i;\n            }\n            if (i == k) {\n                return true;\n            }\n        }\n    }\n    return false;\n}",
            ),
            Function(
                "func line(board []int, rows, cols, who, k int) bool {\n\tfor place := 0; place < rows*cols; place++ {\n\t\tfor _, way := range [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {\n\t\t\tr, c, i := place/cols, place%cols, 0\n\t\t\tfor i < k && r < rows && c >= 0 && c < cols && board[r*cols+c] == who {\n\t\t\t\tr += way[0]\n\t\t\t\tc += way[1]\n\t\t\t\ti++\n\t\t\t}\n\t\t\tif i == k {\n\t\t\t\treturn true\n\t\t\t}\n\t\t}\n\t}\n\treturn false\n}",
            ),
            Function(
                "fn line(board: &[i64], rows: i64, cols: i64, who: i64, k: i64) -> bool {\n    (0..rows * cols).any(|place| {\n        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, along)| {\n            (0..k).all(|i| {\n                let (r, c) = (place / cols + down * i, place % cols + along * i);\n                r < rows && c >= 0 && c < cols && board[(r * cols + c) as usize] == who\n            })\n        })\n    })\n}",
            ),
            Function(
                "function line(board, rows, cols, who, k) {\n  for (let place = 0; place < rows * cols; place++) {\n    for (const [down, along] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {\n      let r = Math.floor(place / cols), c = place % cols, i = 0;\n      while (i < k && r < rows && c >= 0 && c < cols && board[r * cols + c] === who) {\n        r += down;\n        c += along;\n        i++;\n      }\n      if (i === k) {\n        return true;\n      }\n    }\n  }\n  return false;\n}",
            ),
        ],
    ),
    (
        Call::Mex,
        "mex",
        [
            Function(
                "def mex(reached):\n    value = 0\n    while value in reached:\n        value += 1\n    return value",
            ),
            Function(
                "static long mex(Set<Long> reached) {\n    long value = 0;\n    while (reached.contains(value)) {\n        value++;\n    }\n    return value;\n}",
            ),
            Function(
                "static long long mex(const std::set<long long> &reached) {\n    long long value = 0;\n    while (reached.count(value)) {\n        ++value;\n    }\n    return value;\n}",
            ),
            Function(
                "func mex(reached map[int]bool) int {\n\tvalue := 0\n\tfor reached[value] {\n\t\tvalue++\n\t}\n\treturn value\n}",
            ),
            Function(
                "fn mex(reached: &HashSet<i64>) -> i64 {\n    let mut value = 0;\n    while reached.contains(&value) {\n        value += 1;\n    }\n    value\n}",
            ),
            Function(
                "function mex(reached) {\n  let value = 0;\n  while (reached.has(value)) {\n    value++;\n  }\n  return value;\n}",
            ),
        ],
    ),
];

fn place(language: Language) -> usize {
    match language {
        Language::Python => 0,
        Language::Java => 1,
        Language::Cpp => 2,
        Language::Go => 3,
        Language::Rust => 4,
        Language::Js => 5,
    }
}

fn row(call: Call) -> Option<&'static Row> {
    ROWS.iter().find(|(known, ..)| *known == call)
}

/// What the function of a helper is called in a language.
fn name(language: Language, name: &str) -> String {
    match language {
        Language::Python | Language::Cpp | Language::Rust => name.to_owned(),
        Language::Java | Language::Go | Language::Js => camel_case(name),
    }
}

/// Whether a helper is called so: nothing else may be.
pub(super) fn is_name(language: Language, text: &str) -> bool {
    ROWS.iter().any(|(_, own, _)| name(language, own) == text)
}

/// A helper called with printed arguments.
pub(super) fn call(language: Language, call: Call, args: &[String]) -> String {
    let called = row(call).map_or_else(String::new, |(_, own, written)| match &written[place(language)] {
        Library(known) => (*known).to_owned(),
        Function(_) => name(language, own),
    });
    format!("{called}({})", args.join(", "))
}

/// The functions that a program needs, in the order of the list.
pub(super) fn functions(language: Language, code: &Code) -> impl Iterator<Item = &'static str> {
    let used = ROWS.iter().filter(|(call, ..)| code.calls.contains(call));
    used.filter_map(move |(.., written)| match written[place(language)] {
        Function(text) => Some(text),
        Library(_) => None,
    })
}

/// What a Python program takes from its library.
pub(super) fn imports(code: &Code) -> Option<String> {
    let uses = |calls: &[Call]| calls.iter().any(|call| code.calls.contains(call));
    let taken = [("gcd", uses(&[Call::Gcd])), ("isqrt", uses(&[Call::Isqrt, Call::IsSquare]))];
    let taken: Vec<&str> = taken.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect();
    (!taken.is_empty()).then(|| format!("from math import {}", taken.join(", ")))
}
