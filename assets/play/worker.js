// Runs Python in a worker. The page makes two of these: one has the game, the other does its jobs.
"use strict";

/**
 * What the page hands over to begin with.
 * @typedef {object} Beginning
 * @property {"front" | "remote_jobs"} module what of `game.web` it runs
 * @property {{loader: string, module: string, lock: string, wasm: ArrayBuffer, library: ArrayBuffer, game: ArrayBuffer}} parts
 */

// Pyodide asks whether it may load scripts the old way, and takes the newer one if it may not.
/** @type {any} */ (self).importScripts = () => {
  throw new TypeError("only modules are loaded here");
};

/** @param {string} text */
const imported = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

/** @param {Beginning} given */
const begin = async ({ module, parts }) => {
  const place = "https://vierfeld.invalid/";
  const wasm = {
    "pyodide.asm.wasm": ["application/wasm", parts.wasm],
    "python_stdlib.zip": ["application/zip", parts.library],
  };
  // Nothing is fetched: what Pyodide asks for is here already.
  self.fetch = async (asked) => {
    const address = String(asked instanceof Request ? asked.url : asked);
    for (const [name, [type, bytes]] of Object.entries(wasm)) {
      if (address.endsWith(name)) {
        return new Response(/** @type {ArrayBuffer} */ (bytes), { headers: { "Content-Type": String(type) } });
      }
    }
    throw new TypeError(`nothing is loaded from ${address}`);
  };
  const { loadPyodide } = await imported(parts.loader);
  const python = await loadPyodide({
    indexURL: place,
    packageBaseUrl: place,
    packageCacheDir: place,
    stdLibURL: `${place}python_stdlib.zip`,
    createPyodideModule: (await imported(parts.module)).default,
    lockFileContents: parts.lock,
    env: { HOME: "/home/player", TZ: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
  python.unpackArchive(parts.game, "zip", { extractDir: "/vierfeld" });
  python.runPython("import sys; sys.path.insert(0, '/vierfeld')");
  const connect = python.pyimport(`game.web.${module}`).connect;
  /** @type {(name: string, ...values: unknown[]) => void} */
  const post = (name, ...values) => told(name, ...values.map((value) => /** @type {any} */ (value)?.toJs?.() ?? value));
  return { python, take: connect(post) };
};

/** @param {string} name @param {unknown[]} values */
const told = (name, ...values) => self.postMessage([name, ...values]);

/** @type {Promise<any>} */
let ready = Promise.resolve(null);
self.onmessage = ({ data: [name, ...values] }) => {
  if (name === "begin") {
    ready = begin(values[0]);
    ready.then(
      () => told("ready"),
      (error) => told("failed", String(error)),
    );
    return;
  }
  ready = ready.then((made) => {
    const { python, take } = made;
    try {
      const [first, ...others] = name === "call" ? values : [name, ...values];
      take(first, ...others.map((value) => (value instanceof Uint8Array ? python.toPy(value) : (value ?? undefined))));
    } catch (error) {
      told("failed", String(error));
    }
    return made;
  });
};
