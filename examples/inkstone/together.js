// The picture of a room: what everybody draws, as one. Its interface is that of picture.js.

import { renderCanvas } from "./board.js";
import {
  emptyDrawing,
  hear,
  ownStrokes,
  readDrawing,
  readPending,
  visibleStrokes,
  writeDrawing,
} from "./merge.js";
import { decode, encodeShort } from "./stroke.js";

/** The same for every screen. */
const SHEET = { w: 480, h: 600 };
const UPDATE_CHARS = 110_000;
const SNAPSHOT_EVERY = 200;
const SNAPSHOT_CHARS = 1_900_000;
const CARD_AFTER_MS = 400;
const CARD_EVERY_MS = 4000;
const CARD_BYTES = 64_000;
const CARD_PEOPLE = 8;
const IDS_AT_ONCE = 1_000;

let made = 0;
const session = Math.random().toString(36).slice(2, 10);
/** A name for a stroke or an update, different from all others in the room. */
export const newId = () => `${session}-${(made++).toString(36)}`;

/** An own change as it is sent: `stroke` is what the screen draws. */
const written = (op) => ({ ...op, stroke: undefined });

/**
 * @param onChange called with the first of `strokes` that is not as it was before
 * @param card what the card in the post says beside the picture
 */
export function createRoomPicture({ room, onChange, onHeard, onRefused, card }) {
  const me = room.me;
  let drawing = emptyDrawing();
  let image = null;
  /** Own updates that the log does not have yet; what `sent` is false of waits for its turn. */
  let pending = [];
  let undone = [];
  let timer = 0;
  let cardTimer = 0;
  let cardAt = 0;
  const strokes = [];

  const pendingOps = () => pending.flatMap(({ ops }) => ops);

  function refresh() {
    const next = visibleStrokes(drawing, pendingOps(), me);
    let same = 0;
    while (same < strokes.length && same < next.length && strokes[same] === next[same]) same += 1;
    strokes.length = same;
    for (const stroke of next.slice(same)) strokes.push(stroke);
    onChange(same);
  }

  function change(op) {
    pending.push({ id: newId(), ops: [op], sent: false });
    refresh();
    timer ||= setTimeout(send, 0);
  }

  /** Sends what waits, as one update; what comes meanwhile goes with the next. */
  function send() {
    timer = 0;
    const waiting = pending.filter(({ sent }) => !sent);
    if (!waiting.length) return;
    const update = { id: newId(), ops: [], sent: true };
    let chars = 0;
    while (waiting.length) {
      chars += JSON.stringify(waiting[0].ops.map(written)).length;
      if (update.ops.length && chars > UPDATE_CHARS) break;
      update.ops.push(...waiting.shift().ops);
    }
    pending = [...pending.filter(({ sent }) => sent), update, ...waiting];
    room.send({ id: update.id, ops: update.ops.map(written) }).catch((error) => {
      pending = pending.filter((each) => each !== update);
      refresh();
      onRefused(error.code);
    });
    timer = setTimeout(send, room.sendInterval);
  }

  // What was drawn without a connection before the app was closed.
  for (const { payload, sent } of room.unsent?.() ?? []) {
    const update = readPending(payload);
    if (!update) continue;
    pending.push(update);
    sent.catch((error) => {
      pending = pending.filter((each) => each !== update);
      refresh();
      onRefused(error.code);
    });
  }
  if (pending.length) setTimeout(refresh, 0);

  room.listen(0, (heard) => {
    if ("snapshot" in heard) return begin(readDrawing(heard.snapshot));
    const own = heard.from === me ? pending.find(({ id }) => id === heard.payload?.id) : null;
    // The strokes that were drawn here are the ones on the screen already.
    const drawn = new Map(own?.ops.filter((op) => op.do === "ink").map(({ id, stroke }) => [id, stroke]));
    hear(drawing, heard);
    for (const entry of drawing.kept) if (drawn.has(entry.id)) entry.stroke = drawn.get(entry.id);
    pending = pending.filter((each) => each !== own);
    refresh();
    onHeard(drawing);
    if (heard.from === me && heard.serial % SNAPSHOT_EVERY === 0) takeSnapshot(heard.serial);
    if (own) cardTimer ||= setTimeout(sendCard, Math.max(CARD_AFTER_MS, cardAt + CARD_EVERY_MS - Date.now()));
  });

  function begin(read) {
    if (!read) return;
    drawing = read;
    if (!read.base) return refresh();
    const loading = new Image();
    loading.src = read.base;
    loading.decode().then(
      () => {
        image = loading;
        onChange(0);
      },
      () => {},
    );
    refresh();
  }

  /** What has become fixed since the last one goes into the picture below the strokes. */
  function takeSnapshot(serial) {
    if (drawing.fixed.length) {
      const below = { sheet: SHEET, strokes: drawing.fixed, base: image && { image } };
      image = renderCanvas(below, { withPaper: false, scale: 2 });
      drawing.base = image.toDataURL("image/webp", 0.9);
      drawing.fixed = [];
      refresh();
      onChange(0);
    }
    const state = writeDrawing(drawing, drawing.base);
    if (JSON.stringify(state).length < SNAPSHOT_CHARS) room.snapshot(serial, state).catch(() => {});
  }

  async function sendCard() {
    clearTimeout(cardTimer);
    cardTimer = 0;
    cardAt = Date.now();
    const shot = (scale, quality) =>
      new Promise((resolve) =>
        renderCanvas(picture, { withPaper: true, scale }).toBlob(resolve, "image/webp", quality),
      );
    let blob = await shot(1, 0.8);
    if (blob.size > CARD_BYTES) blob = await shot(0.6, 0.5);
    if (blob.size > CARD_BYTES) return;
    const { title, alt } = card();
    const people = drawing.authors.slice(-CARD_PEOPLE);
    await window.gum.card({ title, image: { picture: blob, alt }, people }).catch(() => {});
  }

  const own = () => ownStrokes(drawing, pendingOps(), me);

  const picture = {
    strokes,
    get sheet() {
      return { ...SHEET, ...(pendingOps().findLast((op) => op.do === "paper") ?? drawing.paper) };
    },
    get base() {
      return image && { image };
    },
    get isClosed() {
      return room.isClosed;
    },
    get isEmpty() {
      return !strokes.length && !drawing.base;
    },
    get canUndo() {
      return own().length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    addStroke({ id, ...stroke }) {
      const encoded = encodeShort(stroke);
      undone = [];
      change({ do: "ink", id, ...encoded, stroke: decode(encoded) });
    },
    /** Takes away one's own strokes only. */
    clear() {
      const ids = own().slice(-IDS_AT_ONCE);
      if (!ids.length) return;
      undone.push(ids);
      change({ do: "hide", ids });
    },
    setPaper(paper) {
      const { color, pattern } = { ...picture.sheet, ...paper };
      change({ do: "paper", color, pattern });
    },
    reshape() {},
    undo() {
      const id = own().at(-1);
      if (!id) return false;
      undone.push([id]);
      change({ do: "hide", ids: [id] });
      return true;
    },
    redo() {
      const ids = undone.pop();
      if (!ids) return false;
      change({ do: "show", ids });
      return true;
    },
    flush() {
      while (pending.some(({ sent }) => !sent)) {
        clearTimeout(timer);
        send();
      }
      if (cardTimer) sendCard();
    },
    restore: async () => {},
  };
  return picture;
}
