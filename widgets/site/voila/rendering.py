"""Pages are made from one template, which is compiled once and not for each visitor."""

from __future__ import annotations

from types import CodeType
from typing import Any

import voila.notebook_renderer
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from voila.exporter import VoilaExporter


class _Compiled(BytecodeCache):
    """The compiled templates, by name and content."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


class PageExporter(VoilaExporter):
    """Voila's exporter, whose environments share the compiled templates."""

    def _create_environment(self) -> Environment:
        environment: Environment = super()._create_environment()
        environment.bytecode_cache = _COMPILED
        return environment

    @property
    def default_config(self) -> Any:
        # Voila's settings go by the name of its own class.
        config = super().default_config
        config["PageExporter"] = config["VoilaExporter"]
        return config


# Voila offers no setting for its exporter.
voila.notebook_renderer.VoilaExporter = PageExporter
