"""Client of the page protocol: its requests, its waiting, and its messages about a kernel that does not answer."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from widgets.page.paths import WIDGETS_DIR

STAGE = """
import { KernelClient, isInNotebook } from "%s";
const told = [], sent = [];
globalThis.document = { fonts: [{ family: "Kismet Sans" }] }; // a page that has the type
let clock = null, listen = null;
globalThis.setTimeout = (run) => (clock = run, 1);
globalThis.clearTimeout = () => (clock = null);
const model = { send: (message) => sent.push(message), on: (_, run) => (listen = run), off: () => (listen = null) };
const client = new KernelClient(model, {
  onMessage: (message) => told.push(message.kind), onBusyChange: (on) => told.push(on ? "busy" : "idle"),
  onConnectionChange: (on) => told.push(on ? "lost" : "found"),
});
const ask = (message, how) => client.request(message, how).then(() => told.push(`ended ${message.do}`));
const done = (seq) => listen({ kind: "done", seq });
const silence = () => { const run = clock; clock = null; run(); };
%s
await Promise.resolve();
console.log(JSON.stringify({ told, sent, waiting: client.pendingCount,
  watched: clock !== null, heard: listen !== null }));
"""


def played(tmp_path: Path, story: str) -> Any:
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    assert deno, "deno comes with the development dependencies"
    script = tmp_path / "story.mjs"
    script.write_text(STAGE % ((WIDGETS_DIR / "page/client.js").as_uri(), story), encoding="utf-8")
    run = subprocess.run(
        [deno, "run", "--no-config", "--allow-read", str(script)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"NO_COLOR": "1"},
    )
    assert not run.returncode, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize(
    ("story", "told", "sent"),
    [
        ('ask({ do: "act" }); done(1);', ["busy", "idle", "ended act"], [1]),
        (
            'ask({ do: "a" }); ask({ do: "b" }); done(1); done(2);',
            ["busy", "busy", "idle", "ended a", "ended b"],
            [1, 2],
        ),
        ('ask({ do: "a" }, { isBackground: true }); done(1);', ["ended a"], [1]),
        ('done(7); listen({ kind: "notice" });', ["notice"], []),
        # what may be done once only is not sent again
        ('ask({ do: "act" }); silence();', ["busy", "lost"], [1]),
        (
            'ask({ do: "rule" }, { isRepeatable: true }); silence(); done(1); done(1);',
            ["busy", "lost", "found", "idle", "ended rule"],
            [1, 1],
        ),
        (
            'ask({ do: "rule" }, { isRepeatable: true }); silence(); listen({ kind: "rule" });',
            ["busy", "lost", "found", "rule"],
            [1, 1],
        ),
    ],
)
def test_a_client_numbers_waits_and_tells(tmp_path: Path, story: str, told: list[str], sent: list[int]) -> None:
    found = played(tmp_path, story)
    assert found["told"] == told
    assert [message["seq"] for message in found["sent"]] == sent


def test_any_word_of_the_kernel_is_a_sign_of_life(tmp_path: Path) -> None:
    found = played(tmp_path, 'ask({ do: "run" }); clock = null; listen({ kind: "progress" });')
    assert found["watched"]
    assert found["waiting"] == 1


def test_a_closed_client_hears_and_waits_for_nothing(tmp_path: Path) -> None:
    found = played(tmp_path, 'ask({ do: "run" }); client.close();')
    assert (found["waiting"], found["watched"], found["heard"]) == (0, False, False)


@pytest.mark.parametrize(("classes", "told"), [("km-frame", "page"), ("jp-ThemedContainer", "cell")])
def test_a_page_is_loaded_again_and_a_cell_run_again(tmp_path: Path, classes: str, told: str) -> None:
    has = f"has => has === {json.dumps(classes)}"
    story = f'document.body = {{ classList: {{ contains: {has} }} }}; told.push(isInNotebook() ? "cell" : "page");'
    assert played(tmp_path, story)["told"] == [told]


def test_what_comes_under_a_number_is_its_answer(tmp_path: Path) -> None:
    """Check that the first of two answers to a repeated request counts. A refusal is displayed and has no answer."""
    story = """
    client.request({ do: "read" }, { isRepeatable: true }).then((answer) => told.push(answer.line));
    silence(); listen({ kind: "read", seq: 1, line: "first" }); done(1); listen({ kind: "read", seq: 1 }); done(1);
    client.request({ do: "run" }).then((answer) => told.push(typeof answer)); listen({ kind: "notice" }); done(2);
    await null;
    """
    told = played(tmp_path, story)["told"]
    assert told == ["busy", "lost", "found", "idle", "busy", "notice", "idle", "first", "undefined"]


def test_every_script_asks_by_the_client() -> None:
    """Check that all scripts send requests through the client.

    The exceptions are the chart library, the type and language of a page, and widgets of a page without a server,
    which talk to Python next to them.
    """
    own = {
        "page/client.js",
        "page/font_loader.js",
        "page/texts.js",
        "chart/chart.js",
        "page/widget_models.js",
    }
    found = {
        path.relative_to(WIDGETS_DIR).as_posix()
        for path in WIDGETS_DIR.rglob("*.js")
        if "model.send(" in path.read_text(encoding="utf-8")
    }
    assert found == own
