// Turns what mouse, fingers and keys do into actions of the player.
"use strict";

const FAR = 5;
const DOUBLE = 380;

class Hand {
  /** @param {Table} board @param {(name: string, ...values: unknown[]) => void} act */
  constructor(board, act) {
    this.board = board;
    this.act = act;
    /** @type {number[][]} the numbers of cards that can be taken from each pile */
    this.takes = [];
    /** @type {Record<string, number[]>[]} the piles they can go to, by pile and number */
    this.targets = [];
    /** @type {{pile: number, count: number} | null} */
    this.held = null;
    /** @type {{x: number, y: number, id: number, dragged: boolean, fresh: boolean, offset: number[]} | null} */
    this.press = null;
    /** @type {{pile: number, time: number} | null} */
    this.last = null;
    this.cursor = -1;
    this.depth = 1;
    // Properties, not listeners: the hand of the next game replaces them.
    const picture = board.picture;
    picture.onpointerdown = (event) => this.down(event);
    picture.onpointermove = (event) => this.move(event);
    picture.onpointerup = (event) => this.up(event);
    picture.onpointercancel = () => this.drop();
    picture.oncontextmenu = (event) => event.preventDefault();
  }

  /** @param {number[][]} takes @param {Record<string, number[]>[]} targets */
  allow(takes, targets) {
    this.takes = takes;
    this.targets = targets;
    this.drop(true);
  }

  /** Returns how many cards can be taken there, at least as many as asked for; 0 if none. */
  /** @param {{pile: number, count: number}} found */
  able({ pile, count }) {
    return this.takes[pile]?.find((number) => number >= count) || 0;
  }

  /** @param {number} pile @param {number} count */
  take(pile, count) {
    this.held = { pile, count };
    this.board.mark("held", [{ pile, count }]);
    const targets = this.targets[pile]?.[count] || [];
    this.board.mark(
      "target",
      targets.map((one) => ({ pile: one, count: 1 })),
    );
  }

  /** Puts back the held cards. @param {boolean} [silent] */
  drop(silent) {
    const dragged = this.press?.dragged ? this.press.offset : null;
    this.held = this.press = null;
    this.board.mark("held", []);
    this.board.mark("target", []);
    if (dragged) {
      this.board.release(dragged[0], dragged[1]);
      if (!silent) this.board.put(this.board.piles, 160);
    }
  }

  /** @param {number} pile */
  lay(pile) {
    const held = this.held;
    if (!held) return;
    this.last = null;
    this.drop(this.targets[held.pile]?.[held.count]?.includes(pile));
    if (pile !== held.pile) this.act("drop", held.pile, held.count, pile);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button || this.press) return;
    event.preventDefault();
    this.board.picture.focus({ preventScroll: true });
    this.hideCursor();
    const [x, y] = this.board.point(event.clientX, event.clientY);
    const found = this.board.at(x, y, event.pointerType === "touch" ? 14 : 6);
    if (!found) return this.drop();
    if (this.board.pack.roles[found.pile] === "stock") return (this.drop(), this.act("deal"));
    const now = event.timeStamp;
    const twice = this.last && this.last.pile === found.pile && now - this.last.time < DOUBLE;
    if (this.held && this.held.pile !== found.pile) return this.lay(found.pile);
    const count = this.able(found);
    if (!count) {
      this.drop();
      if (found.count) this.act("refused", found.pile, found.count);
      return;
    }
    if (twice) {
      this.last = null;
      this.drop();
      return this.act("send", found.pile, count);
    }
    this.last = { pile: found.pile, time: now };
    const fresh = !this.held || this.held.count !== count;
    this.take(found.pile, count);
    this.press = { x, y, id: event.pointerId, dragged: false, fresh, offset: [0, 0] };
    this.board.picture.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.press;
    if (!press || !this.held || event.pointerId !== press.id) return;
    const [x, y] = this.board.point(event.clientX, event.clientY);
    press.offset = [x - press.x, y - press.y];
    if (!press.dragged && Math.hypot(press.offset[0], press.offset[1]) < FAR) return;
    press.dragged = true;
    this.board.carry(this.held.pile, this.held.count, press.offset[0], press.offset[1]);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const press = this.press;
    if (!press || !this.held || event.pointerId !== press.id) return;
    if (press.dragged) {
      this.last = null;
      const [x, y] = this.board.point(event.clientX, event.clientY);
      const found = this.board.at(x, y, 30);
      if (found && found.pile !== this.held.pile) this.lay(found.pile);
      else this.drop();
    } else if (press.fresh) this.press = null;
    else this.drop();
  }

  // -- keys --------------------------------------------------------------------------------------

  hideCursor() {
    this.cursor = -1;
    this.board.mark("cursor", []);
  }

  /** @param {number} aside @param {number} down */
  go(aside, down) {
    const { spots } = this.board.places;
    if (this.cursor < 0) return this.point(this.board.pack.roles.indexOf("column"), 1);
    const pile = this.cursor;
    const n = this.board.piles[pile].length;
    if (down && this.board.pack.roles[pile] === "column") {
      const deeper = this.depth - down;
      if (deeper >= 1 && deeper <= n) return this.point(pile, deeper);
    }
    // Go to the nearest pile in that direction; distance to the side counts four times.
    let best = -1;
    let nearest = Infinity;
    spots.forEach(([x, y], other) => {
      const [dx, dy] = [x - spots[pile][0], y - spots[pile][1]];
      const ahead = aside ? dx * aside : dy * down;
      const off = aside ? Math.abs(dy) : Math.abs(dx);
      if (ahead > 1 && ahead + 4 * off < nearest) {
        nearest = ahead + 4 * off;
        best = other;
      }
    });
    if (best >= 0) this.point(best, 1);
  }

  /** @param {number} pile @param {number} depth */
  point(pile, depth) {
    this.cursor = pile;
    this.depth = depth;
    this.board.mark("cursor", [{ pile, count: depth }]);
    this.act("read", pile, depth);
  }

  enter() {
    const pile = this.cursor;
    if (pile < 0) return;
    if (this.held) return this.held.pile === pile ? this.drop() : this.lay(pile);
    if (this.board.pack.roles[pile] === "stock") return this.act("deal");
    const count = this.able({ pile, count: this.depth });
    if (count) this.take(pile, count);
    else this.act("refused", pile, this.depth);
  }

  /** Returns the cards to act on: those that are held or, if none are, those under the cursor. */
  chosen() {
    if (this.held) return this.held;
    if (this.cursor < 0) return null;
    const count = this.able({ pile: this.cursor, count: this.depth });
    return count ? { pile: this.cursor, count } : null;
  }
}
