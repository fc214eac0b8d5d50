#!/usr/bin/env python3
"""The sixth program in Python: fill in `evaluate`, and goren tests and rates it.

It speaks Gomocup's protocol (https://plastovicka.github.io/protocl2en.htm) over standard input and output, and needs
nothing but Python 3.8 or later. `goren lab mine "python3 sixth/python/sixth.py"` runs it; docs/sixth.md is the guide.
"""

import sys

EMPTY, MINE, THEIRS = 0, 1, 2
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
WORTH = [1, 10, 100, 1_000, 100_000]


# --- Yours ------------------------------------------------------------------------------------------------------------


def worth(board, size, x, y, who):
    """What a stone of `who` on a point is worth: on each line, more for every neighbour of its own colour."""
    total = 0
    for dx, dy in DIRECTIONS:
        length = 0
        for sign in (1, -1):
            px, py = x + sign * dx, y + sign * dy
            while 0 <= px < size and 0 <= py < size and board[py][px] == who and length < 4:
                length += 1
                px, py = px + sign * dx, py + sign * dy
        total += WORTH[min(length, 4)]
    return total


def evaluate(board, size, x, y):
    """How good a move is: what it makes, and a little less for what it takes from the opponent. Higher is better."""
    return 10 * worth(board, size, x, y, MINE) + 9 * worth(board, size, x, y, THEIRS)


def choose(board, size):
    """The best point next to a stone; the centre of an empty board."""
    centre = size // 2
    best, best_value = None, None
    for y in range(size):
        for x in range(size):
            if board[y][x] != EMPTY:
                continue
            near = [
                board[ny][nx]
                for ny in range(max(0, y - 1), min(size, y + 2))
                for nx in range(max(0, x - 1), min(size, x + 2))
            ]
            if not any(near):
                continue
            value = (evaluate(board, size, x, y), -abs(x - centre) - abs(y - centre))
            if best_value is None or value > best_value:
                best, best_value = (x, y), value
    if best:
        return best
    if board[centre][centre] == EMPTY:
        return centre, centre
    empty = [(x, y) for y in range(size) for x in range(size) if board[y][x] == EMPTY]
    return empty[0]


# --- The protocol -----------------------------------------------------------------------------------------------------


def say(text):
    print(text, flush=True)


def main():
    board, size = [], 0

    def move():
        x, y = choose(board, size)
        board[y][x] = MINE
        say(f"{x},{y}")

    lines = iter(sys.stdin.readline, "")
    for line in lines:
        words = line.strip().replace(",", " ").split()
        if not words:
            continue
        command = words[0].upper()
        if command == "START":
            size = int(words[1])
            board = [[EMPTY] * size for _ in range(size)]
            say("OK" if 5 <= size <= 22 else "ERROR unsupported size")
        elif command == "RESTART":
            board = [[EMPTY] * size for _ in range(size)]
            say("OK")
        elif command == "BEGIN":
            move()
        elif command == "TURN":
            board[int(words[2])][int(words[1])] = THEIRS
            move()
        elif command == "BOARD":
            board = [[EMPTY] * size for _ in range(size)]
            for stone in lines:
                if stone.strip().upper() == "DONE":
                    break
                x, y, who = (int(part) for part in stone.split(","))
                board[y][x] = MINE if who == 1 else THEIRS
            move()
        elif command == "TAKEBACK":
            board[int(words[2])][int(words[1])] = EMPTY
            say("OK")
        elif command == "ABOUT":
            say('name="sixth", version="1.0", author="you", country="-"')
        elif command == "END":
            return
        elif command != "INFO":
            say(f"UNKNOWN {command}")


if __name__ == "__main__":
    main()
