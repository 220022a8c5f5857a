#!/usr/bin/env bash
# Checks the scripts of the pages: their types and their form. packaging/package.json says by which
# versions; they are fetched from npm once, into build/scripts.
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
# The page is one script; each worker is a world of its own.
types dom,dom.iterable assets/page/board.js assets/play/{table,deal,hand,engine,unpack,app}.js
types webworker assets/play/worker.js
types webworker assets/play/service.js
