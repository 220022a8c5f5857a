// Runs Python in two workers: one for the game, the other for its jobs, such as searches.
"use strict";

/**
 * @typedef {{loader: string, module: string, lock: string, wasm: ArrayBuffer, library: ArrayBuffer, game: ArrayBuffer}} Parts
 * @typedef {(name: string, value: any) => void} Listener
 */

const PATIENCE = 1500;

class Engine {
  /**
   * @param {() => Promise<Parts>} parts returns Python and the game, for the workers
   * @param {string} script the script that each worker runs
   * @param {Listener} listener
   */
  constructor(parts, script, listener) {
    this.parts = parts;
    this.script = script;
    this.listener = listener;
    this.ready = false;
    this.saves = true;
    /** @type {[string, string, number][]} */
    this.asked = [];
    /** Returns the seconds played so far; set by the page, which has the clock. */
    this.clock = () => 0;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Worker | null} */
    this.jobs = null;
    /** The number of the current job; -1 while its worker starts. @type {number | null} */
    this.busy = null;
    /** @type {[number, Uint8Array] | null} */
    this.next = null;
  }

  /** @param {"front" | "remote_jobs"} role @param {(data: any[]) => void} heard */
  async make(role, heard) {
    const parts = await this.parts();
    const worker = new Worker(URL.createObjectURL(new Blob([this.script], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => heard(["failed", event.message || "worker"]);
    worker.postMessage(["begin", { module: role, parts }]);
    if (!this.saves) worker.postMessage(["elsewhere"]);
    return worker;
  }

  async begin() {
    this.worker = await this.make("front", ([name, ...values]) => {
      if (name === "ready") {
        this.ready = true;
        this.listener("ready", null);
        for (const call of this.asked.splice(0)) this.worker?.postMessage(["call", ...call]);
      } else if (name === "failed") this.listener("failed", values[0]);
      else if (name === "refused" || name === "saved") this.listener(name, null);
      else if (name === "job") this.job(values[0], values[1]);
      else if (name === "cancel") this.cancel(values[0]);
      else this.listener(name, JSON.parse(values[0]));
    });
  }

  /**
   * Calls a function in Python; calls made before Python has started wait until then.
   * @param {string} name @param {...unknown} values
   */
  ask(name, ...values) {
    /** @type {[string, string, number]} */
    const call = [name, JSON.stringify(values), this.clock()];
    if (this.ready) this.worker?.postMessage(["call", ...call]);
    else this.asked.push(call);
  }

  /** Makes the worker stop saving, because another tab saves. */
  stopSaving() {
    this.saves = false;
    this.worker?.postMessage(["elsewhere"]);
  }

  // -- jobs --------------------------------------------------------------------------------------

  /** @param {number} number @param {Uint8Array} packed */
  job(number, packed) {
    this.next = [number, packed];
    if (this.busy !== null) {
      if (this.busy >= 0) this.cutOff();
    } else if (this.jobs) this.sendJob();
    else this.beginJobs();
  }

  /** @param {number} number */
  cancel(number) {
    if (this.next && this.next[0] === number) this.next = null;
    if (this.busy === number) this.cutOff();
  }

  /** Ends the worker unless its job is soon over. While it works, it can't receive messages. */
  cutOff() {
    const busy = this.busy;
    setTimeout(() => {
      if (busy === null || this.busy !== busy || !this.jobs) return;
      this.jobs.terminate();
      this.jobs = this.busy = null;
      if (this.next) this.beginJobs();
    }, PATIENCE);
  }

  async beginJobs() {
    this.busy = -1;
    this.jobs = await this.make("remote_jobs", ([name, number, packed]) => {
      if (name === "answer" && packed) this.worker?.postMessage(["answer", number, packed, false]);
      else if (name === "failed") {
        const lost = this.busy;
        this.jobs?.terminate();
        this.jobs = this.busy = null;
        this.worker?.postMessage(["answer", lost ?? -1, null, true]);
      } else {
        // The worker has started, or has finished a job.
        if (name === "answer") this.worker?.postMessage(["answer", number, null, false]);
        this.busy = null;
        this.sendJob();
      }
    });
  }

  sendJob() {
    if (!this.next) return;
    this.busy = this.next[0];
    this.jobs?.postMessage(["job", ...this.next]);
    this.next = null;
  }

  close() {
    this.worker?.terminate();
    this.jobs?.terminate();
    this.worker = this.jobs = this.busy = null;
    this.ready = false;
  }
}
