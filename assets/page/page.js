// The page of an exported game: steps through its moves, on the board of board.js.
"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const one = (id) => document.getElementById(id);
  const names = Object.fromEntries([...game.codes].map((code, i) => [code, game.cards[i]]));
  const slim = matchMedia("(max-width: 560px)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const printed = matchMedia("print");

  // All positions. The program has replayed the game; this script knows no rules.
  // First come those of the game, from 0 to game.line, then those of the branches.
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
  // The next position on the same line, and the first positions of the branches from here.
  const onward = (spot) => (spot < game.line ? spot + 1 : spot > game.line ? kids[spot][0] : undefined);
  const asides = (spot) => kids[spot].filter((kid) => kid !== onward(spot));
  const wayTo = (spot) => {
    const way = [];
    for (let back = spot; back >= 0; back = parents[back]) way.unshift(back);
    return way;
  };

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // The drawing of each card is moved onto the board, not copied, because it is needed only once.
  const board = new Board(one("board"), game, one);
  const lay = () => board.lay(game.boards[slim.matches && !printed.matches ? 1 : 0]);

  // -- display -----------------------------------------------------------------------------------

  // The line to step through: the game, or the way from the first position into a branch.
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
  // The last position on this way that belongs to the game itself.
  const left = () =>
    way
      .slice(0, at + 1)
      .filter((spot) => spot <= game.line)
      .pop();

  const told = (number) => {
    const spot = way[number];
    const account = game.accounts.length ? ` (${game.accounts[spot]})` : "";
    if (!number) return game.words.begin + account;
    const before = game.numbers[way[number - 1]];
    const n = game.numbers[spot];
    const none = n ? "after" : "before";
    const form = n === before ? none : n === before + 1 ? "one" : "several";
    const move = game.told[game.moves[spot - 1]];
    const numbered = { first: before + 1, n, last: game.numbers[way[last()]], move };
    const text = fill(game.words[form], numbered);
    return (spot > game.line ? fill(game.words.aside, { text }) : text) + account;
  };

  // What players wrote is inserted as text, never as HTML, and with its own direction.
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
    count.textContent = number && game.numbers[spot] > game.numbers[parents[spot]] ? `${game.numbers[spot]}.` : "";
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
  // Writes a line of moves, with the alternatives to each move below it.
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
  // Moves after the end of the line, which were undone.
  list.append(...asides(game.line).map((aside) => branch(aside, game.line + 1)));
  const goers = [...document.querySelectorAll("button[data-at]")];

  const describe = () => {
    if (!words.open) return;
    const lines = positions[way[at]].map((text, pile) => {
      const hidden = { stock: text.length, reserve: text.length - 1 }[game.roles[pile]] || 0;
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

  // Milliseconds from move to move, and for the flight of a card.
  const pace = { slow: [1700, 420], normal: [900, 260], fast: [400, 140] };
  const show = (number, glide) => {
    const before = at;
    at = Math.max(0, Math.min(last(), number));
    const spot = way[at];
    const length = glide && Math.abs(at - before) === 1 && !calm.matches ? pace[speed.value][1] : 0;
    board.put(positions[spot], length);
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
    // aria-disabled, because a disabled button would lose the focus while it is being pressed.
    const useless = (id, so) => one(id)?.setAttribute("aria-disabled", so);
    for (const id of ["first", "back"]) useless(id, at === 0);
    for (const id of ["on", "last"]) useless(id, at === last());
    useless("turn", !game.turns.some((turn) => turn > left()));
    for (const goer of goers) {
      const here = Number(goer.dataset.at) === spot;
      if (here) goer.setAttribute("aria-current", "step");
      else goer.removeAttribute("aria-current");
      if (here && list.contains(goer)) {
        // Scroll only the list, never the page.
        const top = goer.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + goer.offsetHeight > list.scrollTop + list.clientHeight) {
          list.scrollTop = top - list.clientHeight / 2;
        }
      }
    }
    // The page starts like this, and setting it would lay out the page twice.
    if (at === 0 && before !== 0) list.scrollTop = 0;
    describe();
  };

  const label = (name, icon) => {
    const button = one("play");
    button.setAttribute("aria-label", name);
    button.title = name;
    button.querySelector("path").setAttribute("d", icon);
  };
  const toPlay = [one("play").title, one("play").querySelector("path").getAttribute("d")];
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    label(...toPlay);
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
    label(game.words.pause, "M8 5v14M16 5v14");
  };
  const go = (number) => {
    stop();
    show(number, true);
  };
  // Goes to any position; from then on, steps follow its line.
  const leap = (spot) => {
    const before = way[at];
    if (spot <= game.line) way = whole;
    else if (!way.includes(spot)) {
      way = wayTo(spot);
      for (let next = onward(spot); next !== undefined; next = onward(next)) way.push(next);
    }
    // Cards glide only if the position before is on the same line.
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
  one("board").onclick = () => go(at + 1);
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
    // Space presses the focused button, and slider and speed handle the arrow keys themselves.
    if (!does || (pressed && event.key === " ") || [slider, speed].includes(event.target)) return;
    event.preventDefault();
    does();
  });
  slim.addEventListener("change", lay);
  addEventListener("beforeprint", lay);
  printed.addEventListener("change", lay);

  lay();
  // A link can lead to a position (#12) or play the game at once (#play).
  const wish = location.hash.slice(1);
  show(/^\d+$/.test(wish) ? Number(wish) : 0);
  if (wish === "play") walk();
})();
