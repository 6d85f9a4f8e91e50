//! Codes that are not about rules: parameters, examples, limits, the command line. `bouton explain` shows them with
//! those of the rules.

use bouton::rules::diagnostic::codes::{self as rules, CodeRow, Stage};

/// Every code: those of the rules, then these. Where both know one, these show it, with commands to try.
pub(crate) fn all() -> impl Iterator<Item = &'static CodeRow> {
    let new = CODES.iter().filter(|row| rules::find(row.code).is_none());
    rules::all().map(|row| CODES.iter().find(|own| own.code == row.code).unwrap_or(row)).chain(new)
}

/// The page of a code.
pub(crate) fn find(code: &str) -> Option<&'static CodeRow> {
    all().find(|row| row.code.eq_ignore_ascii_case(code.trim()))
}

const fn row(
    code: &'static str,
    title: &'static str,
    explanation: &'static str,
    bad: &'static str,
    good: &'static str,
) -> CodeRow {
    CodeRow { code, stage: Stage::Command, title, explanation, bad, good }
}

static CODES: &[CodeRow] = &[
    row(
        "C01",
        "a command line that cannot be read",
        "A command is one verb, then a game or files, then options; `bouton --help` lists the verbs and `bouton VERB -h` what one takes. \
         Nothing has a second name.",
        "bouton sovle 1140",
        "bouton solve 1140 'piles=[2,7,9,4,4]'",
    ),
    row(
        "C02",
        "no such game in the gallery",
        "A game is a name or a problem number of the gallery, or the path of a rules file. A word is taken for a path when it has a \
         folder in it or ends in `.game`.",
        "bouton solve my-game",
        "bouton solve ./my-game.game stones=4",
    ),
    row(
        "C03",
        "a file that cannot be read",
        "The file is not there, is a folder, may not be read, or is not text in UTF-8.",
        "bouton check mygame.game",
        "bouton check my-game.game",
    ),
    row(
        "C04",
        "something that cannot be written",
        "The disk is full, the folder is not there, or may not be written to. A file that was to be replaced is as it was.",
        "bouton new no-such-folder/game",
        "bouton new game",
    ),
    row(
        "C05",
        "a file that is there already",
        "`bouton new` never writes over a file unless it is told to.",
        "bouton new nim",
        "bouton new nim --force",
    ),
    row(
        "C06",
        "a value that an option cannot have",
        "Bytes are written as in 500M, 8G or 8GiB, times as in 500ms, 60s, 10m or 1h, counts as in 1000, 2M or 1e8. Not every command \
         writes every format.",
        "bouton solve nim heaps=3,4,5 --memory lots",
        "bouton solve nim heaps=3,4,5 --memory 8G",
    ),
    row(
        "C07",
        "an address that cannot be listened on",
        "Another program listens there, the port is one that only the system may use, or the address is none of this machine.",
        "bouton serve --host 192.0.2.1",
        "bouton serve --help",
    ),
    row(
        "C08",
        "a line of `bouton batch` that is no case",
        "Every line is a JSON object: the parameters themselves, or `params` with them and perhaps `id` and `at`. A bad line is answered \
         with an error object, so that answers and lines stay side by side.",
        "echo '[2,7,9,4,4]' | bouton batch 1140",
        "echo '{\"piles\": [2,7,9,4,4]}' | bouton batch 1140",
    ),
    row(
        "C09",
        "no such code",
        "Codes are a letter and digits, in the brackets of an error. `bouton explain` lists them.",
        "bouton explain B9",
        "bouton explain B009",
    ),
    row(
        "F01",
        "a belief that cannot be played",
        "A belief is `greedy`, `modest`, `first` or `last`, or a rule for choosing a move in the words of the game: the move's name, `by \
         max` or `by min`, and what to look at.",
        "bouton refute stone-game gready",
        "bouton refute subtraction 'move take(x) by min x' --cases 1 --max n=0",
    ),
    row(
        "F02",
        "a condition that cannot be read",
        "A condition is a truth in the language of rules about a position: its variables, the parameters, and the words `turn`, `over`, `value`, \
         `win`, `draw`, `loss` and `plies`. A word that the rules use themselves keeps the meaning it has there.",
        "bouton solve connect-four --save c4.sol && bouton query c4.sol 'value = win'",
        "bouton solve connect-four --save c4.sol && bouton query c4.sol 'value == win and plies >= 3'",
    ),
    row(
        "G01",
        "a table that cannot be read",
        "A table has a header with the variables and `value`, and a line for each cell; or it is a bare grid of numbers.",
        "echo 'hello' | bouton grade 1140 piles=1,2 -",
        "printf 'i,value\\n2,0\\n1,2\\n0,3\\n' | bouton grade stone-game-iii values=1,2 -",
    ),
    row(
        "G02",
        "a game that is no plain recurrence",
        "Tables are marked, and programs written, for games whose positions are a few numbers and whose moves are straight lines of the \
         rules: no boards, no sets, no loops, no play that repeats.",
        "echo 0 | bouton grade connect-four -",
        "printf 'stones,value\\n0,-1\\n1,1\\n' | bouton grade subtraction n=1 -",
    ),
    row(
        "G03",
        "a program that cannot be written",
        "A table needs an order in which it can be filled, and rows can only be left out where parameters tell how far back a move reaches. \
         The other stages may do.",
        "bouton code stone-game-iv --stage rolling",
        "bouton code stone-game-iv --stage table",
    ),
    row(
        "K01",
        "processes that do not come together",
        "Processes that share a search (`--processes`, `--hosts`) wait for each other before they begin. The list of hosts has a line host:port for \
         each, in the order of their numbers, from 0; the same list, game and options go to all. `--patience` says how long they wait.",
        "echo node1 > hosts.txt && bouton solve connect-four --save c4.sol --hosts hosts.txt --process 0",
        "bouton solve connect-four --save c4.sol --processes 2",
    ),
    row(
        "K02",
        "processes that do not fit together",
        "Before they begin, processes that share a search compare the version of Bouton, what the rules mean, parameters, the first position, the \
         method if one is named, how many they are, and the token, which none of them says aloud. Whoever has another token is turned away.",
        "two processes of one list of hosts that solve different games",
        "bouton solve mnk --save mnk.sol --processes 2",
    ),
    row(
        "M01",
        "more memory than allowed",
        "The positions and their values would not fit into the memory that the search may use: what `--memory` says, or what the machine \
         has free. Nothing is swapped out and nothing is guessed. A search of which games played at random show that it cannot fit is \
         not begun.",
        "bouton solve connect-four --memory 1M",
        "bouton solve connect-four rows=3 cols=3 --memory 1M",
    ),
    row(
        "M02",
        "the time is up",
        "The search was still going on when the time of `--time` was over.",
        "bouton solve connect-four rows=6 cols=7 --ask value --time 1s",
        "bouton solve connect-four rows=3 cols=3 --time 10m",
    ),
    row(
        "M03",
        "more positions than allowed",
        "The game has more positions than `--positions` allows.",
        "bouton solve nim heaps=90,90,90 --positions 1000",
        "bouton solve nim heaps=9,9,9 --positions 10k",
    ),
    row(
        "M04",
        "too deep for this method",
        "A method that follows one line of play to its end can go only so deep. Others have no such bound.",
        "bouton solve subtraction n=100000 --method brute",
        "bouton solve subtraction n=100000",
    ),
    row(
        "M05",
        "no method can solve this",
        "No method that may be used can solve this; each reason stands beside its name. Most often play can return to a position, and \
         `--method` names a method that does not follow it round.",
        "bouton solve 913 'graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]' --method memo",
        "bouton solve 913 'graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]'",
    ),
    row(
        "M06",
        "an order that breaks",
        "A method trusted that every move raises some number, and found a move that does not. Without `--method` the plan goes on with \
         another method by itself. It takes rules whose numbers rise in all the small games that were looked at and then fall in a \
         larger one: such rules are rare, so no example stands here.",
        "",
        "",
    ),
    row(
        "M07",
        "a method that does not fit",
        "The method named by `--method` cannot solve this game, for the reason given.",
        "bouton solve 1140 piles=1,2 --method retrograde",
        "bouton solve 1140 piles=1,2 --method memo",
    ),
    row(
        "M08",
        "no such method",
        "`bouton methods` lists the names that `--method` takes.",
        "bouton solve nim heaps=3,4,5 --method magic",
        "bouton solve nim heaps=3,4,5 --method memo",
    ),
    row(
        "M09",
        "stopped on request",
        "Ctrl-C was pressed, or another program asked this one to end. What a long search with `--save` has worked out is kept, and \
         `--resume` goes on with it; of others nothing is. A second Ctrl-C ends the program at once. `--time` stops a search by itself.",
        "",
        "bouton solve nim heaps=3,4,5 --time 60s",
    ),
    row(
        "M10",
        "what was worked out cannot be kept on disk",
        "A search that keeps on disk what it has worked out met a full disk, or one that fails. What was written before is whole: make \
         room, and `--resume` goes on with it.",
        "",
        "bouton solve connect-four --save c4.sol",
    ),
    row(
        "M11",
        "no game of normal play",
        "A position has a value as a combinatorial game where players move in turn, whoever cannot move loses, and nothing else ends play, \
         however often a player moves: no points, no draws, no `end`, no `again`, nothing that repeats. The message says what is otherwise.",
        "bouton value 1140 'piles=[2,7,9,4,4]'",
        "bouton value domineering rows=2 cols=3",
    ),
    row(
        "M12",
        "a process that is lost",
        "Several processes shared the search, and one of them ended, broke off, or was silent for longer than `--patience`. The others end with it: what they \
         hold is worth nothing without its share. The first line names it, and where it ran; look there. Most often it ran out of memory, or was killed.",
        "two processes, one of which is killed",
        "bouton solve connect-four --save c4.sol --processes 2",
    ),
    row(
        "P01",
        "a parameter that is missing",
        "A parameter without a default must be given. The message shows how it is declared, and words that work.",
        "bouton solve 1140",
        "bouton solve 1140 'piles=[2,7,9,4,4]'",
    ),
    row(
        "P02",
        "no such parameter, or one given twice",
        "The names of parameters are those of the rules, capitals and all. Each is given once.",
        "bouton solve 1140 'pile=[2,7,9,4,4]'",
        "bouton solve 1140 'piles=[2,7,9,4,4]'",
    ),
    row(
        "P03",
        "a value that cannot be read",
        "A value is JSON: 12, true, [2,7,9], [[1,2],[0]]; a flat list may go without its brackets. A shell gives brackets and blanks \
         meanings of its own: put the whole word in quotes. `name=@FILE` reads a long value from a file.",
        "bouton solve 1140 'piles=[2,7,9,4]4]'",
        "bouton solve 1140 'piles=[2,7,9,4,4]'",
    ),
    row(
        "P04",
        "a value of another kind",
        "The parameter is declared as something else: a list where a number was given, a fraction, a name that is none.",
        "bouton solve 1140 piles=all",
        "bouton solve 1140 piles=2,7,9",
    ),
    row(
        "P05",
        "a value outside its bounds",
        "The declaration of a parameter gives its bounds, and methods rely on them. Rules files of your own may have wider ones.",
        "bouton solve nim heaps=3,-1",
        "bouton solve nim heaps=3,1",
    ),
    row(
        "P06",
        "a `require` that does not hold",
        "The rules ask for something of their parameters together; the message is theirs.",
        "bouton solve foxes 'foxes=[1]' 'hounds=[1]'",
        "bouton solve foxes 'foxes=[1]' 'hounds=[20]'",
    ),
    row(
        "P07",
        "a position that cannot be read",
        "A position is written as `variable=value` words with blanks between, and `turn=PLAYER`; what is left out is as at the start. \
         Boards are rows with `/` between. Answers write positions the same way.",
        "bouton solve 1140 'piles=[2,7,9]' --at 'i=9'",
        "bouton solve 1140 'piles=[2,7,9]' --at 'i=2 M=2 turn=Bob'",
    ),
    row(
        "P08",
        "a graph that can be read in two ways",
        "A list of lists may hold the neighbours of each node, or edges. Where both fit and are different graphs nobody guesses: `edges:`, \
         `arcs:` (edges that go one way) or `adjacency:` before it says which is meant. How many nodes there are, and that they are numbered \
         from 1, is said by `edges([[1,2]], 3, 1)`, in JSON {\"edges\": [[1,2]], \"nodes\": 3, \"from\": 1}.",
        "bouton solve 913 'graph=[[0,1],[1,2],[2,0]]'",
        "bouton solve 913 'graph=edges:[[0,1],[1,2],[2,0]]'",
    ),
    row(
        "S01",
        "a program that cannot be run",
        "The program after `--` is not there, cannot be started, or does not go on as `--serve` needs it: it must answer each case as soon \
         as it has read it, until its input ends.",
        "bouton stress 1140 -- ./no-such-program",
        "bouton stress 1140 --answer 7 --cases 5 -- echo 7",
    ),
    row(
        "S02",
        "a program that prints nothing",
        "The program ended without an answer to the very first case. Most often it reads its input in another form than it is given: \
         `--input` changes that.",
        "bouton stress 1140 -- true",
        "bouton stress 1140 --answer 7 --cases 5 -- echo 7",
    ),
    row(
        "S03",
        "a template that cannot be read",
        "`--input` is text with expressions of the rules in braces, `--answer` an expression as `example` lines have it, or `winner`, or \
         `sign`.",
        "bouton gen 1140 --answer 'total(Alcie)'",
        "bouton gen 1140 --input '{piles}' --answer 'total(Bob)'",
    ),
    row(
        "S05",
        "no cases can be made",
        "The rules refuse the parameters that are drawn, or no case of a profile is found among many.",
        "bouton gen nim misere=false --max len=1 --profile adversarial:last",
        "bouton gen nim --max len=4 --max value=9",
    ),
    row(
        "T01",
        "more than can be shown in this form",
        "Text, pages and pictures hold only so much that somebody can read. Another form holds more, and a smaller case shows the same \
         thing; the message names what fits.",
        "bouton table 1140 'piles=[1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9]'",
        "bouton table 1140 'piles=[1,2,3,4,5,6]'",
    ),
    row(
        "T02",
        "a form that this game does not have",
        "Not every game can be shown in every way: points need rules that say what `remaining` is, nimbers a game that is a sum, an order \
         of filling one that respects every move. The message says what is missing.",
        "bouton table 1140 'piles=[2,7,9,4,4]' --order length",
        "bouton table 877 'piles=[5,3,4,5]' --order length",
    ),
    row(
        "Z01",
        "a fault in Bouton",
        "Something came out that cannot be. It is not your doing: please report it, with the rules and the command. A fault that \
         is known is mended, so no example stands here.",
        "",
        "",
    ),
    row(
        "V01",
        "no solution file",
        "A solution file ends in `.sol` and was written by `bouton solve --save`, by this version of Bouton or an earlier one. \
         The first versions wrote lists whose length changes otherwise: games that have them are solved again.",
        "bouton info notes.txt",
        "bouton solve connect-four --save c4.sol",
    ),
    row(
        "V02",
        "a solution file that is damaged",
        "Every piece of a solution file has a checksum, and a piece does not match its own, or pieces are missing. Nothing of it is used.",
        "bouton solve mnk --save mnk.sol && head -c 1000 mnk.sol > half.sol && bouton verify half.sol",
        "bouton solve connect-four --save c4.sol",
    ),
    row(
        "V03",
        "a solution of another game",
        "A solution is only good for the rules and parameters it was worked out with. Names, comments, `show` and `example` lines may \
         change; whatever could change a value may not. A file named as the game brings its own parameters.",
        "bouton solve connect-four --save c4.sol && bouton solve mnk --from c4.sol",
        "bouton solve connect-four --save c4.sol",
    ),
    row(
        "V04",
        "a solution file that is being written",
        "Two runs do not write one file: the second is refused.",
        "two runs with --save c4.sol at the same time",
        "bouton solve connect-four --save other.sol",
    ),
    row(
        "V05",
        "a solution that cannot be saved",
        "Theorems and sums tell values when they are asked for, and keep no positions; and a search for one value keeps not all of them. \
         Or the search was stopped while it was being written.",
        "bouton solve nim heaps=1000000,2000000 --save nim.sol",
        "bouton solve nim heaps=3,4,5 --method memo --save nim.sol",
    ),
    row(
        "V06",
        "no search to go on with",
        "`--resume` goes on with a search that `solve --save` or `--disk` was working on when it was stopped: a file that ends in \
         `.sol.part`. It brings its rules and parameters. `--save` goes on by itself with what an earlier run of the same search left, \
         and leaves that of another search alone.",
        "bouton solve --resume connect-four",
        "bouton solve connect-four --save c4.sol",
    ),
    row(
        "V07",
        "a solution that its rules contradict",
        "Every checksum of a solution file is right, and yet a value in it is not what its rules say, or a position that play can reach is \
         missing: its values or its rules were changed after they were worked out. `bouton verify --deep` looks at every position; other \
         commands find it where they come across it, and say no value.",
        "a solution file whose rules somebody has edited",
        "bouton solve mnk --save mnk.sol && bouton verify mnk.sol --deep",
    ),
    row(
        "V08",
        "shards that are no whole solution",
        "Processes that share a search may save a folder (`--shards`): each writes its own shard, and the first a manifest once all of them are \
         there. The folder that has the manifest and every shard that it names is read as a file is, wherever the shards come from. A shard alone, \
         a folder that saving did not end in, and shards of different searches are not.",
        "mkdir parts.sol && bouton info parts.sol",
        "bouton solve connect-four --save parts.sol --shards --processes 2 && bouton info parts.sol",
    ),
];
