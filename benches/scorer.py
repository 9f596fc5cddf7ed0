"""A short tenpin scorer in Python, for comparison: one complete game per line, as rolls or notation."""
import sys


def rolls(line):
    tokens = line.split()
    pairs = len(tokens[0]) == 2 and tokens[0] != "10"
    if not pairs and not any(sign in line for sign in "X/-"):
        return [int(token) for token in tokens]
    balls = []
    for symbol in line.replace(" ", "").strip():
        if symbol == "X":
            balls.append(10)
        elif symbol == "/":
            balls.append(10 - balls[-1])
        elif symbol == "-":
            balls.append(0)
        else:
            balls.append(int(symbol))
    return balls


def score(balls):
    total = at = 0
    for _ in range(10):
        if balls[at] == 10:
            total += 10 + balls[at + 1] + balls[at + 2]
            at += 1
        elif balls[at] + balls[at + 1] == 10:
            total += 10 + balls[at + 2]
            at += 2
        else:
            total += balls[at] + balls[at + 1]
            at += 2
    return total


if __name__ == "__main__":
    for text in sys.stdin:
        print(score(rolls(text)))
