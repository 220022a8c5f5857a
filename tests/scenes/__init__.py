import pytest

# The helpers assert as well; a failure is to show what stood there.
pytest.register_assert_rewrite("tests.scenes.stage")
