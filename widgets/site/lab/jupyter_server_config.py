"""What JupyterLab's server reads beside a user's own settings."""

from typing import Any


def without_lite(_: Any, page_config: dict[str, Any]) -> dict[str, Any]:
    """JupyterLite's kernel is for pages without a server: a JupyterLab with one cannot load it, and would complain."""
    extensions = page_config["federated_extensions"]
    page_config["federated_extensions"] = [each for each in extensions if not each["name"].startswith("@jupyterlite/")]
    return page_config


get_config().ServerApp.tornado_settings = {"page_config_hook": without_lite}  # type: ignore[name-defined]  # noqa: F821
