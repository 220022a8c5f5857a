// What is kept in the browser: under a few names, in IndexedDB if it lets us, else not at all.
"use strict";

class Store {
  constructor() {
    /** @type {Promise<IDBDatabase | null>} */
    this.opened = new Promise((done) => {
      try {
        const request = indexedDB.open("vierfeld", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("kept");
        request.onsuccess = () => done(request.result);
        request.onerror = request.onblocked = () => done(null);
      } catch {
        done(null);
      }
    });
  }

  /** @returns {Promise<Record<string, any>>} */
  async all() {
    const base = await this.opened;
    if (!base) return {};
    return new Promise((done) => {
      /** @type {Record<string, any>} */
      const found = {};
      const request = base.transaction("kept").objectStore("kept").openCursor();
      request.onerror = () => done(found);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return done(found);
        found[String(cursor.key)] = cursor.value;
        cursor.continue();
      };
    });
  }

  /** @param {string} name @param {unknown} value */
  async put(name, value) {
    const base = await this.opened;
    if (base) base.transaction("kept", "readwrite").objectStore("kept").put(value, name);
  }
}
