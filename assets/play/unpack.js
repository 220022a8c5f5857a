// Unpacks Python and the game, which are in the page as compressed text, or in files beside it.
"use strict";

/** @param {string} id @returns {Promise<ArrayBuffer>} */
const unpackOne = async (id) => {
  const part = document.getElementById(id);
  const file = part?.dataset.file;
  const bytes = file
    ? await (await fetch(file)).arrayBuffer()
    : Uint8Array.from(atob(part?.textContent?.trim() || ""), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};

/** @type {Promise<any> | null} */
let unpacking = null;
const unpacked = () => {
  unpacking =
    unpacking ||
    (async () => {
      // They are at the end of the page, so that the first board is shown before they are loaded.
      if (document.readyState === "loading")
        await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
      const [loader, module, lock, wasm, library, game] = await Promise.all(
        ["loader", "module", "lock", "wasm", "library", "game"].map((name) => unpackOne(`part-${name}`)),
      );
      const read = new TextDecoder();
      return { loader: read.decode(loader), module: read.decode(module), lock: read.decode(lock), wasm, library, game };
    })();
  return unpacking;
};
