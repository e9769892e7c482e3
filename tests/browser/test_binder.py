"""Binder from the recipe to a page: the Dockerfile of repo2docker, its steps in a fresh environment, and a launch."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from importlib.metadata import files
from pathlib import Path
from shutil import copytree, ignore_patterns
from urllib.parse import urlsplit

import psutil
import pytest
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import gamelib
from tests.browser.conftest import NARROW, drawn, sideways
from tests.conftest import ROOT, Server, free_port, start_process, wait_for

TOKEN = "kI9-made_by-Binder"
KEY = {"Authorization": f"token {TOKEN}"}
PREFIX = "/user/kismet-abc-123/"
#: what mybinder's public settings promise a session, in bytes
MEMORY = 450 * 2**20
ENTRYPOINT = next(
    Path(file.locate()) for file in files("jupyter-repo2docker") or () if file.name == "repo2docker-entrypoint"
)


@dataclass(frozen=True)
class Image:
    """Content of the image: the folder of the repository, the recipe, and the environment of its commands."""

    folder: Path
    dockerfile: str
    environment: dict[str, str]


def steps(dockerfile: str) -> list[str]:
    """Return the commands of this repository that run as the user of the image."""
    user, found = "root", []
    for line in dockerfile.replace("\\\n", " ").splitlines():
        instruction, _, rest = line.partition(" ")
        if instruction == "USER":
            user = rest
        elif instruction == "RUN" and user == "${NB_USER}":
            found.append(rest)
    return found


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("binder") / "home"
    copytree(ROOT, folder, ignore=ignore_patterns(".?*", "__pycache__", "shots"))
    recipe = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "--user-id=1000", "--user-name=jovyan", "."]
    dockerfile = subprocess.run(recipe, cwd=folder, check=True, capture_output=True, text=True).stdout
    # The running Python stands for the one that the image would bring; the lock holds for both.
    prefix = folder.parent / "notebook"
    subprocess.run([sys.executable, "-m", "venv", prefix], check=True)
    foreign = ("VIRTUAL_ENV", "PYTHONPATH", "UV_PROJECT_ENVIRONMENT")
    environment = {
        **{name: value for name, value in os.environ.items() if name not in foreign},
        "KERNEL_PYTHON_PREFIX": str(prefix),
        "REPO_DIR": str(folder),
        "PATH": f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "JUPYTER_CONFIG_DIR": str(folder.parent / "jupyter"),
    }
    for step in steps(dockerfile):
        done = subprocess.run(["bash", "-c", step], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{step}\n{done.stdout}{done.stderr}"
    return Image(folder, dockerfile, environment)


@contextmanager
def launch(image: Image, *arguments: str) -> Iterator[Server]:
    """Start the server as the hub of Binder does, with the command line of Jupyter after the entry point."""
    port = free_port()
    options = [f"base_url={PREFIX}", f"token={TOKEN}", "trust_xheaders=True", "allow_origin=*", "allow_origin_pat=.*"]
    jupyter = ["python3", "-c", "raise SystemExit('Jupyter has been started')", "--ip=0.0.0.0", f"--port={port}"]
    jupyter += [f"--{app}.{option}" for app in ("NotebookApp", "ServerApp") for option in options]
    entry = re.search(r'^ENV R2D_ENTRYPOINT="\$\{REPO_DIR\}/(.+)"$', image.dockerfile, re.MULTILINE)
    assert entry
    log = image.folder.parent / f"log-{port}.txt"
    process = start_process(
        [sys.executable, ENTRYPOINT, *jupyter, *arguments],
        log,
        cwd=image.folder,
        env={**image.environment, "R2D_ENTRYPOINT": str(image.folder / entry[1])},
    )
    url = f"http://127.0.0.1:{port}{PREFIX}"
    try:
        wait_for(f"{url}voila/static/voila.js?token={TOKEN}", process, log)
        yield Server(url, process, log)
    finally:
        left = []
        if process.poll() is None:
            started = psutil.Process(process.pid).children(recursive=True)
            process.terminate()  # as a container is stopped
            process.wait(timeout=120)
            _, left = psutil.wait_procs(started, timeout=10)
            for still in left:
                still.kill()
    printed = log.read_text()
    assert not left, printed
    assert process.returncode == 0, printed
    assert "Traceback" not in printed, printed


@pytest.fixture(scope="module")
def launched(image: Image) -> Iterator[Server]:
    with launch(image) as server:
        yield server


def ask(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, str]:
    """Return the answer to this path under the prefix without redirects, and its text."""
    parts = urlsplit(server.url)
    connection = HTTPConnection("127.0.0.1", parts.port, timeout=120)
    connection.request("GET", f"{parts.path}{path}", headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer, text


def wire(server: Server, kernel: str) -> str:
    """Return the address of the websocket of a kernel."""
    return f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels"


def kernels(server: Server) -> list[psutil.Process]:
    started = psutil.Process(server.process.pid).children(recursive=True)
    return [process for process in started if "ipykernel_launcher" in process.cmdline()]


def test_the_recipe_takes_a_python_that_repo2docker_knows(image):
    pinned = (ROOT / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert pinned in SpecifierSet(tomllib.load(file)["project"]["requires-python"])
    encoded = f"environment.py-{pinned}-linux-64.lock".replace("-", "-2d").replace(".", "-2e")
    assert encoded in image.dockerfile
    assert "RUN ./binder/postBuild" in image.dockerfile


def test_what_is_installed_is_what_is_locked(image):
    code = "import importlib.metadata as m, json; print(json.dumps({d.name: d.version for d in m.distributions()}))"
    python = image.folder / ".venv" / "bin" / "python"
    installed = json.loads(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout)
    with (ROOT / "uv.lock").open("rb") as file:
        locked = {(package["name"], package.get("version")) for package in tomllib.load(file)["package"]}
    locked.add(("kismet-notebooks", gamelib.__version__))  # its own version stands in its sources
    assert {(canonicalize_name(name), version) for name, version in installed.items()} <= locked
    assert {"voila", "plotly", "kismet-notebooks"} <= installed.keys()
    assert not {"pytest", "jupyter-repo2docker"} & installed.keys()


def test_the_hub_sees_a_server_that_is_up(launched):
    for path in ("", "api"):
        answer, _ = ask(launched, path)
        assert answer.status < 500


@pytest.mark.parametrize("path", ["", "voila/render/index.ipynb", "voila/render/index.ipynb?token=wrong"])
def test_without_the_token_there_is_one_plain_page(launched, new_page, path):
    page = new_page(NARROW, allow=("403",))
    answer = page.goto(launched.url + path)
    assert answer
    assert answer.status == 403
    assert page.get_by_role("heading", level=1).inner_text() == "This address lacks its key"
    assert sideways(page) == 0


def test_with_the_token_only_our_pages_have_a_door(launched):
    for path in ("tree", "api/contents/index.ipynb", "api/terminals", "voila/tree", "files/index.ipynb", "labs"):
        answer, text = ask(launched, path, **KEY)
        assert answer.status == 404, path
        assert '"cells"' not in text


def test_home_and_a_dashboard_open_through_prefix_and_token(launched, new_page, shot):
    page = new_page()
    page.goto(f"{launched.url}?token={TOKEN}", wait_until="commit")  # where a launch leads that names no page
    drawn(page)
    assert urlsplit(page.url).path == f"{PREFIX}voila/render/index.ipynb"
    shot(page, "binder-home")
    page.locator('a[href="dashboards/gems.ipynb"]').first.click()  # no token: the first page has left a cookie
    page.wait_for_url("**/dashboards/gems.ipynb")
    drawn(page)
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    shot(page, "binder-gems")

    kernel = json.loads(page.locator("#jupyter-config-data").inner_text())["kernelId"]
    with pytest.raises(InvalidStatus, match="403"):
        connect(wire(launched, kernel))

    deadline = time.monotonic() + 120
    while len(kernels(launched)) > 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert len(kernels(launched)) <= 2, "one for this page, one for the next visit of the home page"
    used = [psutil.Process(launched.process.pid), *psutil.Process(launched.process.pid).children(recursive=True)]
    assert sum(process.memory_info().rss for process in used) < MEMORY


def test_the_second_door_is_jupyterlab_behind_the_same_token(image, new_page, shot):
    """Use a session of its own, because it needs as much memory as all pages."""
    with launch(image) as server:
        doors = ("lab", "jupyter/lab", "jupyter/api/contents", "jupyter/static/favicons/favicon.ico")
        for path in doors:
            answer, _ = ask(server, path)
            assert answer.status in (302, 403), path
            assert answer.status == 403 or "/login" in answer.headers["Location"], path
        page = new_page()
        page.goto(f"{server.url}?token={TOKEN}", wait_until="commit")
        drawn(page)
        expect(page.locator(".km-open-classes")).to_be_hidden()  # nobody else has the token, so there can be no class
        expect(page.get_by_role("link", name="Read and change the code")).to_have_attribute("href", f"{PREFIX}lab")
        for path in ("class", "desk", "join"):
            assert ask(server, path, **KEY)[0].status == 404
        for path in ("lab", "lab/"):
            assert ask(server, path, **KEY)[0].status == 302, path
        page.goto("about:blank")  # its kernel has ended by the time that JupyterLab is there
        page.goto(f"{server.url}lab/tree/lab/your-bot.ipynb", wait_until="commit")
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=120_000)  # before that nothing runs
        page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        expect(page.locator(".jp-OutputArea-output table").first).to_contain_text("mine", timeout=120_000)
        shot(page, "binder-lab")
        answer, text = ask(server, "jupyter/api/contents/lab/your-bot.ipynb?content=0", **KEY)
        assert (answer.status, json.loads(text)["name"]) == (200, "your-bot.ipynb")
        (kernel,) = json.loads(ask(server, "jupyter/api/kernels", **KEY)[1])
        channels = wire(server, kernel["id"]).replace("/api/", "/jupyter/api/")
        for foreign in ({}, {**KEY, "Origin": "https://elsewhere.example"}):
            with pytest.raises(InvalidStatus, match="403"):
                connect(channels, additional_headers=foreign)
        assert (image.folder / "my-notebooks" / "lab" / "your-bot.ipynb").is_file()


def test_a_launch_link_may_name_a_page(launched, new_page):
    page = new_page(NARROW)
    page.goto(f"{launched.url}voila/render/tables/court.ipynb?token={TOKEN}", wait_until="commit")
    drawn(page)
    assert sideways(page) == 0


def test_a_page_left_open_does_not_keep_the_session_alive(image):
    with launch(image, "--ServerApp.shutdown_no_activity_timeout=6") as server:
        _, text = ask(server, f"voila/render/index.ipynb?token={TOKEN}")
        kernel = re.search(r'"kernelId": "([-\w]+)"', text)
        assert kernel
        with connect(wire(server, kernel[1]), additional_headers=KEY, ping_interval=None):
            assert server.process.poll() is None
            assert server.process.wait(timeout=120) == 0


def test_other_commands_run_as_they_are(image):
    command = [image.folder / "binder" / "start", "kismet", "--help"]
    done = subprocess.run(command, env=image.environment, check=True, capture_output=True, text=True)
    assert "Serve the pages of Kismet" in done.stdout
