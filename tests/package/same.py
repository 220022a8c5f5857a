"""``python -m tests.package.same dist``: packs the last commit again in another folder and
prints which files differ from those in ``dist``, which must be of that commit.
"""

from __future__ import annotations

import filecmp
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.house import ROOT


def differing(one: Path, other: Path) -> list[str]:
    paths = [(path, at) for at in (one, other) for path in at.rglob("*") if not path.is_dir()]
    files = {str(path.relative_to(at)) for path, at in paths}
    _, different, absent = filecmp.cmpfiles(one, other, sorted(files), shallow=False)
    return sorted(different + absent)


def main(dist: Path) -> int:
    if subprocess.check_output(("git", "-C", ROOT, "status", "--porcelain")):
        print("the packages are not compared: there is something that is not committed")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / "again"
        subprocess.run(("git", "clone", "-q", ROOT, again), check=True)
        make = (sys.executable, again / "packaging" / "make.py", "--all")
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        found = differing(dist, again / "dist")
    for name in found:
        print(f"{name}: not the same in a second build")
    if not found:
        print("a second build of the same commit, elsewhere: the same bytes")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
