// The board: where the cards are, and how they move.
"use strict";

/**
 * The places of the piles, in millimetres; a card is 58.5 mm wide.
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
  /** @param {SVGSVGElement} picture @param {Pack} pack @param {(id: string) => Node | null} face */
  constructor(picture, pack, face) {
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
      element.append(face(pack.faces[i]) ?? "");
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

  /** Returns the place of card number i of a pile of n cards. @param {number} pile @param {number} i @param {number} n */
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
   * Shows a position; cards move to their new places within `time` milliseconds.
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
        // Of a stack, show only the top card and the one that appears when it leaves.
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

  /** Shows the number of cards on stock and reserve, and the label of an empty stock. */
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
}
