// The texts of the course.

/** @type {Record<string, import('../strings.js').Text>} */
export const lessons = {
  'lesson.of': 'Lesson {number} of {count}',
  'lesson.course': 'The course',
  'lesson.progress': '{done} of {count} lessons done',
  'lesson.done': 'done',
  'lesson.next': 'Next: {title}',
  'lesson.previous': 'Previous: {title}',
  'lesson.end': 'Back to the school',
  'lesson.experiment': 'Experiment',
  'lesson.guess': 'Your guess',
  'lesson.guess.percent': 'Your guess, in per cent',
  'lesson.run': 'Run it',
  'lesson.again': 'Run it again',
  'lesson.running': 'Running…',
  'lesson.stop': 'Stop',
  'lesson.guess_first': 'Write down a guess first. A wrong one teaches more than none.',
  'lesson.close': 'Your guess was close.',
  'lesson.factor': 'Your guess was off by a factor of {factor}.',
  'lesson.off': 'Your guess was off by {difference}.',
  'lesson.points': 'Your guess was {difference} points off.',
  'lesson.stopped': 'A search was stopped before its end, so there is nothing to compare.',
  'lesson.more': 'more than {count}',
  'lesson.measured': 'Measured just now, on this machine:',
  'lesson.failed': 'This could not be run: {why}',
  'lesson.theatre': 'Watch this search move by move',
  'lesson.xray': 'Open this position in the X-ray',
  'lesson.try': 'The board is live: place stones or take them away, then run the experiment again on your own position.',
  'lesson.won': 'This position is already won. Take a stone away first.',

  'lesson.1.title': 'The game tree and minimax',
  'lesson.1.a':
    'A program that plans ahead draws a tree. The position on the board is its root. Every legal move is a branch to a new position, every reply a branch from there. One move by one side is called a ply. Where the program stops looking it puts a number on the position: high is good for the program, low is good for its opponent.',
  'lesson.1.b':
    'Then the numbers travel back up. At its own turns the program takes the largest value among the branches, because it may choose. At the opponent’s turns it takes the smallest, because the opponent may. This is minimax: the best you can get against somebody who gives you nothing.',
  'lesson.1.c':
    'The rule fits in two lines; the trouble is the size of the tree. On this board of 6×6 there are 32 empty points. The first ply has 32 branches, each of them has 31 replies, each reply has 30 answers. Every marked point is one branch of the root.',
  'lesson.1.question':
    'The program sequences looks at every empty point and leaves nothing out. How many moves does it make to look three plies ahead? (It looks one ply ahead first, then two. Only the last search counts here.)',
  'lesson.1.plies': { one: '{count} ply', other: '{count} plies' },
  'lesson.1.after':
    'The tree without a five in it has {product} moves. The third ply multiplied the work by {ratio}. On the empty 15×15 board the same three plies would take some 11 million moves, and a fourth more than two thousand million.',

  'lesson.2.title': 'Alpha–beta: what need not be looked at',
  'lesson.2.a':
    'Suppose you have found a move that is worth 10. You try a second move, and its first reply already brings it down to 3. You need not look at its other replies: they can only make it worse, and you would not play it anyway. The rest of that branch is cut off.',
  'lesson.2.b':
    'Alpha–beta does this everywhere. Alpha is what the program is sure of elsewhere, beta what the opponent can hold it to elsewhere. As soon as a value falls outside that window, the position cannot be reached by two players who both know what they are doing, and the search leaves it at once.',
  'lesson.2.c':
    'Nothing is lost. The move and its value are the same as those of minimax, only sooner. With luck, and good order, alpha–beta looks at about the square root of the tree, which means that it sees nearly twice as far in the same time. The word for a value that is only known to be too good or too bad is a bound.',
  'lesson.2.question': 'Four plies with pruning and without it, on the same board; only the last search counts. How many times fewer moves will it make with pruning?',
  'lesson.2.with': 'with pruning',
  'lesson.2.without': 'without',
  'lesson.2.after': 'Pruning left out {saved} of the work, {ratio} times fewer moves.',
  'lesson.2.nothing': 'Here pruning left out nothing.',
  'lesson.2.same': 'Both searches chose {move} with the value {value}.',
  'lesson.2.moves': 'One search chose {move}, the other {other}; both moves have the value {value}.',
  'lesson.2.values': 'The two searches found different values, {first} and {second}.',

  'lesson.3.title': 'Move ordering: the best first',
  'lesson.3.a':
    'How much alpha–beta saves depends on the order in which it meets the moves. If the best move comes first, every other move is measured against a high bar and most are refuted by a single reply. If at every position the best comes last, next to nothing is cut off, and you are back at minimax.',
  'lesson.3.b':
    'So programs guess before they search. The document of boundary sorts its moves by the scores that patterns leave on empty cells: a point that completes or stops something comes before a point where nothing happens. The numbers on the board are that order. The guess costs little and need not be right every time.',
  'lesson.3.c':
    'Our own engine orders by what it learnt a moment ago: the best move of the previous, shallower search, moves that caused cut-offs nearby, the network’s opinion. The document claims that ordering saves 50 to 75 per cent of the positions. You can check that here.',
  'lesson.3.question': 'The program boundary searches the same thirteen moves either way, four plies deep: best first, or in the order of the board. What percentage of the moves does good order save?',
  'lesson.3.with': 'best first',
  'lesson.3.without': 'in board order',
  'lesson.3.after': 'Good order saved {saved} of the moves.',
  'lesson.3.nothing': 'Here good order saved nothing.',
  'lesson.3.same': 'Both searches found the same value of the position; only the order differed.',
  'lesson.3.values': 'The two searches found different values.',
  'lesson.3.more': 'That is more than the 50 to 75 per cent of the document.',
  'lesson.3.within': 'That is within the 50 to 75 per cent of the document.',
  'lesson.3.less': 'That is less than the 50 to 75 per cent of the document.',

  'lesson.4.title': 'Evaluation: counting what can still win',
  'lesson.4.a':
    'At the end of each line the program needs a number, and most classic programs get it by counting patterns. The idea of sequences is the simplest of the five. A row of five cells can be won by one side as long as the other has no stone in it. F1 counts the rows in which you have one stone, F2 those with two, and so on up to F4.',
  'lesson.4.b':
    'A row with more stones is worth far more, because it needs fewer moves: here the weights are 1, 10, 100 and 1000. The value is your rows less your opponent’s. Choose a line of the table to light its rows on the board, or point at a cell to see which lines pass through it. The last column adds up as you read down, and ends at the value.',
  'lesson.4.c':
    'One stone touches up to twenty rows: five in each of four directions. So a stone in the centre counts for more than one at the edge, without anybody having said so. And a stone that blocks takes its rows away from the opponent as well as adding your own.',
  'lesson.4.question': 'Black plays d6 and adds a third stone to a row. By how much does the value for Black rise?',
  'lesson.4.before': 'value before',
  'lesson.4.later': 'value after d6',
  'lesson.4.change': 'change',
  'lesson.4.after': 'The stone on d6 changed the value by {change}. Place it yourself and look at the rows: which of them grew, and which did White lose?',

  'lesson.5.title': 'Candidates: which moves to look at',
  'lesson.5.a':
    'Most points of a Gomoku board are hopeless. A stone far from all others makes no threat and stops none. If you leave such moves out, each ply has fewer branches, and because plies multiply, a small saving at each becomes a very large one in the end.',
  'lesson.5.b':
    'The program boundary keeps a map: the cells next to a stone, and the empty cells of every pattern it knows. That alone leaves a few dozen of 225 points. Then it selects: of the map it searches only the best thirteen. Larger spots on the board have higher scores; the numbered ones are searched and the grey ones dropped. Every third move it also watches distant stones, so that nothing grows unseen in a corner.',
  'lesson.5.c':
    'There is a price. Pruning never changes the answer; selection may. If the best move is the fourteenth, the program will not find it, however deep it looks. That is why a selection should come from knowledge, and why one should measure what it costs as well as what it saves.',
  'lesson.5.question': 'Three plies: the best thirteen of the map, the whole map, the whole board. How many moves will it make on the whole board?',
  'lesson.5.kept': 'best thirteen',
  'lesson.5.map': 'whole map',
  'lesson.5.board': 'whole board',
  'lesson.5.after': 'The whole board took {map} times as many moves as the map, and the map {kept} times as many as its best thirteen.',
  'lesson.5.at_least': 'The search of the whole board was stopped; until then it took {map} times as many moves as the map, and the map {kept} times as many as its best thirteen.',
  'lesson.5.same': 'All of them chose {move}: here nothing was lost.',
  'lesson.5.both': 'The other two both chose {move}.',
  'lesson.5.differ': 'The moves chosen were {moves}: here it matters which moves are left out.',

  'lesson.6.title': 'Many patterns at once: the automaton',
  'lesson.6.a':
    'The program automaton writes each line of the board as a word: a for its own stones, b for the opponent’s, c for empty points. Its table II has five patterns for each side. The obvious way to find them is to try every pattern at every cell, and to begin again after each disappointment.',
  'lesson.6.b':
    'Aho and Corasick found a better way in 1975. Put all patterns into one machine. Its state says how much of some pattern the last letters could still become. Each letter either leads on, or makes the machine fall back to the longest shorter beginning that still fits. It never goes back in the word: each letter is read once, however many patterns there are, and falling back changes only the state.',
  'lesson.6.c':
    'Step through a line below. The number under each letter is the state. Watch what happens after three stones in a row when the fourth letter is not the one you hoped for: the machine keeps what it can use. When a whole pattern has been read, it is counted, and reading goes on, so that overlapping patterns are found as well.',
  'lesson.6.question': 'The automaton reads each cell of each line with stones once. How many letters would the obvious way compare on the same lines?',
  'lesson.6.automaton': 'letters the automaton reads',
  'lesson.6.naive': 'letters compared, pattern by pattern',
  'lesson.6.after': 'The obvious way looks at {ratio} times as many letters. With a larger table it would need more still, and the automaton would not.',

  'lesson.7.title': 'Exactly five: masking and other rules',
  'lesson.7.a':
    'The document of masked plays by the standard rule: exactly five in a row win, and six are nothing. Three of the others do not say what six are worth, one counts them as a win; goren lets all four win with five or more. So a program that simply counts stones chases rows that can never win.',
  'lesson.7.b':
    'Look at the board. Black has three stones, a hole and two more. Filling the hole would make six. The program hides that cell before it counts: it is struck through, in the direction of the line on which it is hidden. Only that line is affected; on the other lines the same cell counts as usual.',
  'lesson.7.c':
    'Rules change play in quiet ways like this. Under renju Black may not make two open threes at once, and a three that could only become a forbidden four is no three. Under caro a row that is closed at both ends does not win. An evaluation that does not know its rule is not wrong by much, but it is wrong just when it matters: when somebody is about to win.',
  'lesson.7.question': 'The program masked values this position for Black with its mask on. What will it say without the mask?',
  'lesson.7.with': 'with the mask',
  'lesson.7.without': 'without it',
  'lesson.7.after': 'The mask takes {difference} away.',
  'lesson.7.adds': 'The mask adds {difference}.',
  'lesson.7.nothing': 'Here the mask changes nothing in the value.',
  'lesson.7.differ': 'With it the program plays {with}, without it {without}.',
  'lesson.7.same': 'With it and without it the program plays {with}.',

  'lesson.8.title': 'Tables, deepening and time',
  'lesson.8.a':
    'The same position can be reached by different orders of moves. A transposition table remembers what was found there. The position is turned into a number by Zobrist’s trick: every stone on every point has a random number of its own, and a position is all of them combined, so that one move changes the key by one operation.',
  'lesson.8.b':
    'A stored value must say what it is. After a cut-off the search knows only a bound, not a value. Two of the documents return stored bounds as if they were values; it is faster and sometimes wrong. Here an entry says which it is, and is used only where that is enough.',
  'lesson.8.c':
    'Iterative deepening searches one ply, then two, then three. It sounds wasteful. But the last depth usually costs more than all the others together, and each shallow search leaves its best moves in the table, where they go first. And when time is up there is always an answer: that of the last depth that was finished. “goren in small”, a version of our own engine that is made to be watched, works like this.',
  'lesson.8.question': '“goren in small” looks seven plies ahead, with its table and without. How many moves does it make without?',
  'lesson.8.with': 'with the table',
  'lesson.8.without': 'without it',
  'lesson.8.plain': 'without table and deepening',
  'lesson.8.after': 'Without its table, deepening took {ratio} times as many moves: every depth began again from nothing.',
  'lesson.8.idle': 'Here its table saved no moves.',
  'lesson.8.pays': 'The last depth at once, with neither, took {ratio} times as many as with both.',
  'lesson.8.costs': 'The last depth at once, with neither, took no more: with both it was {ratio} times as many.',

  'lesson.9.title': 'Threats: fours, threes and proofs',
  'lesson.9.a':
    'Gomoku is a game of threats. A four, one move from five, must be answered at once. An open three, one move from an open four, must be answered soon. While you make threats, your opponent does not choose. With fours alone the tree has one branch at every second ply, and you can look very deep indeed.',
  'lesson.9.b':
    'A win by continuous fours is found by trying fours only, each with its one reply. If a line ends in five, the win is proved: no evaluation, no opinion. If fours alone do not win, the search can add threes; then the defender has several replies, and all of them must lose.',
  'lesson.9.c':
    'Classic programs see such wins only as far as their depth. Ours asks a solver first, at every node where it matters, and calls a win proved only if the solver has proved it. In this position Black is to move and wins by fours. Try to find the first move before you run the experiment.',
  'lesson.9.question': 'How many moves must the solver make to prove the win?',
  'lesson.9.solver': 'solver, to prove the win',
  'lesson.9.search': 'search, four plies deep',
  'lesson.9.after': 'A win in {length}, proved: {line}.',
  'lesson.9.seen': 'A plain search of four plies saw it, too, with {count} moves.',
  'lesson.9.unseen': 'A plain search of four plies made {count} moves and saw no win.',
  'lesson.9.none': 'The solver tried every four and found no win. That is a proof too, but only for fours.',
  'lesson.9.unknown': 'The solver ran out of time: whether there is a win by fours is not known.',

  'lesson.10.title': 'A network of our own',
  'lesson.10.a':
    'The five programs count what their authors thought of. Our engine’s evaluation was learnt. A small neural network looks at every point and at the lines that pass through it, and says two things: how likely each side is to win, and for each point how likely it is to be the best move. The first is called value, the second policy.',
  'lesson.10.b':
    'It has learnt from games that goren played against itself, and from a larger network that taught it. Nobody told it what a three is. It has no weights with names; there is nothing to print in a table. What it says can only be tested: by playing, and by looking at positions like this one.',
  'lesson.10.c':
    'A network is slow beside a pattern table, so it is updated rather than computed anew: a move changes only the points on its four lines. The policy orders the moves, as in lesson 3; the value ends the lines, as in lesson 4; alpha–beta, tables and solvers are all still there. The spots on the board are the policy, once you have run the experiment.',
  'lesson.10.question': 'Look at the board and think. What is Black’s chance to win, in per cent?',
  'lesson.10.network': 'network: Black’s chance',
  'lesson.10.guess': 'chance',
  'lesson.10.after': 'The network gives Black {black} and would look first at {moves}.',
  'lesson.10.classics': 'The five play: {classics}.',
  'lesson.10.stopped': 'Stopped before the end of their search: {programs}.',
};
