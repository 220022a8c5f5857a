"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const one = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const [wide, high] = game.card;
  const faces = Object.fromEntries([...game.codes].map((code, i) => [code, game.faces[i]]));
  const names = Object.fromEntries([...game.codes].map((code, i) => [code, game.cards[i]]));
  const slim = matchMedia("(max-width: 560px)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const printed = matchMedia("print");

  // Every position, as the program has replayed it: no rule of any game is known here.
  // Those of the game come first, 0 to game.line; then those of the branches beside it.
  const parents = [-1, ...Array(game.line).keys(), ...game.parents];
  const positions = [game.first];
  const kids = [[]];
  game.steps.forEach((step, i) => {
    const piles = [...positions[parents[i + 1]]];
    for (let k = 0; k < step.length; k += 3) {
      piles[step[k]] = piles[step[k]].slice(0, step[k + 1]) + step[k + 2];
    }
    positions.push(piles);
    kids.push([]);
    kids[parents[i + 1]].push(i + 1);
  });
  // The position that follows on the same line, and the first ones of the branches that leave it.
  const onward = (spot) => (spot < game.line ? spot + 1 : spot > game.line ? kids[spot][0] : undefined);
  const asides = (spot) => kids[spot].filter((kid) => kid !== onward(spot));
  const wayTo = (spot) => {
    const way = [];
    for (let back = spot; back >= 0; back = parents[back]) way.unshift(back);
    return way;
  };

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, values = {}) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
    return made;
  };

  // -- the board ---------------------------------------------------------------------------------

  const board = one("board");
  const below = make("g");
  const table = make("g");
  const counts = make("g", { class: "counts" });
  board.append(below, table, counts);
  const cards = {};
  for (const code of game.codes) {
    // Each card is there once, so that its drawing itself is moved, and no copy of it is made.
    const card = make("g", { class: "card" });
    card.append(one(faces[code]));
    cards[code] = { element: card, place: null, open: true };
  }
  let lies = game.boards[0];
  let spots = [];
  let covered = [];

  const role = (pile) => game.piles[pile][0];

  const lay = () => {
    const which = slim.matches && !printed.matches ? 1 : 0;
    lies = game.boards[which];
    spots = game.piles.map((pile) => pile[2 + which]);
    board.setAttribute("viewBox", `-2 -2 ${lies.size[0] + 4} ${lies.size[1] + 4}`);
    below.replaceChildren();
    counts.replaceChildren();
    covered = [];
    game.piles.forEach(([, suit], pile) => {
      const [x, y] = spots[pile];
      below.append(
        make("rect", { class: "slot", x: x + 1, y: y + 1, width: wide - 2, height: high - 2, rx: 3.8 }),
      );
      if (suit) {
        const sign = make("use", {
          class: "sign",
          href: `#sign-${suit}`,
          transform: `translate(${x + wide / 2} ${y + high / 2})scale(.3)`,
        });
        below.append(sign);
      }
      if (["stock", "reserve"].includes(role(pile))) {
        const badge = make("g", { transform: `translate(${x + wide / 2} ${y + high - 11})` });
        const words = make("text", { y: 4.4 });
        badge.append(make("rect", { x: -11, y: -7.5, width: 22, height: 15, rx: 7.5 }), words);
        counts.append(badge);
        covered.push([pile, badge, words]);
      }
    });
  };

  // Where card number i of a pile of n lies, and whether its face is seen.
  const spot = (pile, i, n) => {
    const [x, y] = spots[pile];
    if (role(pile) === "column") return [x, y + i * lies.fan, true];
    if (role(pile) === "waste") {
      return [x + Math.max(0, i - Math.max(0, n - game.waste)) * lies.aside, y, true];
    }
    return [x, y, role(pile) === "reserve" ? i === n - 1 : role(pile) !== "stock"];
  };

  let moving = [];
  const settle = () => {
    for (const motion of moving) motion.cancel();
    moving = [];
  };

  const put = (piles, speed) => {
    settle();
    piles.forEach((text, pile) => {
      [...text].forEach((code, i) => {
        const card = cards[code];
        const [x, y, open] = spot(pile, i, text.length);
        const place = `translate(${x} ${y})`;
        const from = card.place;
        if (card.open !== open) {
          card.open = open;
          card.element.firstChild.style.display = open ? "" : "none";
          if (open) card.element.lastChild.remove();
          else card.element.append(make("use", { href: "#back" }));
        }
        // Of a stack two cards are enough: the upper one, and what lies bare when it leaves.
        const deep = role(pile) === "column" ? 0 : text.length - 2 - (role(pile) === "waste" ? game.waste : 0);
        card.element.style.display = i < deep ? "none" : "";
        const key = `${pile} ${place}`;
        const moved = !from || from.key !== key;
        if (moved) table.append(card.element);
        if (!moved) return;
        card.element.setAttribute("transform", place);
        card.place = { key, x, y };
        if (speed && from) {
          moving.push(
            card.element.animate(
              [
                { transform: `translate(${from.x}px, ${from.y}px)` },
                { transform: `translate(${x}px, ${y}px)` },
              ],
              { duration: speed, easing: "cubic-bezier(.3, 0, .2, 1)" },
            ),
          );
        }
      });
    });
    for (const [pile, badge, words] of covered) {
      badge.style.display = piles[pile].length ? "" : "none";
      words.textContent = piles[pile].length;
    }
  };

  // -- what is shown -----------------------------------------------------------------------------

  // What is walked along: the game, or a branch from the first position on.
  const whole = wayTo(game.line);
  let way = whole;
  let at = 0;
  let playing = 0;
  const slider = one("at");
  const said = one("said");
  const now = one("now");
  const list = one("moves");
  const words = one("words");
  const note = one("note");
  const speed = one("speed");
  const last = () => way.length - 1;
  // The last position of the game itself on the way to what is shown.
  const left = () => way.slice(0, at + 1).filter((spot) => spot <= game.line).pop();

  const told = (number) => {
    const spot = way[number];
    const account = game.accounts.length ? ` (${game.accounts[spot]})` : "";
    if (!number) return game.words.begin + account;
    const move = game.told[game.moves[spot - 1]];
    const text = spot > game.line ? game.words.aside : game.words.move;
    return fill(text, { number, of: last(), move }) + account;
  };

  // All that players wrote is set as text, and in its own direction.
  const span = (name, text) => {
    const made = document.createElement("span");
    made.className = name;
    made.dir = "auto";
    made.textContent = text;
    return made;
  };
  const row = (spot, number) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const count = document.createElement("i");
    const move = document.createElement("span");
    button.type = "button";
    button.dataset.at = spot;
    count.textContent = number ? `${number}.` : "";
    move.textContent = number ? game.told[game.moves[spot - 1]] : game.words.begin;
    button.append(count, move);
    if (number) {
      const written = document.createElement("b");
      written.textContent = game.tokens[spot - 1];
      button.append(" ", written);
    }
    const [bookmark, remark] = game.notes[spot] || [null, ""];
    if (bookmark !== null) button.append(" ", span("stop", bookmark || game.words.bookmark));
    if (remark) button.append(" ", span("remark", remark));
    item.append(button);
    return item;
  };
  const branch = (spot, number) => {
    const item = document.createElement("li");
    const inner = document.createElement("ol");
    inner.setAttribute("aria-label", game.words.branch);
    write(inner, spot, number);
    item.append(inner);
    return item;
  };
  // Writes a line of moves; what was played in the place of a move stands below it.
  const write = (into, first, number) => {
    for (let spot = first; spot !== undefined; spot = onward(spot), number += 1) {
      into.append(row(spot, number));
      if (spot === onward(parents[spot])) {
        into.append(...asides(parents[spot]).map((aside) => branch(aside, number)));
      }
    }
  };
  if (game.notes[0]) list.append(row(0, 0));
  write(list, onward(0), 1);
  // What was taken back at the end of the game.
  list.append(...asides(game.line).map((aside) => branch(aside, game.line + 1)));
  const goers = [...document.querySelectorAll("button[data-at]")];

  const describe = () => {
    if (!words.open) return;
    const lines = positions[way[at]].map((text, pile) => {
      const hidden = { stock: text.length, reserve: text.length - 1 }[role(pile)] || 0;
      const parts = [...text.slice(Math.max(0, hidden))].map((code) => names[code]);
      if (hidden > 0) parts.unshift(fill(game.words.hidden, { number: hidden }));
      const item = document.createElement("li");
      item.textContent = fill(game.words.pile, {
        pile: game.names[pile],
        cards: parts.join(", ") || game.words.empty,
      });
      return item;
    });
    words.querySelector("ul").replaceChildren(...lines);
  };

  // Milliseconds from move to move, and for the way of a card.
  const pace = { slow: [1700, 420], normal: [900, 260], fast: [400, 140] };
  const show = (number, glide) => {
    const before = at;
    at = Math.max(0, Math.min(last(), number));
    const spot = way[at];
    const length = glide && Math.abs(at - before) === 1 && !calm.matches ? pace[speed.value][1] : 0;
    put(positions[spot], length);
    slider.max = last();
    slider.value = at;
    slider.setAttribute("aria-valuetext", told(at));
    said.textContent = told(at);
    const [bookmark, remark] = game.notes[spot] || [null, ""];
    note.replaceChildren(
      ...(bookmark === null ? [] : [span("stop", bookmark || game.words.bookmark), " "]),
      ...(remark ? [span("remark", remark)] : []),
    );
    if (now) now.setAttribute("d", `M${left()} 0V100`);
    // A button that is really disabled would lose the focus under the finger that pressed it.
    const useless = (id, so) => one(id)?.setAttribute("aria-disabled", so);
    for (const id of ["first", "back"]) useless(id, at === 0);
    for (const id of ["on", "last"]) useless(id, at === last());
    useless("turn", !game.turns.some((turn) => turn > left()));
    for (const goer of goers) {
      const here = Number(goer.dataset.at) === spot;
      if (here) goer.setAttribute("aria-current", "step");
      else goer.removeAttribute("aria-current");
      if (here && list.contains(goer)) {
        // Only the list itself scrolls, never the page under the reader's eyes.
        const top = goer.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + goer.offsetHeight > list.scrollTop + list.clientHeight) {
          list.scrollTop = top - list.clientHeight / 2;
        }
      }
    }
    // At the start it lies so already; to ask would lay out the page twice.
    if (at === 0 && before !== 0) list.scrollTop = 0;
    describe();
  };

  const stop = () => {
    clearInterval(playing);
    playing = 0;
    const button = one("play");
    button.setAttribute("aria-label", game.words.play);
    button.title = game.words.play;
    button.querySelector("path").setAttribute("d", game.icons.play);
  };
  const run = () => {
    clearInterval(playing);
    playing = setInterval(() => {
      show(at + 1, true);
      if (at === last()) stop();
    }, pace[speed.value][0]);
  };
  const walk = () => {
    if (playing) return stop();
    if (at === last()) show(0);
    run();
    const button = one("play");
    button.setAttribute("aria-label", game.words.pause);
    button.title = game.words.pause;
    button.querySelector("path").setAttribute("d", game.icons.pause);
  };
  const go = (number) => {
    stop();
    show(number, true);
  };
  // Goes to a position anywhere, and walks along its line from then on.
  const leap = (spot) => {
    const before = way[at];
    if (spot <= game.line) way = whole;
    else if (!way.includes(spot)) {
      way = wayTo(spot);
      for (let next = onward(spot); next !== undefined; next = onward(next)) way.push(next);
    }
    // From where it stood the cards glide only to a neighbour.
    at = Math.max(0, way.indexOf(before));
    stop();
    show(way.indexOf(spot), way[at] === before);
  };
  const turn = (by) => {
    const from = left();
    const beyond = game.turns.filter((one) => (by > 0 ? one > from : one < from));
    if (beyond.length) leap(by > 0 ? beyond[0] : beyond[beyond.length - 1]);
  };

  // -- input -------------------------------------------------------------------------------------

  one("first").onclick = () => go(0);
  one("back").onclick = () => go(at - 1);
  one("play").onclick = walk;
  one("on").onclick = () => go(at + 1);
  one("last").onclick = () => go(last());
  if (one("turn")) one("turn").onclick = () => turn(1);
  speed.onchange = () => playing && run();
  slider.oninput = () => go(Number(slider.value));
  for (const goer of goers) goer.onclick = () => leap(Number(goer.dataset.at));
  words.ontoggle = describe;
  board.onclick = () => go(at + 1);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const pressed = event.target.closest("button, summary, input");
    const does = {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(last()),
      ...(one("turn") ? { t: () => turn(1), T: () => turn(-1) } : {}),
      " ": walk,
    }[event.key];
    // Space presses the button that has the focus; slider and speed know the arrows by themselves.
    if (!does || (pressed && event.key === " ") || [slider, speed].includes(event.target)) return;
    event.preventDefault();
    does();
  });
  const again = () => {
    lay();
    for (const card of Object.values(cards)) card.place = null;
    show(at);
  };
  slim.addEventListener("change", again);
  addEventListener("beforeprint", again);
  printed.addEventListener("change", again);

  lay();
  // A link may lead to a position, #12, or have the game played at once, #play.
  const wish = location.hash.slice(1);
  show(/^\d+$/.test(wish) ? Number(wish) : 0);
  if (wish === "play") walk();
})();
