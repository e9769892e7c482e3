"""The command line: every refusal is one plain sentence."""

from __future__ import annotations

import json
import socket

import pytest

from widgets.site import command_line
from widgets.site.command_line import main
from widgets.site.voila.kernels import PageKernelManager


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--prot", "1"], 2, "unrecognized arguments: --prot"),
        (["--port", "many"], 2, "invalid int value: 'many'"),
        (["--port", "70000"], 1, "a port is a number from 0 to 65535, not 70000"),
        (["--ip", "not.an.address.invalid"], 1, "'not.an.address.invalid' is not an address of this machine"),
        (["--ip", "203.0.113.7", "--port", "8999"], 1, "'203.0.113.7' is not an address of this machine"),
        (["tables/nothing.ipynb"], 1, "there is no page 'tables/nothing.ipynb'. There are: index.ipynb"),
        (["--notebooks", "/no/such/folder"], 1, "there is no folder /no/such/folder"),
        (["lab", "--notebooks", "/no/such/folder"], 1, "there is no folder /no/such/folder"),
    ],
)
def test_a_refusal_is_a_sentence(arguments, code, sentence, capsys):
    assert run(arguments) == code
    printed = capsys.readouterr().err
    assert sentence in printed
    assert printed.startswith("kismet: ")
    assert printed.count("\n") == 1


@pytest.mark.parametrize("command", [[], ["lab"]])
def test_a_busy_port_is_told(command, taken_port, capsys):
    assert run([*command, "--port", str(taken_port)]) == 1
    assert f"port {taken_port} is in use" in capsys.readouterr().err


def test_the_lab_opens_copies_and_keeps_what_was_changed(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(command_line, "_lab", lambda folder, **_: opened.append(folder) or 0)
    monkeypatch.chdir(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in command_line.NOTEBOOKS_DIR.rglob("*")}
    assert run(["lab"]) == 0
    (own,) = opened
    assert own == tmp_path / "kismet-notebooks"
    names = [path.relative_to(command_line.NOTEBOOKS_DIR) for path in command_line.NOTEBOOKS_DIR.rglob("*.ipynb")]
    assert names
    assert all((own / name).is_file() for name in names)
    (own / "index.ipynb").write_text("mine")
    (own / names[-1]).unlink()
    assert run(["lab"]) == 0
    assert (own / "index.ipynb").read_text() == "mine"
    assert (own / names[-1]).is_file()
    assert {path: path.stat().st_mtime_ns for path in command_line.NOTEBOOKS_DIR.rglob("*")} == before
    assert str(own) in capsys.readouterr().out
    assert run(["lab", str(command_line.NOTEBOOKS_DIR)]) == 1
    assert run(["lab", "elsewhere"]) == 0
    assert opened[-1] == tmp_path / "elsewhere"
    (tmp_path / "file").write_text("")
    assert run(["lab", "file"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all(line.startswith("kismet: ") for line in said)


def test_a_folder_without_home_page_is_told(tmp_path, capsys):
    assert run(["--notebooks", str(tmp_path)]) == 1
    assert "the home page" in capsys.readouterr().err


def test_a_page_with_a_bad_entry_is_told(tmp_path, capsys):
    for name, about in (("index", None), ("bad", {"title": "x"})):
        (tmp_path / f"{name}.ipynb").write_text(json.dumps({"cells": [], "metadata": {"kismet": about}}))
    assert run(["--notebooks", str(tmp_path)]) == 1
    assert "bad.ipynb: metadata.kismet needs 'summary'" in capsys.readouterr().err


def test_a_kernel_that_its_page_has_ended_is_not_looked_for():
    with pytest.raises(StopIteration):  # at its end, without a wait: there is nothing to look at
        PageKernelManager().cull_kernel_if_idle("gone").send(None)


def run(arguments: list[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
