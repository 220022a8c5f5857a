#!/usr/bin/env bash
# Checks the types and formatting of the pages' scripts. The tools are fetched from npm once, into
# build/scripts, in the versions that packaging/package.json names.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build/scripts
if ! cmp -s packaging/package.json build/scripts/package.json || [ ! -d build/scripts/node_modules ]; then
    cp packaging/package.json build/scripts/
    npm install --prefix build/scripts --silent --no-audit --no-fund --ignore-scripts
fi

build/scripts/node_modules/.bin/prettier --print-width 120 --check \
    'assets/play/*.js' 'assets/play/*.css' 'assets/page/*.js'

types() {
    local kind=$1
    shift
    build/scripts/node_modules/.bin/tsc --noEmit --allowJs --checkJs --strict --target es2022 \
        --module es2022 --lib "es2023,$kind" "$@"
}
# All scripts of the page share one scope; each worker has its own.
types dom,dom.iterable assets/page/board.js assets/play/{table,deal,hand,engine,unpack,app}.js
types webworker assets/play/worker.js
types webworker assets/play/service.js
