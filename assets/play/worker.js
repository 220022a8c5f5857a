// Runs Python in a worker. The page starts two: one for the game, the other for its jobs.
"use strict";

/**
 * What the page sends first.
 * @typedef {object} Beginning
 * @property {"front" | "remote_jobs"} module the module of `game.web` to run
 * @property {{loader: string, module: string, lock: string, wasm: ArrayBuffer, library: ArrayBuffer, game: ArrayBuffer}} parts
 */

// If importScripts fails, Pyodide loads modules instead, which is what this page needs.
/** @type {any} */ (self).importScripts = () => {
  throw new TypeError("only modules are loaded here");
};

/** @param {string} text */
const imported = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

const FOLDER = "/home/player/vierfeld";
/** Saves the folder of the player's files in the browser. @type {() => void} */
let save = () => {};
/** Whether the folder has changed since saving began. */
let again = false;
let saving = false;
/** Whether another tab saves; then this one doesn't. */
let elsewhere = false;

/** Loads the player's files from the browser, and lets `save` store them there. @param {any} files */
const openFolder = (files) =>
  new Promise((/** @type {(value?: unknown) => void} */ done) => {
    files.mkdirTree(FOLDER);
    const refused = () => {
      told("refused");
      done();
    };
    try {
      if (!self.indexedDB) throw new Error("no IndexedDB");
      files.mount(files.filesystems.IDBFS, {}, FOLDER);
      files.syncfs(true, (/** @type {unknown} */ error) => {
        if (error) return refused();
        save = () => {
          again = saving;
          if (saving || elsewhere) return;
          saving = true;
          files.syncfs(false, (/** @type {unknown} */ error) => {
            saving = false;
            if (error) told("refused");
            else if (again) save();
            else told("saved");
          });
        };
        done();
      });
    } catch {
      refused();
    }
  });

/** @param {Beginning} given */
const begin = async ({ module, parts }) => {
  const place = "https://vierfeld.invalid/";
  const wasm = {
    "pyodide.asm.wasm": ["application/wasm", parts.wasm],
    "python_stdlib.zip": ["application/zip", parts.library],
  };
  // Nothing comes from the network: all that Pyodide fetches is here already.
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
  if (module === "front") await openFolder(python.FS);
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
  if (name === "elsewhere") {
    elsewhere = true;
    return;
  }
  if (name === "begin") {
    ready = begin(values[0]);
    ready.then(
      () => told("ready"),
      (error) => told("failed", String(error)),
    );
    return;
  }
  ready = ready.then((/** @type {any} */ made) => {
    const { python, take } = made;
    try {
      const [first, ...others] = name === "call" ? values : [name, ...values];
      const given = (/** @type {unknown} */ value) =>
        value instanceof Uint8Array ? python.toPy(value) : (value ?? undefined);
      take(first, ...others.map(given));
      if (name === "call") save();
    } catch (error) {
      told("failed", String(error));
    }
    return made;
  });
};
