// Deals the cards of a numbered deal, so that its first board is there before Python has started.
"use strict";

/** Returns the cards of a deal in the order of dealing, as indexes into the pack. @param {number} number */
const orderOf = (number) => {
  const pack = Array.from({ length: 52 }, (_, i) => i);
  let seed = number;
  return Array.from({ length: 52 }, (_, i) => {
    // The product has more bits than a number can hold exactly.
    seed = (Math.imul(seed, 214013) + 2531011) & 0x7fffffff;
    const at = (seed >> 16) % (52 - i);
    const card = pack[at];
    pack[at] = pack[51 - i];
    return card;
  });
};

/**
 * Returns the piles of a deal. A card on a foundation goes to the one of its suit.
 * @param {{pattern: number[][], suits: string[]}} kind for each pile, when each of its cards is dealt, and
 *   its suit if it is a foundation
 * @param {{codes: string, faces: string[]}} pack
 * @param {number} number
 */
const dealt = (kind, pack, number) => {
  const order = orderOf(number);
  const piles = kind.pattern.map(() => "");
  kind.pattern.forEach((places, pile) => {
    for (const place of places) {
      const card = order[place];
      const suit = pack.faces[card].slice(-1);
      piles[kind.suits[pile] ? kind.suits.indexOf(suit) : pile] += pack.codes[card];
    }
  });
  return piles;
};
