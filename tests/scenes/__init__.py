import pytest

# Rewrite the assertions of this helper too, so that a failure shows the values.
pytest.register_assert_rewrite("tests.scenes.stage")
