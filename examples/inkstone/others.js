// What others draw at this moment, over the channel of the room: their strokes as they grow, and a mark of
// each person's colour. Nothing of it is kept: a finished stroke comes with the log.

import { encode, readStroke } from "./stroke.js";

/** Those who begin to draw at the same time are asked about together, as many as one call takes. */
const NAMES_AFTER_MS = 200;
const NAMES_AT_ONCE = 100;
const SEND_EVERY_MS = 70;
/** A stroke that does not grow is forgotten: its person may be gone. */
const FORGET_MS = 10_000;
const MARK_MS = 2_000;
const POINTS_MAX = 3 * 4_000;
/** Of one message. */
const POINTS_SENT = 3 * 300;

export function followOthers({ room, board, sheetBox }) {
  const channel = room.channel();
  const people = new Map();
  /** The labels that wait for their names. */
  const unnamed = new Map();
  let sending = null;
  let sentPoints = 0;
  let timer = 0;
  let frame = 0;

  function send() {
    timer = 0;
    if (!sending) return;
    const stroke = sending;
    if (stroke.isRewritten) sentPoints = 3;
    stroke.isRewritten = false;
    const from = Math.max(0, sentPoints - 3, stroke.points.length - POINTS_SENT);
    say({ id: stroke.id, at: from / 3, ...encode({ ...stroke, points: stroke.points.slice(from) }) });
    sentPoints = stroke.points.length;
  }
  const say = (message) => channel.send(new TextEncoder().encode(JSON.stringify(message)));

  channel.listen((bytes, from) => {
    let message = null;
    try {
      message = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      // Somebody else's app may send anything.
    }
    if (typeof message?.id !== "string" || !Number.isInteger(message.at)) return;
    const person = people.get(from) ?? { mark: makeMark(from), id: "", stroke: null };
    people.set(from, person);
    person.heardAt = Date.now();
    if (message.gone) person.stroke = null;
    else {
      const stroke = readStroke(message);
      if (!stroke) return;
      const known = person.id === message.id && person.stroke ? person.stroke.points : [];
      stroke.points = [...known.slice(0, message.at * 3), ...stroke.points].slice(0, POINTS_MAX);
      Object.assign(person, { id: message.id, stroke });
    }
    show();
  });

  function show() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const now = Date.now();
      const drawn = [];
      for (const person of people.values()) {
        const { mark, stroke, heardAt } = person;
        if (now - heardAt > FORGET_MS) person.stroke = null;
        mark.classList.toggle("gone", now - heardAt > MARK_MS);
        if (!stroke) continue;
        board.place(mark, ...stroke.points.slice(-3, -1));
        // An eraser cannot be drawn above the ink: its mark shows where it is.
        if (stroke.tool !== "eraser") drawn.push(stroke);
      }
      board.drawOthers(drawn);
    });
  }
  setInterval(() => people.size && show(), 1000);

  /** A ring in the person's colour, with their name if they show it. */
  function makeMark(address) {
    const mark = sheetBox.appendChild(document.createElement("div"));
    mark.className = "mark";
    mark.ariaHidden = "true";
    let hue = 0;
    for (const letter of address) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
    mark.style.setProperty("--hue", hue);
    const label = mark.appendChild(document.createElement("span"));
    if (!unnamed.size) setTimeout(learnNames, NAMES_AFTER_MS);
    unnamed.set(address, label);
    return mark;
  }

  async function learnNames() {
    const labels = new Map([...unnamed].slice(0, NAMES_AT_ONCE));
    for (const address of labels.keys()) unnamed.delete(address);
    if (unnamed.size) setTimeout(learnNames, NAMES_AFTER_MS);
    try {
      for (const { address, name } of await room.members([...labels.keys()]))
        labels.get(address).textContent = name;
    } catch {
      // Without a connection they stay unnamed.
    }
  }

  return {
    /** The own stroke has begun or grown. */
    draw(stroke) {
      if (sending !== stroke) sentPoints = 0;
      sending = stroke;
      timer ||= setTimeout(send, SEND_EVERY_MS);
    },
    finish() {
      clearTimeout(timer);
      send();
      sending = null;
    },
    drop({ id }) {
      clearTimeout(timer);
      timer = 0;
      sending = null;
      say({ id, at: 0, gone: true });
    },
    /** Finished strokes are in the log now. */
    arrived({ kept }) {
      for (const person of people.values())
        if (person.stroke && kept.some(({ id }) => id === person.id)) person.stroke = null;
      show();
    },
  };
}
