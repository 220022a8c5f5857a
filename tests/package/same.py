"""``python -m tests.package.same dist``: rebuilds the last commit's packages, and prints which
differ from those in ``dist``."""

from __future__ import annotations

import subprocess
import sys
import tempfile

from tests.house import ROOT


def main(dist: str) -> int:
    if subprocess.check_output(("git", "-C", ROOT, "status", "--porcelain")):
        print("the packages are not compared: there is something that is not committed")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(("git", "clone", "-q", ROOT, folder), check=True)
        make = (sys.executable, f"{folder}/packaging/make.py", "--all")
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        found = subprocess.run(("diff", "-rq", dist, f"{folder}/dist"), check=False).returncode
    if not found:
        print("a second build of the same commit, elsewhere: the same bytes")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
