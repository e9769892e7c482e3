"""Check of names: it finds names that break its rules and accepts ours."""

import doctest

from tools import check_names


def test_our_names_keep_the_rules(capsys):
    assert check_names.main() == 0, capsys.readouterr().out


def test_examples_of_the_check_run():
    assert doctest.testmod(check_names).failed == 0


def test_every_exception_is_used():
    for place in check_names.EXCEPTIONS:
        path, _, name = place.partition(": ")
        source = (check_names.ROOT / path).read_text(encoding="utf-8")
        assert name in {found for _, found, rule in check_names.bad_names(source) if rule == "bare"}, place
