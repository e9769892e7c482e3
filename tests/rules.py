"""The mark that ties a test to the rules it exercises: `@rule("HAR-1.1", "HAR-1.2")`."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rule ids that it exercises. `test_rule_table` lists the ids without a test."""
    return pytest.mark.rule(*ids)
