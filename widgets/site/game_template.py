"""Commands `kismet new game NAME` and `kismet check game NAME`.

The first one writes a minimal complete game into a checkout. The second one lists missing parts of a game.

The template is Outbid, the sample game of the tests, with another name. New authors therefore start from tested code.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from keyword import iskeyword
from pathlib import Path

import gamelib
from gamelib.bank.rule_examples import (
    missing_example_reason_by_rule,
    no_refusal_reason_by_rule,
    refusal_example_by_rule,
    rule_examples,
    substitute_rule_by_nonrefusing_rule,
)
from gamelib.tools.completeness import missing_parts
from gamelib.validation import short_repr

from ..page.paths import NOTEBOOKS_DIR

ROOT = Path(__file__).parents[2]
SAMPLE_GAME_FOLDER = Path("tests/sample")
FILE_TARGETS = {  # file of the sample game -> path of the corresponding file in the new game
    "__init__.py": "gamelib/games/{name}/__init__.py",
    "bot_settings.py": "gamelib/games/{name}/bot_settings.py",
    "bots.py": "gamelib/games/{name}/bots.py",
    "odds.py": "gamelib/games/{name}/odds.py",
    "cards.toml": "gamelib/games/{name}/cards.toml",
    "rules.toml": "gamelib/games/{name}/rules.toml",
    "words.toml": "gamelib/games/{name}/words.toml",
    "cited.toml": "tests/{name}/cited.toml",
    "shows.toml": "gamelib/bank/{name}/shows.toml",
    "pictured.toml": "widgets/games/{name}/board/pictured.toml",
    "home_tile.py": "widgets/games/{name}/board/home_tile.py",
    "board.py": "widgets/games/{name}/board/board.py",
    "table.ipynb": "notebooks/tables/{name}.ipynb",
    "rulebook.ipynb": "notebooks/rulebook/{name}.ipynb",
    "test_rules.py": "tests/{name}/test_rules.py",
}
NEW_PACKAGES = {  # initial content of __init__.py files
    "widgets/games/{name}/__init__.py": '"""{title} as pages show it."""\n',
    "widgets/games/{name}/board/__init__.py": '"""{title} on the table."""\n',
    "tests/{name}/__init__.py": "",
}


def run_game_command(words: list[str]) -> int:
    """Run `new game NAME` or `check game NAME`.

    The exit code is 0 on success, 1 on failure or for missing parts (listed on stderr), 2 for a wrong usage.
    """
    if len(words) != 3 or words[1] != "game":
        print(f"usage: kismet {words[0]} game NAME", file=sys.stderr)
        return 2
    try:
        if words[0] == "new":
            for path in create_game_files(words[2]):
                print(path)
            return 0
        lacks = [*missing_parts(words[2]), *missing_page_part_messages(words[2], ROOT)]
    except (OSError, ValueError) as error:
        print(f"kismet: {error}", file=sys.stderr)
        return 1
    for sentence in lacks:
        print(sentence, file=sys.stderr)
    if not lacks:
        print(f"{gamelib.game(words[2]).title} is whole.")
    return bool(lacks)


def create_game_files(game_id: str, checkout: Path = ROOT) -> list[Path]:
    """Write files for a game with this id into a checkout and return their paths. Existing files are not overwritten.

    Raise ValueError for an invalid or used id, and if `checkout` is not a checkout.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]{2,19}", game_id):
        raise ValueError(
            f"a game's name is 3 to 20 small letters and digits, a letter first, not {short_repr(game_id)}"
        )
    if not (checkout / SAMPLE_GAME_FOLDER).is_dir():
        raise ValueError("a new game is written in a checkout of Kismet, and here is only what was installed")
    if game_id in gamelib.all_games() or game_id in dir(gamelib) or iskeyword(game_id):
        raise ValueError(f"the name {game_id} is taken")
    made = {
        place.format(name=game_id): _as(
            game_id, source, (checkout / SAMPLE_GAME_FOLDER / source).read_text(encoding="utf-8")
        )
        for source, place in FILE_TARGETS.items()
    }
    made |= {
        place.format(name=game_id): text.format(title=game_id.capitalize()) for place, text in NEW_PACKAGES.items()
    }
    for place in made:
        if (checkout / place).exists():
            raise ValueError(f"{place} is there already")
    for place, text in made.items():
        (checkout / place).parent.mkdir(parents=True, exist_ok=True)
        (checkout / place).write_text(text, encoding="utf-8")
    return [Path(place) for place in sorted(made)]


def _as(name: str, source: str, text: str) -> str:
    """Adapt a file of the sample to the new game: names and relative imports."""
    if source == "test_rules.py":
        text = text.replace("tests.sample", f"gamelib.games.{name}")
    elif source in ("board.py", "home_tile.py"):
        text = text.replace("\nfrom widgets.", "\n\nfrom ....", 1).replace("from widgets.", "from ....")
    elif source.endswith(".py"):
        text = text.replace("\n\nfrom .", "\nfrom .").replace("from gamelib.", "from ...")
    prefix = _prefix(name)
    text = text.replace("OUT-", f"{prefix}-").replace('"OUT"', f'"{prefix}"')
    return text.replace("outbid", name).replace("Outbid", name.capitalize())


def _prefix(name: str) -> str:
    """Return three capital letters, unused by other games, as the prefix of the game's rule ids."""
    letters = re.sub("[^a-z]", "", name).upper().ljust(3, "X")
    taken = {game.rule_prefix for game in gamelib.all_games().values()}
    tries = (letters[0] + letters[a] + letters[b] for a in range(1, len(letters)) for b in range(a + 1, len(letters)))
    return next((prefix for prefix in tries if prefix not in taken), letters[:2] + "Q")


def missing_page_part_messages(game_id: str, checkout: Path) -> Iterator[str]:
    """Return messages about the parts of the pages that are missing for a game."""
    try:
        import_module(f"..games.{game_id}.board.board", __package__).BOARD  # noqa: B018
    except ModuleNotFoundError:
        yield f"widgets/games/{game_id}/board/board.py is missing, what lies on its table."
    except AttributeError:
        yield f"widgets/games/{game_id}/board/board.py has no BOARD."
    game = gamelib.game(game_id)
    page = game.slug
    for kind in ("tables", "rulebook"):
        if not (NOTEBOOKS_DIR / kind / f"{page}.ipynb").is_file():
            yield f"notebooks/{kind}/{page}.ipynb is missing."
    shown, silent = (
        {*rule_examples(game), *missing_example_reason_by_rule(game)},
        {*refusal_example_by_rule(game), *substitute_rule_by_nonrefusing_rule(game), *no_refusal_reason_by_rule(game)},
    )
    where = f"gamelib/bank/{game_id}/shows.toml"
    for id, rule in game.rules.items():
        if id not in shown:
            yield f"{where}: no step shows {id}; python -m tools.find_shows {game_id} looks for one."
        if id not in silent and not rule.question:
            yield f"{where}: nothing is refused by {id}, and [unrefused] does not say why."
    tests = checkout / "tests" / game_id
    if (checkout / SAMPLE_GAME_FOLDER).is_dir():
        text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(tests.glob("test_*.py")))
        marks = re.findall(r"@(?:pytest\.mark\.)?rule\(([^)]*)\)", text)
        marked = {id for ids in marks for id in re.findall(r'"(.*?)"', ids)}
        for id, rule in game.rules.items():
            if (not rule.question or rule.options) and id not in marked:
                yield f"tests/{game_id}: no test is marked with {id}."
