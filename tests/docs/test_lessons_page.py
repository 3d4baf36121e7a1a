"""The page on lessons has the clauses that each step teaches, as the courses have them."""

from pathlib import Path

from hexlume.games import NAMES
from hexlume_host.game_files.lesson_course import course
from hexlume_record.words.text import game_title

PAGE = Path(__file__).parents[2] / "docs/lessons.md"


def tables() -> str:
    """Return the tables of the page: the steps by the clauses that they teach, a table for each game."""
    lines: list[str] = []
    for name in NAMES:
        steps: dict[str, list[int]] = {}
        for step in course(name):
            for clause in step.clauses:
                steps.setdefault(clause, []).append(step.number)
        lines += [f"### {game_title(name)}: {len(course(name))} steps", "", "| clause | steps |", "|---|---|"]
        for clause in sorted(steps, key=lambda one: int(one.partition("-")[2])):
            lines.append(f"| {clause} | {', '.join(map(str, steps[clause]))} |")
        lines.append("")
    return "\n".join(lines)


def test_the_page_says_which_step_teaches_which_clause() -> None:
    assert tables() in PAGE.read_text(encoding="utf-8"), f"docs/lessons.md needs these tables:\n\n{tables()}"
