"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const one = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const [wide, high] = game.card;
  const last = game.steps.length;
  const faces = Object.fromEntries([...game.codes].map((code, i) => [code, game.faces[i]]));
  const names = Object.fromEntries([...game.codes].map((code, i) => [code, game.cards[i]]));
  const slim = matchMedia("(max-width: 560px)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const printed = matchMedia("print");

  // Every position, as the program has replayed it: no rule of any game is known here.
  const positions = [game.first];
  for (const step of game.steps) {
    const piles = [...positions[positions.length - 1]];
    for (let i = 0; i < step.length; i += 3) {
      piles[step[i]] = piles[step[i]].slice(0, step[i + 1]) + step[i + 2];
    }
    positions.push(piles);
  }

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

  let at = 0;
  let playing = 0;
  const slider = one("at");
  const said = one("said");
  const now = one("now");
  const list = one("moves");
  const words = one("words");

  const told = (number) => {
    const account = game.accounts.length ? ` (${game.accounts[number]})` : "";
    if (!number) return game.words.begin + account;
    const before = game.numbers[number - 1];
    const n = game.numbers[number];
    const none = n ? "after" : "before";
    const form = n === before ? none : n === before + 1 ? "one" : "several";
    const move = game.told[game.moves[number - 1]];
    return fill(game.words[form], { first: before + 1, n, last: game.numbers[last], move }) + account;
  };

  game.tokens.forEach((token, i) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const written = document.createElement("b");
    button.type = "button";
    button.dataset.at = i + 1;
    const number = game.numbers[i + 1];
    button.dataset.number = number === game.numbers[i] ? "" : `${number}.`;
    written.textContent = token;
    const told = document.createElement("span");
    told.textContent = game.told[game.moves[i]];
    button.append(told, " ", written);
    item.append(button);
    list.append(item);
  });
  const goers = [...document.querySelectorAll("button[data-at]")];

  const describe = () => {
    if (!words.open) return;
    const lines = positions[at].map((text, pile) => {
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

  const show = (number, glide) => {
    const before = at;
    at = Math.max(0, Math.min(last, number));
    put(positions[at], glide && Math.abs(at - before) === 1 && !calm.matches ? 260 : 0);
    slider.value = at;
    slider.setAttribute("aria-valuetext", told(at));
    said.textContent = told(at);
    if (now) now.setAttribute("d", `M${at} 0V100`);
    // A button that is really disabled would lose the focus under the finger that pressed it.
    const useless = (id, so) => one(id).setAttribute("aria-disabled", so);
    for (const id of ["first", "back"]) useless(id, at === 0);
    for (const id of ["on", "last"]) useless(id, at === last);
    useless("turn", !game.turns.some((turn) => turn > at));
    for (const goer of goers) {
      const here = Number(goer.dataset.at) === at;
      if (here) goer.setAttribute("aria-current", "step");
      else goer.removeAttribute("aria-current");
      if (here && goer.parentNode.parentNode === list) {
        // Only the list itself scrolls, never the page under the reader's eyes.
        const row = goer.parentNode;
        const top = row.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
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
  const walk = () => {
    if (playing) return stop();
    if (at === last) show(0);
    playing = setInterval(() => {
      show(at + 1, true);
      if (at === last) stop();
    }, 900);
    const button = one("play");
    button.setAttribute("aria-label", game.words.pause);
    button.title = game.words.pause;
    button.querySelector("path").setAttribute("d", game.icons.pause);
  };
  const go = (number) => {
    stop();
    show(number, true);
  };
  const turn = (by) => {
    const beyond = game.turns.filter((one) => (by > 0 ? one > at : one < at));
    if (beyond.length) go(by > 0 ? beyond[0] : beyond[beyond.length - 1]);
  };

  // -- input -------------------------------------------------------------------------------------

  one("first").onclick = () => go(0);
  one("back").onclick = () => go(at - 1);
  one("play").onclick = walk;
  one("on").onclick = () => go(at + 1);
  one("last").onclick = () => go(last);
  one("turn").onclick = () => turn(1);
  one("turn").hidden = !game.turns.some((turn) => turn > 0 && turn < last);
  slider.oninput = () => go(Number(slider.value));
  for (const goer of goers) goer.onclick = () => go(Number(goer.dataset.at));
  words.ontoggle = describe;
  board.onclick = () => go(at + 1);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const pressed = event.target.closest("button, summary, input");
    const does = {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(last),
      t: () => turn(1),
      T: () => turn(-1),
      " ": walk,
    }[event.key];
    // Space presses the button that has the focus, and the slider knows the arrows by itself.
    if (!does || (pressed && event.key === " ") || event.target === slider) return;
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
