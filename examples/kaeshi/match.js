// What is played and by whom: in the room of a post with somebody else, or alone against the computer. Both
// look the same to the page: `state()` and what a person can do.

import { choose, LEVELS } from "./computer.js";
import { load, save } from "./platform.js";
import { BLACK, replay, WHITE } from "./rules.js";
import { emptyTable, hear, isFree, readTable, seatOf, writeTable } from "./table.js";

const SNAPSHOT_EVERY = 300;
/** A player who was seen within this time needs no notice. */
const HERE_MS = 45_000;
const HERE_EVERY_MS = 20_000;
/** What a player says over the channel: that they are here, or that they may be called by name now. */
const HERE = 0;
const NAMED = 1;
const CATCH_UP_MS = 1000;
const THINK_MS = 700;

/**
 * @param onChange called with what has just happened: {isOwn, payload} for an update, else null
 * @param notice the text that tells a player that it is their turn
 */
export function joinTable({ room, onChange, onRefused, notice }) {
  const me = room.me;
  let table = emptyTable();
  let pending = [];
  let isLive = false;
  const names = new Map();
  const seenAt = new Map();

  /** The table with what is on its way to the room. */
  const ahead = () => pending.reduce((sum, { payload, at }) => hear(sum, { from: me, payload, at }), table);

  async function act(action, notify) {
    const { game, moves } = ahead();
    const payload = { game, ply: moves.length, ...action };
    const entry = { payload, at: new Date().toISOString() };
    pending.push(entry);
    onChange(null);
    try {
      await room.send(payload, notify?.(ahead()));
    } catch (error) {
      onRefused(error.code);
    }
    pending = pending.filter((each) => each !== entry);
    onChange(null);
  }

  function tellOther(after) {
    const other = after.seats[1 - seatOf(after, me)];
    const isHere = Date.now() - (seenAt.get(other) ?? 0) < HERE_MS;
    return other && !isHere && after.turn !== null && after.seats[after.turn] === other
      ? { notify: { [other]: notice(after) } }
      : undefined;
  }

  room.listen(0, (heard) => {
    if ("snapshot" in heard) table = readTable(heard.snapshot) ?? table;
    const before = table;
    if ("payload" in heard) table = hear(table, heard);
    const isOwn = heard.from === me;
    const said = JSON.stringify(heard.payload);
    const sent = isOwn ? pending.find(({ payload }) => JSON.stringify(payload) === said) : null;
    pending = pending.filter((each) => each !== sent);
    onChange(table !== before && (sent || isLive) ? { isOwn, payload: heard.payload } : null);
    if (isOwn && heard.serial % SNAPSHOT_EVERY === 0)
      room.snapshot(heard.serial, writeTable(table)).catch(() => {});
    const strangers = table.seats.filter((who) => who && !names.has(who));
    if (strangers.length) learnNames(strangers);
  });
  // What was there before the app was opened is no news.
  setTimeout(() => (isLive = true), CATCH_UP_MS);

  async function learnNames(addresses) {
    for (const who of addresses) if (!names.has(who)) names.set(who, "");
    try {
      for (const { address, name } of await room.members(addresses)) names.set(address, name);
    } catch {
      // Without a connection they stay unnamed.
    }
    onChange(null);
  }

  const channel = room.channel();
  channel.listen((bytes, from) => {
    const wasHere = Date.now() - (seenAt.get(from) ?? 0) < HERE_MS;
    seenAt.set(from, Date.now());
    // The newcomer has not heard from us.
    if (!wasHere) (sayHere(), onChange(null));
    if (bytes[0] === NAMED && !names.get(from) && table.seats.includes(from)) learnNames([from]);
  });
  function sayHere(word = HERE) {
    if (seatOf(table, me) !== -1 && !document.hidden) channel.send(new Uint8Array([word]));
  }
  setInterval(() => {
    sayHere();
    onChange(null);
  }, HERE_EVERY_MS);
  document.addEventListener("visibilitychange", () => sayHere());
  room.onChange(() => onChange(null));

  return {
    isRoom: true,
    state() {
      const now = Date.now();
      const shown = ahead();
      const mine = seatOf(shown, me);
      const seats = [BLACK, WHITE].map((side) => {
        const who = shown.seats[side];
        return {
          who,
          name: names.get(who) ?? "",
          isMe: side === mine,
          isHere: now - (seenAt.get(who) ?? 0) < HERE_MS,
          canSit: mine === -1 && !room.isClosed && isFree(shown, side, now),
        };
      });
      const isAlone = shown.seats.includes(null);
      const canAct = mine !== -1 && !room.isClosed;
      return {
        ...shown,
        seats,
        mine: mine === -1 ? null : mine,
        isClosed: room.isClosed,
        isWaiting: pending.length > 0,
        canPlay: canAct && shown.turn === mine,
        canUndo: canAct && !isAlone && shown.asks === null && shown.sides.includes(mine),
        canAnswer: canAct && shown.asks === 1 - mine,
        canAgain: canAct && (shown.turn === null || (isAlone && shown.moves.length > 0)),
      };
    },
    play: (to) => act({ do: "move", to }, tellOther),
    async sit(side) {
      const sitting = act({ do: "sit", side }, tellOther);
      // Whether the others may read the own name is asked here, where it is clear what for.
      await window.gum.user.profile().catch(() => {});
      await sitting;
      sayHere(NAMED);
      learnNames([me]);
    },
    leave: () => act({ do: "leave" }),
    undo: () => act({ do: "undo" }),
    answer: (yes) => act({ do: "answer", yes }),
    again: () => act({ do: "again" }, tellOther),
    players: () => table.seats.filter(Boolean),
  };
}

const KEY = "kaeshi.game";

export function playAlone({ onChange }) {
  const kept = load(KEY, {});
  const played = Array.isArray(kept.moves) ? replay(kept.moves) : null;
  let moves = played ? kept.moves : [];
  let mine = kept.mine === WHITE ? WHITE : BLACK;
  let level = LEVELS.includes(kept.level) ? kept.level : "steady";
  let game = played ?? replay([]);
  let thinking = 0;

  function set(next, isNews = true) {
    moves = next;
    game = replay(moves);
    save(KEY, { v: 1, moves, mine, level });
    onChange(isNews && moves.length ? { isOwn: game.last.side === mine, payload: { do: "move" } } : null);
    think();
  }
  function think() {
    clearTimeout(thinking);
    if (game.turn !== 1 - mine) return;
    thinking = setTimeout(() => set([...moves, choose(game, level)]), THINK_MS);
  }
  think();

  return {
    isRoom: false,
    state: () => ({
      ...game,
      game: 1,
      moves,
      level,
      mine,
      asks: null,
      seats: [BLACK, WHITE].map((side) => ({
        who: "",
        name: "",
        isMe: side === mine,
        isHere: true,
        canSit: false,
      })),
      isClosed: false,
      isWaiting: false,
      canPlay: game.turn === mine,
      canUndo: game.sides.includes(mine),
      canAnswer: false,
      canAgain: game.turn === null,
    }),
    play: (to) => replay([...moves, to]) && set([...moves, to]),
    undo: () => set(moves.slice(0, game.sides.lastIndexOf(mine)), false),
    /** Another game, with the colours changed. */
    again() {
      mine = 1 - mine;
      set([], false);
    },
    setLevel(value) {
      level = value;
      save(KEY, { v: 1, moves, mine, level });
      onChange(null);
    },
    players: () => [],
  };
}
