// The page: shows the game, and handles its buttons, keys and links.
"use strict";

/** @type {any} the data that the builder put into the page */
const made = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("made")).textContent || "");

/** @param {string} id @returns {any} */
const one = (id) => document.getElementById(id);

/** @param {string} tag @param {Record<string, any>} [values] @param {...(Node | string)} inside @returns {any} */
const make = (tag, values = {}, ...inside) => {
  const found = Object.assign(document.createElement(tag), values);
  found.append(...inside);
  return found;
};

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** The most that shows of a covered card on a phone, in millimetres of the board. */
const FAN = 36;
const slim = matchMedia("(max-width: 640px) and (orientation: portrait)");

// -- options and words -----------------------------------------------------------------------------

const asked = (navigator.languages || ["en"]).map((name) => name.slice(0, 2)).find((name) => made.words[name]) || "en";
const options = {
  language: "",
  automatic: "off",
  light: true,
  sound: true,
  speed: "normal",
  look: "green",
  deck: "court",
  game: "vierfrei",
  rules: "hoyle",
  left: false,
  four: false,
};
const language = () => options.language || asked;
/** The translation of a text. @param {string} text @returns {string} */
const tr = (text) => made.words[language()][text];
/** Marks a text that is translated later, when it is shown. @param {string} text */
const later = (text) => text;

// -- the table -------------------------------------------------------------------------------------

/** @type {Table} */
let board;
/** @type {Hand} */
let hand;
/** @type {any} the last view that Python sent */
let view = null;
let kind = "vierfrei";
let seconds = 0;
let since = 0;
let typed = "";
/** @type {Promise<unknown>} */
let landing = Promise.resolve();

/** @param {string} name the game, with its rule set if it has several */
const setTable = (name) => {
  kind = name;
  const pack = { ...made.pack, ...made.kinds[name] };
  board = new Table(one("board"), pack, (face) => one(face)?.cloneNode(true));
  hand = new Hand(board, act);
};

/** @param {any[]} boards */
const lay = ([wide, narrow]) => {
  if (!slim.matches) return board.lay(wide, options.left);
  // A phone is tall, so columns can be spread out: more of each card can be seen and touched.
  const { clientWidth, clientHeight } = one("board");
  const [width, height] = narrow.size;
  const room = (clientHeight / clientWidth) * (width + 6) - height - 6;
  const more = Math.max(0, Math.min(room / (narrow.longest - 1), FAN - narrow.fan));
  const size = [width, height + more * (narrow.longest - 1)];
  board.lay({ ...narrow, size, fan: narrow.fan + more }, options.left);
};

/**
 * Passes an action to Python, unless the page can do it by itself.
 * @param {string} name @param {...any} values
 */
const act = (name, ...values) => {
  if (name === "read") {
    const [pile] = values;
    if (view) one("heard").textContent = view.told[pile];
    return;
  }
  if (name === "refused") {
    pling();
    return;
  }
  if (showing) stopShowing();
  engine.ask(name, ...values);
};

const pace = () => (calm.matches ? 0 : ({ slow: 320, normal: 170, fast: 80, off: 0 }[options.speed] ?? 170));

/** @param {any} found */
const show = async (found) => {
  const fresh = found.board;
  if (fresh) {
    const name = fresh.rules ? `${fresh.game}/${fresh.rules}` : fresh.game;
    if (name !== kind || !board) setTable(name);
    board.picture.setAttribute("aria-label", fresh.title);
    say(noticed);
    noticed = "";
    one("title").textContent = fresh.title;
    document.title = `${fresh.title} – Vierfeld`;
    options.game = fresh.game;
    if (fresh.rules) options.rules = fresh.rules;
    keepOptions();
  }
  view = { ...found, title: fresh ? fresh.title : view?.title, ended: found.ended };
  seconds = found.seconds;
  since = performance.now();
  board.ring = found.ring ? found.ring.filter(Boolean).join(" ") : null;
  lay(found.boards);
  hand.allow(found.takes, found.targets);
  board.arrows([]);
  const steps = found.steps.length ? found.steps : [found.piles];
  const mine = (landing = run(steps));
  if (found.said) say(found.said, found.steps.length > 0);
  draw();
  shown += 1;
  remember({ last: { kind, piles: found.piles, title: view.title } });
  await mine;
  if (landing === mine) board.arrows(found.arrows);
};

/** @param {string[][]} steps */
const run = async (steps) => {
  const time = pace();
  const mine = ++runs;
  for (const piles of steps) {
    if (mine !== runs) return;
    await board.put(piles, time);
  }
};
let runs = 0;
/** The number of positions shown so far. */
let shown = 0;

/** Updates everything around the board. */
const draw = () => {
  const tools = one("tools");
  if (!tools.firstChild) drawTools();
  for (const id of ["undo", "redo"]) one(`tool-${id}`).setAttribute("aria-disabled", String(!view[id]));
  drawStanding();
  light(view.light);
  const stage = one("stage");
  stage.replaceChildren();
  stage.hidden = !(view.stage || view.ending);
  if (view.ending) {
    const [headline, words] = view.ending;
    stage.append(make("p", {}, make("b", { textContent: headline }), ` ${words}`));
    stage.append(
      button(tr("Restart"), () => act("restart")),
      button(tr("New game"), () => play("new"), "strong"),
    );
    if (view.won) stage.append(button(tr("Copy the result"), () => engine.ask("tell", "result")));
  } else if (view.stage) {
    stage.append(make("p", { textContent: view.stage.words }));
    for (const [letter, name] of view.stage.moves) {
      stage.append(
        button(`${name} (${letter})`, () => act("play", letter), letter === view.stage.best ? "strong" : ""),
      );
    }
  }
};

const played = () => seconds + (running() ? (performance.now() - since) / 1000 : 0);
/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");
const clock = () => {
  const now = Math.floor(played());
  const [hours, minutes, rest] = [Math.floor(now / 3600), Math.floor(now / 60) % 60, now % 60];
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
};
const drawStanding = () => {
  one("standing").textContent = [...view.standing, clock()].filter(Boolean).join("   ");
};
const running = () => view && view.undo && !view.ended && !resting;
/** Whether the clock is stopped, because the page is hidden or a dialog is open. */
let resting = false;
const rest = () => {
  const still = document.hidden || one("dialog").open;
  if (still === resting) return;
  seconds = played();
  since = performance.now();
  resting = still;
};

/** @param {[string, string] | null} found */
const light = (found) => {
  const lamp = one("light");
  lamp.hidden = !found;
  if (!found) return;
  lamp.className = found[0];
  lamp.querySelector(".words").textContent = found[1];
};

/** A message to show with the first board. */
let noticed = "";
/** @param {string} words */
const notice = (words) => {
  if (view) say(words);
  else noticed = words;
};

/** @param {string} words @param {boolean} [seen] whether only screen readers need it */
const say = (words, seen = false) => {
  one("said").textContent = words;
  one("said").classList.toggle("seen", seen);
};

// -- sound -----------------------------------------------------------------------------------------

/** @type {AudioContext | null} */
let audio = null;
const pling = () => {
  if (!options.sound) return;
  audio = audio || new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = 1318;
  loud.gain.setValueAtTime(0.12, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + 0.35);
  tone.connect(loud).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.36);
};

// -- messages from Python --------------------------------------------------------------------------

let showing = false;
const stopShowing = () => {
  showing = false;
};

/** @param {string} name @param {any} value */
const heard = (name, value) => {
  if (name === "ready") {
    one("loading").hidden = true;
  } else if (name === "failed") failed(value);
  else if (name === "show") show(value);
  else if (name === "refused") {
    refused = true;
    notice(tr("This browser keeps nothing for this page, so save games to files."));
  } else if (name === "saved") {
    saved += 1;
    // The game is saved, so a reload doesn't need the link any more.
    if (location.hash) location.replace("#");
  } else if (name === "say") {
    if (value.words) say(value.words);
    if ("typed" in value) one("typed").textContent = typed = value.typed;
    if (value.wrong) pling();
    if ("light" in value) {
      if (view) view.light = value.light;
      light(value.light);
    }
    if (value.text) copy(value.text);
    if (value.page) openReview(value.page);
    if (value.file) saveFile(value.file);
    if (value.statistics) openStatistics(value.statistics);
    if (value.beside) openBeside(value.beside);
    if (value.faces) {
      one("faces").innerHTML = value.faces;
      setTable(kind);
      if (view) show({ ...view, steps: [] });
    }
    if (value.more) {
      showing = true;
      landing.then(() => setTimeout(() => showing && engine.ask("go_on"), 120));
    }
  }
};

/** @param {string} text */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    say(tr("Copied."));
  } catch {
    panel(tr("Copy this"), make("textarea", { value: text, readOnly: true, rows: 8 }));
  }
};

/** @param {string} why */
const failed = (why) => {
  console.error(why);
  if (!engine.ready || !view) return tooOld();
  // Restart Python with the same game. If it fails again before showing anything, give up.
  const { link } = view;
  view = null;
  engine.close();
  engine.begin().catch(() => tooOld());
  engine.ask("choose", options);
  if ((refused || elsewhere) && link) engine.ask("lay_link", link);
  else resume(kind, false, link);
};

const tooOld = () => {
  const box = one("loading");
  box.hidden = false;
  box.replaceChildren(
    make("p", { textContent: tr("This browser can't run the game. Please update it, or try another.") }),
  );
};

// -- commands --------------------------------------------------------------------------------------

/** @param {string} text @param {() => void} does @param {string} [style] */
const button = (text, does, style = "") =>
  make("button", { type: "button", className: style, onclick: does, textContent: text });

/** @param {string} what @param {number} [number] */
const play = (what, number) => {
  if (what === "day") act("open_day", ...parted(kind), today());
  else act("open", ...parted(kind), number ?? Math.floor(Math.random() * 1000000));
};

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** @type {Record<string, () => void>} */
const commands = {
  new: () => play("new"),
  number: () => askNumber(),
  restart: () => act("restart"),
  undo: () => act("undo"),
  redo: () => act("redo"),
  hint: () => act("hint"),
  safe: () => act("send_safe"),
  menu: () => openMenu(),
  today: () => play("day"),
  review: () => act("review"),
  solution: () => act("solution"),
  copyLink: () => copyLink(),
  copyGame: () => engine.ask("tell", "game"),
  statistics: () => engine.ask("statistics", ...parted(kind)),
  save: () => engine.ask("give", "game"),
  saveRecord: () => engine.ask("give", "record"),
  open: () => openFile(),
  fullscreen: () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
};
/** The labels of the commands' buttons. @type {Record<string, string>} */
const labels = {
  new: later("New game"),
  number: later("By number…"),
  restart: later("Restart"),
  undo: later("Undo"),
  redo: later("Redo"),
  hint: later("Hint"),
  safe: later("Send home"),
  menu: later("Menu"),
  today: later("Today's deal"),
  review: later("Review"),
  solution: later("Show the solution"),
  copyLink: later("Copy a link"),
  copyGame: later("Copy the game"),
  statistics: later("Statistics"),
  save: later("Save as a file"),
  saveRecord: later("Save all finished games"),
  open: later("Open a file"),
  fullscreen: later("Full screen"),
};
const inMenu = ["number", "today", "restart", ...Object.keys(commands).slice(9)].filter(
  (name) => name !== "fullscreen" || document.fullscreenEnabled,
);

/** The drawings of the buttons beside the board. @type {Record<string, string>} */
const icons = {
  menu: "M4 6h16M4 12h16M4 18h16",
  new: "M12 5v14M5 12h14",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 4 10c-1 1-1 2-1 3H9c0-1 0-2-1-3A6 6 0 0 1 12 3z",
  safe: "M4 11l8-7 8 7M6 10v10h12V10",
};

const drawTools = () => {
  const tools = one("tools");
  tools.replaceChildren();
  for (const name of Object.keys(icons)) {
    const picture = drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    picture.append(drawn("path", { d: icons[name] }));
    const label = tr(labels[name]);
    const found = make(
      "button",
      { type: "button", id: `tool-${name}`, title: label, onclick: commands[name] },
      picture,
      make("span", { textContent: label }),
    );
    tools.append(found);
  }
};

/** @param {string} title @param {...(Node | string)} inside */
const panel = (title, ...inside) => {
  const dialog = one("dialog");
  dialog.classList.remove("wide");
  const close = button(tr("Close"), () => dialog.close());
  dialog.replaceChildren(make("h2", { textContent: title }), ...inside, make("p", { className: "foot" }, close));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
};

const askNumber = () => {
  const field = make("input", {
    type: "text",
    inputMode: "numeric",
    pattern: "[0-9]{1,6}",
    maxLength: 6,
    required: true,
    ariaLabel: tr("By number…"),
  });
  const form = make(
    "form",
    { method: "dialog", onsubmit: () => play("number", Number(field.value)) },
    field,
    make("button", { className: "strong", textContent: tr("Play") }),
  );
  panel(tr("By number…"), form);
  field.focus();
};

/** @type {[any, string][]} */
const onOrOff = [
  [true, later("on")],
  [false, later("off")],
];
/** The options in the menu: the name of each, its label, and its values with their names. @type {[string, string, [any, string][]][]} */
const choices = [
  [
    "automatic",
    later("Cards go home"),
    [
      ["off", later("by hand")],
      ["safe", later("if safe")],
      ["all", later("always")],
    ],
  ],
  ["light", later("Show whether the game can still be won"), onOrOff],
  [
    "look",
    later("Table"),
    [
      ["green", later("green")],
      ["blue", later("blue")],
      ["wine", later("wine")],
      ["dark", later("dark")],
    ],
  ],
  [
    "deck",
    later("Cards"),
    [
      ["court", later("Court")],
      ["emblem", later("Emblem")],
    ],
  ],
  ["four", later("Four colours"), onOrOff],
  ["left", later("Left-handed table"), onOrOff],
  ["sound", later("Sound"), onOrOff],
  [
    "speed",
    later("Card animation"),
    [
      ["slow", later("slow")],
      ["normal", later("normal")],
      ["fast", later("fast")],
      ["off", later("off")],
    ],
  ],
];

/** @param {string} label @param {string} name @param {[any, string][]} values */
const choice = (label, name, values) => {
  const list = make("select", {
    onchange: () => {
      /** @type {any} */ (options)[name] = JSON.parse(list.value);
      keepOptions();
      drawTools();
      engine.ask("choose", options);
      if (name === "deck" || name === "four") engine.ask("faces", options.deck, options.four);
      dress();
      openMenu();
    },
  });
  for (const [value, text] of values) {
    list.append(
      make("option", {
        value: JSON.stringify(value),
        textContent: text,
        selected: /** @type {any} */ (options)[name] === value,
      }),
    );
  }
  return make("label", {}, `${label} `, list);
};

const openMenu = () => {
  const line = (/** @type {string} */ text, /** @type {() => void} */ does) =>
    button(text, () => {
      one("dialog").close();
      does();
    });
  const games = make("div", { className: "games" });
  for (const name of Object.keys(made.kinds)) {
    const game = line(tr(`kind ${name}`), () => resume(name));
    if (name === kind) game.ariaCurrent = "true";
    games.append(game);
  }
  panel(
    tr("Menu"),
    games,
    make("div", { className: "lines" }, ...inMenu.map((name) => line(tr(labels[name]), commands[name]))),
    make(
      "div",
      { className: "choices" },
      choice(tr("Language"), "language", [["", "–"], ...Object.entries(made.languages)]),
      ...choices.map(([name, label, values]) =>
        choice(
          tr(label),
          name,
          values.map(([value, text]) => [value, tr(text)]),
        ),
      ),
    ),
    make(
      "details",
      {},
      make("summary", { textContent: tr("About Vierfeld") }),
      make("pre", { textContent: made.licences }),
    ),
  );
};

const copyLink = () => {
  if (!view) return;
  if (location.protocol === "file:" || !view.link) engine.ask("tell", "game");
  else copy(`${location.href.split("#")[0]}#${view.link}`);
};

/** @param {string} text the exported page of the game */
const openReview = (text) => {
  const frame = make("iframe", {
    src: URL.createObjectURL(new Blob([text], { type: "text/html" })),
    title: tr("Review"),
  });
  const on = button(tr("Play on from here"), () => {
    const at = frame.contentDocument?.getElementById("at");
    one("dialog").close();
    if (at) act("play_on", Number(at.value));
  });
  panel(tr("Review"), frame);
  one("dialog").classList.add("wide");
  one("dialog").lastElementChild?.prepend(on);
};

/** @param {[string, string]} file its name and its contents */
const saveFile = ([name, text]) => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
};

const openFile = () => {
  const field = make("input", { type: "file" });
  field.onchange = async () => {
    const file = field.files[0];
    if (file) engine.ask("open_file", file.name, await file.slice(0, 1 << 27).text());
  };
  field.click();
};

/** @param {any} found */
const openStatistics = (found) => {
  const choices = make("select", {
    ariaLabel: tr("Statistics"),
    onchange: () => engine.ask("statistics", ...parted(choices.value)),
  });
  for (const name of Object.keys(made.kinds)) {
    const title = tr(`kind ${name}`);
    choices.append(make("option", { value: name, textContent: title, selected: title === found.title }));
  }
  const games = found.past.length ? [rows(found.names, found.past)] : [];
  panel(tr("Statistics"), choices, ...inParts(found.parts), ...games);
};

/** Shows a linked game beside the player's own. @param {{title: string, parts: any, link: string}} found */
const openBeside = ({ title, parts, link }) => {
  const lays = button(tr("Open the linked game"), () => {
    one("dialog").close();
    act("lay_link", link);
  });
  const [facts, told, ...moves] = inParts(parts);
  panel(title, facts, told ?? "", lays, ...moves);
};

/** @param {string[]} head @param {string[][]} found */
const rows = (head, found) => {
  const row = (/** @type {string} */ tag, /** @type {string[]} */ cells) =>
    make("tr", {}, ...cells.map((textContent) => make(tag, { textContent })));
  return make("table", {}, row("th", head), ...found.map((cells) => row("td", cells)));
};

/** A drawing of numbers: a line, or bars. @param {number[]} values @param {string} [name] */
const chart = (values, name = "") => {
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const height = (/** @type {number} */ value) => 100 - (100 * (value - low)) / (high - low);
  const step = 300 / values.length;
  const line = values.map((value, at) => `${at ? "L" : "M"}${step * (at + 0.5)} ${height(value)}`);
  const bars = values.map((value, at) => `M${step * (at + 0.1)} 100h${step * 0.8}V${height(value)}h${-step * 0.8}z`);
  const picture = drawn("svg", { viewBox: "0 -3 300 106", preserveAspectRatio: "none", class: "chart", role: "img" });
  if (name) picture.append(drawn("path", { d: `M0 ${height(0)}H300`, class: "zero" }));
  picture.append(drawn("path", { d: (name ? line : bars).join(""), class: name ? "line" : "bars" }));
  return make("figure", {}, picture, make("figcaption", { textContent: name }));
};

/** How each part of the statistics is shown. @type {Record<string, (...content: any[]) => Node>} */
const partOf = {
  heading: (text) => make("h3", { textContent: text }),
  text: (text) => make("p", { textContent: text }),
  note: (text) => make("p", { className: "note", textContent: text }),
  figures: (pairs) =>
    make(
      "div",
      { className: "figures" },
      ...pairs.map((/** @type {[string, string]} */ [number, what]) =>
        make("p", {}, make("b", { textContent: number }), ` ${what}`),
      ),
    ),
  table: rows,
  plot: (values, low, zero, high) => chart(values, `${low} … ${high}`),
  bars: (counts) => chart(counts),
};

/** @param {[string, any[]][]} parts */
const inParts = (parts) => parts.map(([form, content]) => partOf[form](...content));

// -- storage ---------------------------------------------------------------------------------------

/** The options and the last board, which are needed before Python has started. @returns {any} */
const recalled = () => {
  try {
    return JSON.parse(localStorage.getItem("vierfeld") || "{}");
  } catch {
    return {};
  }
};
/** @param {any} values */
const remember = (values) => {
  try {
    if (!elsewhere) localStorage.setItem("vierfeld", JSON.stringify({ ...recalled(), ...values }));
  } catch {
    // The worker reports it if the browser can't store anything.
  }
};
const keepOptions = () => remember({ options });
/** Whether the browser can't store anything. */
let refused = false;
/** How many times the player's files have been saved. */
let saved = 0;

/** Whether the game is open in another tab, which saves it. */
let elsewhere = false;
const lookForOthers = () => {
  const channel = new BroadcastChannel("vierfeld");
  channel.onmessage = ({ data }) => {
    if (data === "here?") channel.postMessage("here");
    else if (!elsewhere) {
      elsewhere = true;
      engine.stopSaving();
      notice(tr("The game is open in another tab, so nothing is saved here."));
    }
  };
  channel.postMessage("here?");
};

const dress = () => {
  document.documentElement.lang = language();
  document.documentElement.dataset.look = options.look;
};

// -- keys ------------------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
const pressed = (event) => {
  if (one("dialog").open || event.target instanceof HTMLInputElement) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const chosen = () => hand.chosen();
  /** @type {Record<string, () => void>} */
  const does = ctrl
    ? { z: commands.undo, Z: commands.redo, y: commands.redo }
    : {
        F1: commands.new,
        F2: commands.number,
        F3: commands.restart,
        F4: commands.hint,
        F10: commands.menu,
        Backspace: () => (typed ? act("type", "") : act(event.shiftKey ? "redo" : "undo", false)),
        Delete: commands.safe,
        Insert: () => {
          const held = chosen();
          if (held) act("to_cells", held.pile, held.count);
        },
        Escape: () => {
          stopShowing();
          act("type", "");
          if (hand.held) hand.drop();
          else hand.hideCursor();
        },
        ArrowLeft: () => hand.go(-1, 0),
        ArrowRight: () => hand.go(1, 0),
        ArrowUp: () => hand.go(0, -1),
        ArrowDown: () => hand.go(0, 1),
        Enter: () => (hand.cursor < 0 && view?.arrows.length ? act("hint") : hand.enter()),
        " ": () => act("deal"),
      };
  const found = does[event.key];
  const inside = event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ");
  if (found && !inside) {
    event.preventDefault();
    found();
  } else if (!ctrl && !event.altKey && event.key.length === 1 && !inside) {
    act("type", event.key);
  }
};

// -- start -----------------------------------------------------------------------------------------

/** @type {Engine} */
let engine;

/**
 * Shows the cards of a deal before Python has started; they can't be moved yet.
 * @param {string} name @param {number} number
 */
const showAtOnce = (name, number) => {
  setTable(name);
  const found = made.kinds[name];
  lay(found.boards);
  board.put(dealt(found, made.pack, number), 0);
  one("title").textContent = `${tr(`kind ${name}`)} ${number}`;
};

/** @param {string} name */
const parted = (name) => [name.split("/")[0], name.split("/")[1] ?? null];

/**
 * Resumes the game in hand, which this page last saw as `link`, or starts a random one.
 * @param {string} name @param {boolean} [fresh] @param {string} [link]
 */
const resume = (name, fresh = false, link = "") => {
  const number = Math.floor(Math.random() * 1000000);
  if (fresh) showAtOnce(name, number);
  act("resume", ...parted(name), number, link);
};

/** @param {string} address */
const linkIn = (address) => (address.split("#")[1] ?? "").replace(/%2F/gi, "/");

/** @param {string} link */
const openLink = (link) => {
  if (!link) return;
  const [game, number, third] = link.split("/");
  const name = made.kinds[`${game}/${third}`]
    ? `${game}/${third}`
    : made.kinds[game]
      ? game
      : Object.keys(made.kinds).find((one) => one.startsWith(`${game}/`));
  if (!view && name && /^[0-9]{1,6}$/.test(number ?? "")) showAtOnce(name, Number(number));
  engine.ask("open_link", link);
};

const begin = () => {
  const before = recalled();
  Object.assign(options, before.options);
  dress();
  one("loading").querySelector("p").textContent = tr("The game is loading …");
  engine = new Engine(unpacked, one("worker").textContent, heard);
  engine.clock = played;
  engine.begin().catch((error) => failed(String(error)));
  engine.ask("choose", options);
  if (options.deck !== "court" || options.four) engine.ask("faces", options.deck, options.four);
  lookForOthers();
  drawTools();
  if (linkIn(location.href)) openLink(linkIn(location.href));
  else {
    const last = before.last;
    if (last?.kind in made.kinds) {
      setTable(last.kind);
      lay(made.kinds[last.kind].boards);
      board.put(last.piles, 0);
      one("title").textContent = last.title;
    }
    resume(last?.kind in made.kinds ? last.kind : "vierfrei", !last);
  }
  if (document.querySelector("link[rel=manifest]")) navigator.serviceWorker?.register("service.js");
  document.addEventListener("keydown", pressed);
  document.addEventListener("visibilitychange", () => {
    rest();
    if (document.hidden) engine.ask("save");
  });
  new MutationObserver(rest).observe(one("dialog"), { attributeFilter: ["open"] });
  addEventListener("resize", () => view && lay(view.boards));
  addEventListener("hashchange", ({ newURL }) => openLink(linkIn(newURL)));
  setInterval(() => running() && drawStanding(), 1000);
};

begin();
