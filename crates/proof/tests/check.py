#!/usr/bin/env python3
"""Checks proofs of forced wins, written from docs/proof.md alone: it shares no code with goren.

    python3 check.py FILE...

prints one line for each file, `FILE: holds` or `FILE: does not hold: why`; exit 1 if one does not hold.
"""

import functools
import re
import sys

BLACK, WHITE, EMPTY, WALL = "xo.#"
OTHER = {BLACK: WHITE, WHITE: BLACK}
RULES = ("freestyle", "standard", "renju", "caro", "caro6")
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Wrong(Exception):
    """The file is no proof, or the proof has a hole."""


# The rules, on one line of the board at a time: a string of stones, empty points and walls (edges and traps).


def is_five(rule, stone, cells, at):
    """Whether the stone at `at`, which is there or put there, stands in a row that wins."""
    first = last = at
    while first > 0 and cells[first - 1] == stone:
        first -= 1
    while last + 1 < len(cells) and cells[last + 1] == stone:
        last += 1
    length = last - first + 1
    if length < 5:
        return False
    if rule == "freestyle" or rule == "renju" and stone == WHITE or rule == "caro6" and length > 5:
        return True
    if length > 5:
        return False
    ends = (cells[first - 1 : first], cells[last + 1 : last + 2])
    return not (rule in ("caro", "caro6") and ends == (OTHER[stone],) * 2)


def put(cells, at, stone):
    return cells[:at] + stone + cells[at + 1 :]


@functools.lru_cache(maxsize=1 << 18)
def fives(rule, stone, cells):
    """The empty places of a line on which the stone makes five."""
    if cells.count(stone) < 4:
        return ()
    return tuple(i for i, cell in enumerate(cells) if cell == EMPTY and is_five(rule, stone, cells, i))


@functools.lru_cache(maxsize=1 << 18)
def renju_shapes(cells):
    """For each empty place where a stone of Black's makes something: whether an overline, how many fours, and where on
    the line it could become a straight four."""
    found = {}
    if cells.count(BLACK) < 2:
        return found
    for at, cell in enumerate(cells):
        if cell == EMPTY:
            after = put(cells, at, BLACK)
            is_overline = len(row_of(after, at)) > 4
            ends = [five for five in fives("renju", BLACK, after) if at in row_of(after, five)]
            fours = len({row_of(after, five) for five in ends})
            straight = () if fours else tuple(i for i in range(at - 4, at + 5) if is_straight_four(after, at, i))
            if is_overline or fours or straight:
                found[at] = is_overline, fours, straight
    return found


def is_straight_four(cells, at, i):
    """Whether Black's stones at `at` and, put there now, at `i` stand in a four that makes five at either end."""
    if not 0 <= i < len(cells) or cells[i] != EMPTY:
        return False
    cells = put(cells, i, BLACK)
    row = row_of(cells, i)
    ends = [five for five in fives("renju", BLACK, cells) if {at, i} <= set(row_of(cells, five))]
    return at in row and len(ends) == 2 and ends[1] - ends[0] == 5


def row_of(cells, five):
    """The other stones of the row that a stone of Black's at `five` stands in."""
    first = last = five
    while first > 0 and cells[first - 1] == BLACK:
        first -= 1
    while last + 1 < len(cells) and cells[last + 1] == BLACK:
        last += 1
    return tuple(i for i in range(first, last + 1) if i != five)


class Board:
    def __init__(self, rule, size):
        self.rule, self.size = rule, size
        self.cells = {(x, y): EMPTY for x in range(size) for y in range(size)}
        self.lines, self.places = {}, {}
        for dx, dy in DIRECTIONS:
            for point in self.cells:
                if (point[0] - dx, point[1] - dy) not in self.cells:
                    self.add_line((dx, dy), point)
        # The places of each line on which a stone makes five; only lines that have any.
        self.hot = {BLACK: {}, WHITE: {}}

    def add_line(self, direction, point):
        key = (direction, point)
        points = []
        while point in self.cells:
            self.places.setdefault(point, []).append((key, len(points)))
            points.append(point)
            point = (point[0] + direction[0], point[1] + direction[1])
        self.lines[key] = (points, EMPTY * len(points))

    def set(self, point, cell):
        self.cells[point] = cell
        for key, at in self.places[point]:
            points, cells = self.lines[key]
            cells = put(cells, at, cell)
            self.lines[key] = (points, cells)
            for stone, hot in self.hot.items():
                found = fives(self.rule, stone, cells)
                if found:
                    hot[key] = [points[i] for i in found]
                else:
                    hot.pop(key, None)

    def fives(self, stone):
        """Where the stone makes five."""
        return {point for points in self.hot[stone].values() for point in points}

    def is_over(self):
        on = lambda key, i: self.lines[key][1][i]
        return any(
            stone in OTHER and is_five(self.rule, stone, self.lines[key][1], i)
            for point, stone in self.cells.items()
            for key, i in self.places[point]
            if stone in OTHER and on(key, i) == stone
        )

    def is_legal(self, point, stone):
        if self.cells.get(point) != EMPTY:
            return False
        return not (self.rule == "renju" and stone == BLACK and self.is_forbidden(point))

    def legal(self, stone):
        empty = [point for point, cell in self.cells.items() if cell == EMPTY]
        if self.rule != "renju" or stone == WHITE:
            return empty
        return [point for point in empty if not self.is_forbidden(point)]

    def has_legal(self, stone):
        return any(self.is_legal(point, stone) for point in self.cells)

    def is_forbidden(self, point):
        """Renju: an overline, two fours, or two threes that count, unless the stone makes five."""
        overlines = fours = 0
        threes = []
        for key, at in self.places[point]:
            points, cells = self.lines[key]
            is_overline, four, straight = renju_shapes(cells).get(at, (False, 0, ()))
            overlines += is_overline
            fours += four
            if straight:
                threes.append([points[i] for i in straight])
        if overlines + fours + len(threes) == 0 or point in self.fives(BLACK):
            return False
        if overlines or fours > 1:
            return True
        if len(threes) < 2:
            return False
        # A three counts if it can become a straight four on a point that is itself allowed.
        self.set(point, BLACK)
        counted = sum(any(self.makes_straight_four(each) for each in three) for three in threes)
        self.set(point, EMPTY)
        return counted > 1

    def makes_straight_four(self, point):
        return point not in self.fives(BLACK) and not self.is_forbidden(point)


# The file.


def words(text):
    return re.sub(r"#[^\n]*", "", text).split()


def read(text):
    """The proofs of a file: header and tree."""
    lines = text.split("\n")
    proofs = []
    while True:
        while lines and not lines[0].split("#")[0].strip():
            lines.pop(0)
        if not lines:
            break
        if lines.pop(0).split() != ["goren-proof", "1"]:
            raise Wrong("expected `goren-proof 1`")
        header = {}
        while "claim" not in header:
            if not lines:
                raise Wrong("the header has no claim")
            line = lines.pop(0).strip()
            if not line or line.startswith("#"):
                continue
            key, *values = line.split()
            if key not in ("rule", "size", "traps", "black", "white", "moves", "side", "claim") or key in header:
                raise Wrong(f"{line}: not a line of a header, or there twice")
            header[key] = values
        tokens = []
        while lines:
            line = lines.pop(0).split("#")[0]
            end = re.search(r"\bend\b", line)
            if end:
                lines.insert(0, line[end.end() :])
                line = line[: end.start()]
            tokens += re.findall(r"[(),*]|[a-z0-9]+|\S", line)
            if end:
                break
        else:
            raise Wrong("the proof has no end")
        proofs.append((header, tokens))
    if not proofs:
        raise Wrong("there is no proof in it")
    return proofs


def point(word, size):
    match = re.fullmatch(r"([a-v])([1-9][0-9]?)", word)
    if not match or ord(match[1]) - ord("a") >= size or int(match[2]) > size:
        raise Wrong(f"{word}: expected a point of the board")
    return ord(match[1]) - ord("a"), int(match[2]) - 1


def name(point):
    return f"{chr(ord('a') + point[0])}{point[1] + 1}"


class Node:
    """A move, and what follows each reply: pairs of replies (None for all others) and answers."""

    def __init__(self, move):
        self.move, self.branches, self.is_needed = move, None, False


class Branch:
    def __init__(self, replies, answer):
        self.replies, self.answer, self.needed = replies, answer, set()


def parse(tokens, size, is_list):
    tokens = list(reversed(tokens))

    def attack():
        if not tokens or tokens[-1] in "(),*":
            raise Wrong("expected a move")
        node = Node(point(tokens.pop(), size))
        if tokens and tokens[-1] == "(":
            node.branches = branches()
            if not node.branches:
                raise Wrong("empty brackets after a move")
        return node

    def branches():
        if not tokens or tokens.pop() != "(":
            raise Wrong("expected `(`")
        found = []
        while tokens and tokens[-1] != ")":
            if tokens[-1] == "*":
                tokens.pop()
                replies = None
            else:
                replies = [point(tokens.pop(), size)]
                while tokens and tokens[-1] == ",":
                    tokens.pop()
                    replies.append(point(tokens.pop() if tokens else "", size))
            found.append(Branch(replies, attack()))
        if not tokens:
            raise Wrong("expected `)`")
        tokens.pop()
        return found

    tree = branches() if is_list else attack()
    if tokens:
        raise Wrong(f"expected `end`, got {tokens[-1]}")
    return tree


# The check.


class Check:
    def __init__(self, header, tokens):
        for key in ("rule", "size", "side"):
            if len(header.get(key, ())) != 1:
                raise Wrong(f"the header has no `{key}`")
        rule, size, side = header["rule"][0], header["size"][0], header["side"][0]
        if rule not in RULES or not size.isdigit() or not 5 <= int(size) <= 22 or side not in ("black", "white"):
            raise Wrong("rule, size or side is none")
        size = int(size)
        self.side = BLACK if side == "black" else WHITE
        self.board = Board(rule, size)
        for key, cell in (("traps", WALL), ("black", BLACK), ("white", WHITE)):
            for word in header.get(key, ()):
                self.place(point(word, size), cell)
        self.refuse_if_over()
        moves = header.get("moves", ())
        stone = self.side if len(moves) % 2 == 0 else OTHER[self.side]
        for word in moves:
            if word != "pass":
                where = point(word, size)
                self.place(where, stone)
                self.refuse_if_over()
            stone = OTHER[stone]
        if not self.board.legal(self.side):
            raise Wrong("the game is over")
        claim = header["claim"]
        self.exempt = None
        if claim[:2] == ["win", "by"] and len(claim) == 3:
            self.kind, self.means = "win", claim[2]
        elif claim == ["no", "win", "by", "fours"]:
            self.kind, self.means = "no fours", "fours"
        elif claim[:2] == ["defence", "by"] and len(claim) > 2:
            self.kind, self.means = "defence", claim[2]
            points = [point(word, size) for word in claim[3:]]
            self.exempt = set(points)
            if len(points) > len(self.exempt) or not all(self.board.is_legal(each, self.side) for each in points):
                raise Wrong("the claim names a point twice, or one that is no legal move")
        else:
            raise Wrong("not a claim")
        if self.means not in ("fours", "threats", "force"):
            raise Wrong("not a means")
        self.tree = parse(tokens, size, self.kind != "win")
        self.attacker = self.side if self.kind == "win" else OTHER[self.side]
        self.defender = OTHER[self.attacker]

    def place(self, where, cell):
        if self.board.cells[where] != EMPTY:
            raise Wrong(f"{name(where)} is taken")
        self.board.set(where, cell)

    def refuse_if_over(self):
        if self.board.is_over():
            raise Wrong("the game is over")

    def run(self):
        if self.kind == "win":
            self.attack(self.tree, self.means)
            self.all_needed(self.tree)
        else:
            if self.kind == "defence":
                self.replies(self.tree, self.means, is_root=True)
            else:
                self.fours(self.tree)
            for branch in self.tree:
                self.all_needed_in(branch)

    def all_needed(self, node):
        if not node.is_needed:
            raise Wrong(f"nothing leads to {name(node.move)}")
        for branch in node.branches or ():
            self.all_needed_in(branch)

    def all_needed_in(self, branch):
        for reply in branch.replies or (None,):
            if reply not in branch.needed:
                raise Wrong(f"{name(reply) if reply else '*'} is needed nowhere")
        self.all_needed(branch.answer)

    def answer(self, node):
        """Plays the move of a node; whether it makes five."""
        node.is_needed = True
        if not self.board.is_legal(node.move, self.attacker):
            raise Wrong(f"{name(node.move)} cannot be played")
        is_five = node.move in self.board.fives(self.attacker)
        self.board.set(node.move, self.attacker)
        return is_five

    def attack(self, node, means):
        if not self.answer(node):
            if means == "fours" and not self.board.fives(self.attacker):
                raise Wrong(f"{name(node.move)} makes no four")
            self.replies(node.branches or [], means)
        self.board.set(node.move, EMPTY)

    def replies(self, branches, means, is_root=False):
        """The defender is to move: every legal reply loses, but those that the claim excepts."""
        board, exempt = self.board, self.exempt if is_root else set()
        if board.fives(self.defender) - exempt:
            raise Wrong("the side that should lose makes five")
        if not board.has_legal(self.defender):
            raise Wrong("no legal move is left: a draw")
        threatened = bool(board.fives(self.attacker))
        left = (self.stops() if threatened else set(board.legal(self.defender))) - exempt
        playable = lambda reply: board.is_legal(reply, self.defender)
        others = self.listed(branches, playable, left, lambda reply, node: self.reply(reply, node, means))
        if not threatened and not is_root and means == "threats":
            if others is None:
                raise Wrong("no `*` says what the last move threatens")
            means = "fours"
            if not left:
                others.needed.add(None)
                self.attack(others.answer, means)
        self.rest(others, left, lambda reply, node: self.reply(reply, node, means))

    def reply(self, reply, node, means):
        self.board.set(reply, self.defender)
        self.attack(node, means)
        self.board.set(reply, EMPTY)

    def stops(self):
        """The replies after which the attacker, who can make five, no longer can. They stand on each line where it can."""
        lines = [set(self.board.lines[key][0]) for key in self.board.hot[self.attacker]]
        return {each for each in set.intersection(*lines) if self.is_stop(each)}

    def is_stop(self, reply):
        if not self.board.is_legal(reply, self.defender):
            return False
        self.board.set(reply, self.defender)
        stops = not self.board.fives(self.attacker)
        self.board.set(reply, EMPTY)
        return stops

    def listed(self, branches, playable, left, visit):
        """Visits the listed replies that can be played and takes them from those left; the branch `*`, if there is one."""
        seen, others = set(), None
        for branch in branches:
            if branch.replies is None:
                if others is not None:
                    raise Wrong("`*` is there twice")
                others = branch
            for reply in branch.replies or ():
                if reply in seen:
                    raise Wrong(f"{name(reply)} is answered twice")
                seen.add(reply)
                if playable(reply):
                    branch.needed.add(reply)
                    visit(reply, branch.answer)
        left -= seen
        return others

    def rest(self, others, left, visit):
        if left and others is None:
            raise Wrong(f"no answer to {name(min(left))}")
        for reply in sorted(left):
            others.needed.add(None)
            visit(reply, others.answer)

    def fours(self, branches):
        """The side that is said to have no win by fours is to move: each of its fours is answered."""
        board, stone = self.board, self.defender
        if board.fives(stone):
            raise Wrong("the side that should have no win makes five")
        found = {each for each in board.legal(stone) if self.makes_four(each)}
        left = set(found)
        others = self.listed(branches, found.__contains__, left, self.refute)
        self.rest(others, left, self.refute)

    def makes_four(self, move):
        self.board.set(move, self.defender)
        can = bool(self.board.fives(self.defender))
        self.board.set(move, EMPTY)
        return can

    def refute(self, four, node):
        self.board.set(four, self.defender)
        if not self.answer(node):
            self.fours(node.branches or [])
        self.board.set(node.move, EMPTY)
        self.board.set(four, EMPTY)


def verdict(path):
    try:
        with open(path, encoding="ascii") as file:
            for header, tokens in read(file.read()):
                Check(header, tokens).run()
    except (Wrong, UnicodeDecodeError) as wrong:
        return f"does not hold: {wrong}"
    return "holds"


def main(paths):
    sys.setrecursionlimit(10_000)
    verdicts = [(path, verdict(path)) for path in paths]
    for path, said in verdicts:
        print(f"{path}: {said}")
    return any(said != "holds" for _, said in verdicts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
