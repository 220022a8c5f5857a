// The cards: where they lie, how they travel, which one is under a point.
"use strict";

/**
 * Where everything lies, in millimetres of a card that is 58.5 wide.
 * @typedef {{size: number[], fan: number, aside: number, spots: number[][]}} Places
 * @typedef {{roles: string[], suits: string[], codes: string, faces: string[], card: number[], waste: number}} Pack
 * @typedef {{element: SVGGElement, open: boolean, x: number, y: number, pile: number, index: number}} Card
 */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} [values] */
const drawn = (tag, values = {}) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, String(value));
  return made;
};

class Board {
  /** @param {SVGSVGElement} picture @param {Pack} pack */
  constructor(picture, pack) {
    this.picture = picture;
    this.pack = pack;
    this.wide = pack.card[0];
    this.high = pack.card[1];
    this.below = drawn("g");
    this.table = drawn("g");
    this.above = drawn("g", { class: "above" });
    picture.replaceChildren(this.below, this.table, this.above);
    /** @type {Record<string, Card>} */
    this.cards = {};
    [...pack.codes].forEach((code, i) => {
      const element = /** @type {SVGGElement} */ (drawn("g", { class: "card" }));
      const face = document.getElementById(pack.faces[i]);
      if (face) element.append(face.cloneNode(true));
      this.cards[code] = { element, open: true, x: NaN, y: 0, pile: -1, index: 0 };
    });
    /** @type {string[]} */
    this.piles = pack.roles.map(() => "");
    /** @type {Places} */
    this.places = { size: [1, 1], fan: 1, aside: 1, spots: [] };
    /** @type {Animation[]} */
    this.moving = [];
    /** @type {string | null} */
    this.ring = null;
  }

  /** @param {Places} given @param {boolean} [mirrored] for the left hand */
  lay(given, mirrored) {
    const turned = (/** @type {number[]} */ [x, y]) => [given.size[0] - this.wide - x, y];
    const places = mirrored ? { ...given, aside: -given.aside, spots: given.spots.map(turned) } : given;
    if (JSON.stringify(places) === JSON.stringify(this.places)) return;
    this.places = places;
    const [width, height] = places.size;
    this.picture.setAttribute("viewBox", `-3 -3 ${width + 6} ${height + 6}`);
    this.below.replaceChildren();
    places.spots.forEach(([x, y], pile) => {
      this.below.append(
        drawn("rect", { class: "slot", x: x + 1, y: y + 1, width: this.wide - 2, height: this.high - 2, rx: 3.8 }),
      );
      const suit = this.pack.suits[pile];
      if (suit) {
        const place = `translate(${x + this.wide / 2} ${y + this.high / 2})scale(.3)`;
        this.below.append(drawn("use", { class: "sign", href: `#sign-${suit}`, transform: place }));
      }
    });
    for (const card of Object.values(this.cards)) card.x = NaN;
    this.put(this.piles, 0);
  }

  /** Where card number i of a pile of n lies. @param {number} pile @param {number} i @param {number} n */
  spot(pile, i, n) {
    const [x, y] = this.places.spots[pile];
    if (this.pack.roles[pile] === "column") return [x, y + i * this.places.fan];
    if (this.pack.roles[pile] === "waste")
      return [x + Math.max(0, i - Math.max(0, n - this.pack.waste)) * this.places.aside, y];
    return [x, y];
  }

  /** @param {number} pile @param {number} i @param {number} n */
  isOpen(pile, i, n) {
    const role = this.pack.roles[pile];
    return role === "reserve" ? i === n - 1 : role !== "stock";
  }

  /**
   * Shows a position; cards that lie elsewhere travel there in so many milliseconds.
   * @param {string[]} piles
   * @param {number} time
   * @returns {Promise<unknown>} once they have landed
   */
  put(piles, time) {
    for (const motion of this.moving) motion.cancel();
    this.moving = [];
    this.piles = piles;
    piles.forEach((text, pile) => {
      const count = text.length;
      [...text].forEach((code, i) => {
        const card = this.cards[code];
        const [x, y] = this.spot(pile, i, count);
        this.turn(card, this.isOpen(pile, i, count));
        // Of a stack two cards are enough: the upper one, and what lies bare when it leaves.
        const deep =
          this.pack.roles[pile] === "column"
            ? 0
            : count - 2 - (this.pack.roles[pile] === "waste" ? this.pack.waste : 0);
        card.element.style.display = i < deep ? "none" : "";
        const same = card.x === x && card.y === y && card.pile === pile;
        if (same && card.index === i && card.element.parentNode === this.table) {
          card.element.setAttribute("transform", `translate(${x} ${y})`);
          return;
        }
        const from = card.x;
        const above = card.y;
        this.table.append(card.element);
        card.element.setAttribute("transform", `translate(${x} ${y})`);
        Object.assign(card, { x, y, pile, index: i });
        if (time && !Number.isNaN(from) && !(from === x && above === y)) {
          const frames = [
            { transform: `translate(${from}px, ${above}px)` },
            { transform: `translate(${x}px, ${y}px)` },
          ];
          this.moving.push(card.element.animate(frames, { duration: time, easing: "cubic-bezier(.3, 0, .2, 1)" }));
        }
      });
    });
    this.count();
    return Promise.allSettled(this.moving.map((motion) => motion.finished));
  }

  /** @param {Card} card @param {boolean} open */
  turn(card, open) {
    if (card.open === open) return;
    card.open = open;
    const face = /** @type {SVGElement} */ (card.element.firstChild);
    face.style.display = open ? "" : "none";
    if (open) card.element.lastChild?.remove();
    else card.element.append(drawn("use", { href: "#back" }));
  }

  /** How many cards lie in stock and reserve, and what the empty stock says. */
  count() {
    this.above.replaceChildren();
    this.piles.forEach((text, pile) => {
      const role = this.pack.roles[pile];
      if (role !== "stock" && role !== "reserve") return;
      const [x, y] = this.places.spots[pile];
      if (!text.length) {
        const words = drawn("text", { class: "ring", x: x + this.wide / 2, y: y + this.high / 2 + 3 });
        words.textContent = role === "stock" ? this.ring : "";
        this.above.append(words);
        return;
      }
      const badge = drawn("g", { class: "counts", transform: `translate(${x + this.wide / 2} ${y + this.high - 11})` });
      const words = drawn("text", { y: 4.4 });
      words.textContent = String(text.length);
      badge.append(drawn("rect", { x: -11, y: -7.5, width: 22, height: 15, rx: 7.5 }), words);
      this.above.append(badge);
    });
  }

  /** The place on the board of a point of the window. @param {number} x @param {number} y */
  point(x, y) {
    const inverse = this.picture.getScreenCTM()?.inverse();
    const found = new DOMPoint(x, y).matrixTransform(inverse);
    return [found.x, found.y];
  }

  /**
   * The pile under a place, and how many of its cards are taken there. A finger may miss by a
   * little: what is nearest counts.
   * @param {number} x @param {number} y @param {number} [reach]
   */
  at(x, y, reach = 6) {
    let best = null;
    let nearest = reach;
    for (let pile = 0; pile < this.piles.length; pile += 1) {
      const n = this.piles[pile].length;
      const [left, top] = this.places.spots[pile];
      const [right, low] = this.spot(pile, Math.max(0, n - 1), n);
      const aside = Math.max(Math.min(left, right) - x, x - Math.max(left, right) - this.wide, 0);
      const off = Math.max(top - y, y - low - this.high, 0);
      const far = Math.hypot(aside, off);
      // Below its last card a column goes on: cards are laid there.
      const distance = this.pack.roles[pile] === "column" && y > low && !aside ? Math.min(far, reach - 0.1) : far;
      if (distance < nearest) {
        nearest = distance;
        best = { pile, count: this.countAt(pile, y) };
      }
    }
    return best;
  }

  /** @param {number} pile @param {number} y */
  countAt(pile, y) {
    const n = this.piles[pile].length;
    if (this.pack.roles[pile] !== "column" || n < 2) return Math.min(n, 1);
    const index = Math.floor((y - this.places.spots[pile][1]) / this.places.fan);
    return n - Math.max(0, Math.min(n - 1, index));
  }

  /**
   * Lifts the last cards of a pile, so that they follow the hand.
   * @param {number} pile @param {number} count @param {number} x @param {number} y how far from where they lie
   */
  carry(pile, count, x, y) {
    for (const motion of this.moving) motion.finish();
    for (const code of this.piles[pile].slice(-count)) {
      const card = this.cards[code];
      if (card.element.nextSibling) this.table.append(card.element);
      card.element.classList.add("held");
      card.element.setAttribute("transform", `translate(${card.x + x} ${card.y + y})`);
    }
  }

  /**
   * Lets go of them; they travel to wherever they lie then from where they were let go.
   * @param {number} x @param {number} y
   */
  release(x, y) {
    for (const card of Object.values(this.cards)) {
      if (!card.element.classList.contains("held")) continue;
      card.element.classList.remove("held");
      card.x += x;
      card.y += y;
    }
  }

  /**
   * Marks piles as places for what is held, or one as that under the cursor.
   * @param {string} kind @param {{pile: number, count: number}[]} marks
   */
  mark(kind, marks) {
    for (const old of this.picture.querySelectorAll(`.mark.${kind}`)) old.remove();
    for (const { pile, count } of marks) {
      const n = this.piles[pile].length;
      const [x, y] = this.spot(pile, Math.max(0, n - Math.max(1, count)), n);
      const [right, low] = this.spot(pile, Math.max(0, n - 1), n);
      const size = {
        x: Math.min(x, right) - 1.2,
        y: y - 1.2,
        width: Math.abs(right - x) + this.wide + 2.4,
        height: low - y + this.high + 2.4,
        rx: 5,
      };
      this.picture.append(drawn("rect", { class: `mark ${kind}`, ...size }));
    }
  }

  /** @param {number[][]} ways from which pile to which, and how many cards */
  arrows(ways) {
    for (const old of this.picture.querySelectorAll(".arrow")) old.remove();
    for (const [from, to, count] of ways) {
      const n = this.piles[from].length;
      const m = this.piles[to].length;
      const [x, y] = this.spot(from, Math.max(0, n - count), n);
      const [left, top] = this.spot(to, Math.max(0, m - 1), m);
      const a = [x + this.wide / 2, y + 10];
      const b = [left + this.wide / 2, top + (m && this.pack.roles[to] === "column" ? this.high - 14 : this.high / 2)];
      const bend = Math.min(40, Math.hypot(b[0] - a[0], b[1] - a[1]) / 3);
      const path = `M${a[0]} ${a[1]}Q${(a[0] + b[0]) / 2} ${Math.min(a[1], b[1]) - bend} ${b[0]} ${b[1]}`;
      this.picture.append(drawn("path", { class: "arrow", d: path }));
      this.picture.append(drawn("path", { class: "arrow core", d: path, "marker-end": "url(#head)" }));
    }
  }
}
