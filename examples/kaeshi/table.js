// The table in a room: who sits at it and what was played. Everybody works it out from the room's log, which
// has one order for all. Untrusted: every update. Members may write anything; what is late, out of turn or no
// move at all leaves the table as it was.

import { BLACK, replay, step, WHITE } from "./rules.js";

/** Who lets the others wait for longer may be replaced. */
export const IDLE_MS = 30 * 60_000;

/** `asks` is the side that wants its move back, `since` the time of the last thing that counted. */
export const emptyTable = () => ({
  game: 1,
  seats: [null, null],
  moves: [],
  asks: null,
  since: 0,
  ...replay([]),
});

export const seatOf = ({ seats }, who) => (who ? seats.indexOf(who) : -1);

/**
 * Whether a seat may be taken by somebody else: it is free, or the game waits for its player for too long.
 */
export function isFree({ seats, turn, since }, side, now) {
  if (seats[side] === null) return true;
  return (turn === null || turn === side) && now - since > IDLE_MS;
}

/** The table after an update; the same one if the update does not count. `now` is the server's time of it. */
export function hear(table, { from, payload, at }) {
  const now = Date.parse(at);
  const handler = Object.hasOwn(HANDLERS, payload?.do ?? "") ? HANDLERS[payload.do] : null;
  if (!handler || typeof from !== "string" || !from || !Number.isFinite(now)) return table;
  const changes = handler(table, payload, seatOf(table, from), { from, now });
  return changes ? { ...table, ...changes, since: now } : table;
}

/** Whether an update was made for the position that the others have. */
const isCurrent = (table, { game, ply }) => game === table.game && ply === table.moves.length;

const HANDLERS = {
  sit(table, { side }, seat, { from, now }) {
    if ((side !== BLACK && side !== WHITE) || seat !== -1 || !isFree(table, side, now)) return null;
    return { seats: table.seats.with(side, from), asks: null };
  },
  leave: (table, _, seat) => (seat === -1 ? null : { seats: table.seats.with(seat, null), asks: null }),
  move(table, payload, seat) {
    if (seat === -1 || seat !== table.turn || !isCurrent(table, payload)) return null;
    const played = step(table, payload.to);
    return played && { ...played, moves: [...table.moves, payload.to], asks: null };
  },
  /** Asks for the last own move back. */
  undo(table, payload, seat) {
    const isAlone = table.seats.includes(null);
    if (seat === -1 || isAlone || table.asks !== null || !isCurrent(table, payload)) return null;
    return table.sides.includes(seat) ? { asks: seat } : null;
  },
  answer(table, payload, seat) {
    if (seat === -1 || table.asks !== 1 - seat || !isCurrent(table, payload)) return null;
    if (payload.yes !== true) return { asks: null };
    const moves = table.moves.slice(0, table.sides.lastIndexOf(table.asks));
    return { ...replay(moves), moves, asks: null };
  },
  /** Another game, with the colours changed, once this one is over or its other player has left. */
  again(table, payload, seat) {
    const { seats, turn, game } = table;
    const isAlone = seats.includes(null);
    if (seat === -1 || !isCurrent(table, payload) || !(turn === null || (isAlone && table.moves.length)))
      return null;
    const swapped = isAlone ? seats : [seats[WHITE], seats[BLACK]];
    return { ...replay([]), game: game + 1, moves: [], asks: null, seats: swapped };
  },
};

/** For a snapshot of the room. */
export const writeTable = ({ game, seats, moves, asks, since }) => ({
  v: 1,
  game,
  seats,
  moves,
  asks,
  since,
});

/** Returns null for what is no table. */
export function readTable(value) {
  const { v, game, seats, moves, asks, since } = value ?? {};
  const isSeat = (seat) => seat === null || (typeof seat === "string" && seat !== "");
  const isWhole =
    v === 1 &&
    Number.isSafeInteger(game) &&
    Number.isFinite(since) &&
    [null, BLACK, WHITE].includes(asks) &&
    Array.isArray(moves) &&
    Array.isArray(seats) &&
    seats.length === 2 &&
    seats.every(isSeat);
  const played = isWhole ? replay(moves) : null;
  return played && { game, seats, moves, asks, since, ...played };
}
