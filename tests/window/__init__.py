import pytest

# Rewrite the helpers' assertions as well, so that a failure shows the values.
pytest.register_assert_rewrite("tests.window.desktop")
