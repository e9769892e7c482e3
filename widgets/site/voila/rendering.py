"""Rendering of pages with templates that are compiled once, and with error messages."""

from __future__ import annotations

from types import CodeType
from typing import Any

import voila.notebook_renderer
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from nbclient.exceptions import CellExecutionError
from voila.execute import VoilaExecutor
from voila.exporter import VoilaExporter


class _Compiled(BytecodeCache):
    """Cache of compiled templates, by name and content."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


class PageExporter(VoilaExporter):
    """Exporter of Voila that shares compiled templates between pages."""

    def _create_environment(self) -> Environment:
        environment: Environment = super()._create_environment()
        environment.bytecode_cache = _COMPILED
        return environment


class PageExecutor(VoilaExecutor):
    """Executor of Voila. It handles a kernel that ends during a cell like any other error of the page."""

    async def execute_cell(self, cell: Any, *rest: Any, **options: Any) -> Any:
        try:
            return await super().execute_cell(cell, *rest, **options)
        except (CellExecutionError, TimeoutError):
            raise
        except Exception as error:
            name = type(error).__name__
            cell["outputs"] = [{"output_type": "error", "ename": name, "evalue": "", "traceback": []}]
            raise CellExecutionError("", name, "") from error


# Voila has no setting that replaces its exporter or executor.
voila.notebook_renderer.VoilaExporter = PageExporter
voila.notebook_renderer.VoilaExecutor = PageExecutor
