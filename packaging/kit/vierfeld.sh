#!/bin/sh
# Starts Vierfeld. The first start installs it into a folder beside this file, from the wheels there,
# without a network. Only if the wheels are for another system does pip fetch what Vierfeld needs,
# and never Vierfeld itself.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
installed=$here/installed-@VERSION@
if [ ! -e "$installed/ready" ]; then
    found=
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$python" -c 'import sys, venv; sys.exit(sys.version_info < (@PYTHON@))' 2>/dev/null; then
            found=$python
            break
        fi
    done
    if [ -z "$found" ]; then
        echo "Vierfeld needs Python @DOTTED@ or later, with its venv: www.python.org"
        echo "Vierfeld braucht Python @DOTTED@ oder neuer, samt venv: www.python.org"
        echo "Vierfeld को Python @DOTTED@ या उससे नया चाहिए, venv के साथ: www.python.org"
        exit 1
    fi
    install() {
        "$installed/bin/python" -m pip install -q --disable-pip-version-check \
            --find-links "$here/wheels" "$@"
    }
    "$found" -m venv --clear "$installed" || exit 1
    install --no-index "vierfeld==@VERSION@" 2>/dev/null ||
        { install -r "$here/wheels/requirements.txt" && install --no-index "vierfeld==@VERSION@"; } ||
        exit 1
    : >"$installed/ready" || exit 1
fi
exec "$installed/bin/python" -m vierfeld "$@"
