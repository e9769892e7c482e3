"""Static pages without a browser: refusals, the content of the packs, and the answers of the small server."""

from __future__ import annotations

import gzip
import importlib.metadata
import importlib.resources
import json
import os
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from gamelib.dataframes import make_dataframe
from tests.conftest import ROOT, free_port
from tests.site import Folder, run_in_pyodide
from widgets.page.notebook_output import csv_text
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site import command_line
from widgets.site.home_page import list_pages
from widgets.site.static_site import build, file_pack, npm
from widgets.site.static_site.build import main as site
from widgets.site.static_site.static_pages import StaticPageRenderer


def test_the_build_says_what_is_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert site([str(tmp_path / "out")]) == 1
    assert "built by Node 18 or newer" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_pinned_pyodide_is_the_one_that_the_scripts_expect():
    assert f'const ABI = "{npm.ABI}";' in (file_pack.STATIC_SITE_FOLDER / "browser" / "python.js").read_text(
        encoding="utf-8"
    )


def test_a_folder_with_other_files_is_left_alone(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("mine")
    assert site([str(tmp_path)]) == 1
    assert "has other files in it" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_a_download_that_is_not_the_pinned_one_is_refused(tmp_path, monkeypatch):
    def fetched(command, **_):
        Path(command[-1], "some.tgz").write_bytes(b"something else")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setenv("KISMET_CACHE", str(tmp_path))
    monkeypatch.setattr(npm, "require_node", lambda: "node")
    monkeypatch.setattr(npm.subprocess, "run", fetched)
    with pytest.raises(npm.BuildError, match="is not what it should be"):
        npm.unpacked_package_folder(npm.PYODIDE)
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


def test_the_charts_of_the_site_are_those_of_the_installed_plotly():
    """Check that the version is the same and that no page draws a chart that its part of Plotly lacks."""
    library = importlib.resources.files("plotly") / "package_data" / "plotly.min.js"
    assert f"plotly.js v{npm.PLOTLY.version}\n" in library.read_text(encoding="utf-8")[:300]
    drawn = {
        name
        for file in (ROOT / "widgets").rglob("*.py")
        for names in re.findall(r"from plotly.graph_objects import (.+)", file.read_text(encoding="utf-8"))
        for name in names.split(", ")
    }
    assert drawn == {"Figure", "Bar", "Heatmap", "Scatter"}


def test_it_is_seen_whether_a_page_imports_plotly(tmp_path):
    """Check such a page. It gets all kinds of charts, and other pages load faster."""
    cell = {"cell_type": "code", "source": "import plotly.graph_objects as go"}
    (tmp_path / "own.ipynb").write_text(json.dumps({"cells": [cell]}))
    assert file_pack.imported_packages(tmp_path, "own.ipynb") == {"plotly"}
    assert not any("plotly" in file_pack.imported_packages(NOTEBOOKS_DIR, page.path) for page in list_pages())


def test_a_pack_holds_what_was_put_in():
    files = {"a/b.py": b"x = 1\n\n", "c.json": b"{}", "empty": b""}
    assert file_pack.decode_pack(file_pack.encode_pack(files)) == files
    assert file_pack.with_empty_sources(files) == {**files, "a/b.py": b""}


def test_no_page_names_another_host_and_all_files_are_relative():
    """Check the frame of each page. Browser tests check the output of Python."""
    found = tuple(page for page in list_pages() if page.kind != "lesson")
    absent = {page: {"pandas"} for page in found if page.path == "lab/your-bot.ipynb"}
    here = tuple(page for page in found if page not in absent)
    files = StaticPageRenderer(Path("notebooks"), here, False, {"host.js": 10, "snapshot.bin": 10**7}, absent).files()
    assert "Your bot in five lines is not here: it needs pandas, which browsers do not have." in files["index.html"]
    assert {"index.html", "404.html", "sw.js", "manifest.webmanifest", ".nojekyll", "tables/court.html"} <= set(files)
    for path, text in files.items():
        for sign in ('src="http', 'href="http', 'src="/', 'href="/', "url(http"):
            assert sign not in text, path
    assert json.loads(files["manifest.webmanifest"])["start_url"] == "./index.html"
    assert "kismet/@BUILD@/snapshot.bin" in files["sw.js"].split("HEAVY =")[1]


def test_a_teachers_sheet_is_kept_by_no_browser_that_has_not_opened_it():
    lesson = next(page for page in list_pages() if page.kind == "lesson")
    files = StaticPageRenderer(Path("notebooks"), (lesson,), True, {}).files()
    sheets = [path for path in files if path.startswith("sheets/")]
    assert len(sheets) == 3
    for path in sheets:
        assert path not in files["sw.js"]
        assert '<meta name="robots" content="noindex">' in files[path].split("<body")[0]
    assert "robots.txt" not in files, "who may not read a page does not read in it that it is not to be listed"


@pytest.mark.parametrize(("options", "has_sheets"), [([], False), (["--sheets"], True)])
def test_sheets_with_keys_are_built_only_if_they_are_wanted(options, has_sheets, tmp_path, monkeypatch):
    wanted = {}
    monkeypatch.setattr(build, "build_site", lambda *places, **more: wanted.update(more) or "1")
    assert build.main([str(tmp_path), *options]) == 0
    assert wanted["with_teacher_sheets"] is has_sheets


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("folder")
    (place / "kismet" / "1").mkdir(parents=True)
    (place / "index.html").write_text("home")
    (place / "404.html").write_text("not here")
    (place / "kismet" / "1" / "host.js").write_text("host")
    running = Folder(place)
    yield running
    running.end()


def get(server: Folder, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    line = HTTPConnection("127.0.0.1", server.port)
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    found = answer.status, dict(answer.headers), answer.read()
    line.close()
    return found


def test_the_little_server(server):
    status, headers, body = get(server, "/")
    assert (status, body, headers["Cache-Control"]) == (200, b"home", "no-cache")
    assert get(server, "/", **{"If-None-Match": headers["ETag"]})[0] == 304
    status, headers, body = get(server, "/kismet/1/host.js", **{"Accept-Encoding": "gzip"})
    assert gzip.decompress(body) == b"host"
    assert "immutable" in headers["Cache-Control"]
    assert get(server, "/kismet/")[::2] == (404, b"not here")
    assert get(server, "/../../etc/passwd")[::2] == (404, b"not here")
    assert get(server, "/kismet")[0] == 301
    (server.folder / "404.html").unlink()
    assert get(server, "/nothing")[0] == 404


def test_serve_site_refuses_a_folder_without_pages(tmp_path, capsys):
    assert command_line.main(["serve-site", str(tmp_path), "--no-browser"]) == 1
    assert "has no pages" in capsys.readouterr().err
    (tmp_path / "index.html").write_text("")
    command = [sys.executable, "-m", "widgets.site.command_line", "serve-site", str(tmp_path), "--no-browser"]
    with subprocess.Popen([*command, f"--port={free_port()}"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("The pages are at http://localhost:")
        process.terminate()
        assert process.wait(20) == 0


def test_a_table_is_exported_as_pandas_would():
    rows = [{"card": 'a "b", c', "n": 1, "share": 0.25}, {"card": "d", "n": -2, "share": 1 / 3}]
    assert csv_text(rows) == make_dataframe(rows).to_csv(index=False)
    assert csv_text([{"a": "x"}, {"a": "y", "b": 1}]) == "a,b\nx,\ny,1\n"


def test_pandas_is_asked_for_in_one_place():
    """Check that pages import only packages that browsers have. Imports for types are allowed."""
    typing = re.compile(r"^if TYPE_CHECKING:\n(?:    .*\n|\n)+", re.MULTILINE)
    asked = re.compile(r"^ *(import|from) (pandas|numpy)\b", re.MULTILINE)
    sources = {
        name: text.decode()
        for name, text in file_pack.collect_page_files(NOTEBOOKS_DIR, []).items()
        if name.endswith(".py")
    }
    found = {name for name, text in sources.items() if asked.search(typing.sub("", text))}
    assert found == {"gamelib/dataframes.py"}


@pytest.mark.skipif("KISMET_SITE" not in os.environ, reason="KISMET_SITE names a folder that `kismet site` has built")
def test_the_engine_is_the_same_in_the_browsers_python(tmp_path):
    """Run every reference game, all questions and the budget of chance models in Pyodide."""
    site = Path(os.environ["KISMET_SITE"])
    assert " passed" in run_in_pyodide(site, tmp_path, "tests/test_golden.py", "tests/chance/test_budget.py")
    asked = "two_methods_agree and not every or five_sigma or same_seed"
    said = run_in_pyodide(site, tmp_path, "-k", asked, "tests/test_questions.py")
    assert " passed" in said


SUM = """
import hashlib, json
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.home_page import list_pages
from widgets.site.static_site import file_pack
from widgets.site.static_site.static_pages import StaticPageRenderer
found = [page for page in list_pages() if not file_pack.unavailable_packages(NOTEBOOKS_DIR, page.path)]
absent = {page: file_pack.unavailable_packages(NOTEBOOKS_DIR, page.path) for page in list_pages() if page not in found}
files = StaticPageRenderer(NOTEBOOKS_DIR, tuple(found), False, {"host.js": 10, "snapshot.bin": 10**7}, absent).files()
own = file_pack.collect_page_files(NOTEBOOKS_DIR, [page.path for page in found])
packs = [file_pack.encode_pack(each) for each in (own, file_pack.third_party_package_files())]
print(hashlib.sha256(json.dumps(files).encode() + b"".join(packs)).hexdigest())
"""


def test_what_goes_into_a_build_does_not_depend_on_chance():
    """Check that the order of sets, place and time do not matter for all files that are made without Node."""
    sums = set()
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}
        done = subprocess.run([sys.executable, "-c", SUM], env=environment, capture_output=True, text=True, check=True)
        sums.add(done.stdout)
    assert len(sums) == 1


@pytest.mark.skipif("KISMET_SITE" not in os.environ, reason="KISMET_SITE names a folder that `kismet site` has built")
def test_two_builds_are_the_same(tmp_path):
    """Build the files in git. The given folder must be a build of the same sources."""
    one, two = Path(os.environ["KISMET_SITE"]), tmp_path / "again"
    assert site([str(two)]) == 0
    names = [{file.relative_to(place) for file in place.rglob("*") if file.is_file()} for place in (one, two)]
    assert names[0] == names[1]
    assert [name for name in names[0] if (one / name).read_bytes() != (two / name).read_bytes()] == []


def test_only_a_page_that_wants_compiled_packages_is_left_out(tmp_path):
    assert {
        page.path: lacks for page in list_pages() if (lacks := file_pack.unavailable_packages(NOTEBOOKS_DIR, page.path))
    } == {}
    cell = {"cell_type": "code", "source": ["import gamelib\n", "import pandas as pd"]}
    (tmp_path / "wants.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}}), encoding="utf-8")
    assert file_pack.unavailable_packages(tmp_path, "wants.ipynb") == {"pandas"}
