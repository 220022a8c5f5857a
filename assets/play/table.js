// The board with what a hand needs: finding cards, lifting them, and marking piles.
"use strict";

class Table extends Board {
  /** Converts a point of the window to the board's millimetres. @param {number} x @param {number} y */
  point(x, y) {
    const inverse = this.picture.getScreenCTM()?.inverse();
    const found = new DOMPoint(x, y).matrixTransform(inverse);
    return [found.x, found.y];
  }

  /**
   * Returns the pile nearest to a point, at most `reach` away, and how many of its cards a press
   * there takes.
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
      // The space below a column belongs to it, because cards are dropped there.
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
   * Shows the last cards of a pile lifted, at a distance from where they lie.
   * @param {number} pile @param {number} count @param {number} x @param {number} y
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
   * Lets go of the lifted cards, so that they next move from where they are now.
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
   * Frames cards, in place of earlier frames of the same kind.
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

  /** @param {number[][]} ways for each arrow, the two piles and the number of cards */
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
