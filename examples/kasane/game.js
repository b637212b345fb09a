// The game state: the falling tile, the clock and landings. Tells a view what to show and draws nothing itself.

import { canLand, COLUMNS, draw, drop, emptyBoard, fallTime, isOver, ROWS } from "./rules.js";
import { load, save } from "./platform.js";

const KEPT = "kasane.game";
const BEST = "kasane.best";

export function createGame({ view, sound, announce, onChange }) {
  const bests = () => load(BEST, {});
  const best = () => bests()[state.mode] ?? 0;

  let state = fresh("falling");
  let busy = false;
  let queued = null;
  let lastTick = 0;

  function fresh(mode) {
    const board = emptyBoard();
    return {
      v: 1,
      mode,
      board,
      score: 0,
      bestBefore: bests()[mode] ?? 0,
      landings: 0,
      next: draw(board),
      tile: { value: draw(board), column: 2, height: ROWS },
      phase: "ready",
    };
  }

  function set(phase) {
    state.phase = phase;
    onChange(state);
  }

  function begin(mode = state.mode) {
    state = fresh(mode);
    busy = false;
    queued = null;
    view.reset(state);
    resume();
  }

  function resume() {
    lastTick = performance.now();
    set("playing");
    if (!busy) view.showTile(state.tile);
    requestAnimationFrame(tick);
  }

  function pause() {
    if (state.phase !== "playing") return;
    keep();
    set("paused");
  }

  function tick(now) {
    if (state.phase !== "playing") return;
    requestAnimationFrame(tick);
    const elapsed = Math.min(100, now - lastTick);
    lastTick = now;
    if (busy || state.mode === "calm") return;
    const { tile } = state;
    tile.height -= (elapsed / fallTime(state.landings)) * ROWS;
    const floor = state.board[tile.column].length;
    if (tile.height <= floor) land();
    else view.moveTile(tile);
  }

  /** Moves the tile sideways to a column, unless a higher stack is in the way. Returns whether it arrived. */
  function moveTo(column) {
    if (state.phase !== "playing" || busy) return false;
    const { tile, board } = state;
    const goal = Math.min(COLUMNS - 1, Math.max(0, column));
    const way = Math.sign(goal - tile.column);
    let reached = tile.column;
    for (let at = tile.column; at !== goal;) {
      at += way;
      if (board[at].length > Math.ceil(tile.height)) break;
      if (canLand(board, at, tile.value)) reached = at;
    }
    if (reached !== tile.column) {
      tile.column = reached;
      view.moveTile(tile, true);
      sound.tick();
      announce("column", reached, board[reached].at(-1));
    }
    return reached === goal;
  }

  /** Moves the aim by one column, skipping full ones. */
  function nudge(way) {
    const { tile, board } = state;
    let column = tile.column + way;
    while (board[column] && !canLand(board, column, tile.value)) column += way;
    if (board[column]) moveTo(column);
  }

  /** Aims and drops. While tiles are still moving, the input is queued. */
  function dropAt(column) {
    if (busy) queued = column;
    else if (moveTo(column) || state.tile.column === column) land();
  }

  async function land() {
    if (state.phase !== "playing" || busy) return;
    const { tile } = state;
    busy = true;
    const game = state;
    const row = state.board[tile.column].length;
    const result = drop(state.board, tile.column, tile.value);
    await view.land(tile, row);
    sound.land(tile.value);
    for (const step of result.steps) {
      if (step.kind === "merge") sound.merge(step.value, step.chain);
      await view.play(step);
      if (state !== game) return; // restarted while the tiles were still moving
    }
    state.board = result.board;
    state.score += result.points;
    state.landings++;
    if (result.points)
      announce("merged", Math.max(...result.steps.map((step) => step.value ?? 0)), state.score);
    if (state.score > best()) save(BEST, { ...bests(), [state.mode]: state.score });
    if (isOver(state.board, state.next)) return end();

    state.tile = { value: state.next, column: freeColumn(tile.column, state.next), height: ROWS };
    state.next = draw(state.board);
    busy = false;
    lastTick = performance.now();
    keep();
    if (state.phase === "playing") view.showTile(state.tile);
    onChange(state, result);
    announce("next", state.tile.value);
    const wanted = queued;
    queued = null;
    if (wanted !== null && state.phase === "playing") dropAt(wanted);
  }

  /** The nearest column that accepts the tile. */
  function freeColumn(from, value) {
    const byDistance = [...Array(COLUMNS).keys()].sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
    return byDistance.find((column) => canLand(state.board, column, value));
  }

  function end() {
    save(KEPT, null);
    view.hideTile();
    sound.over();
    set("over");
    announce("over", state.score);
  }

  function keep() {
    if (state.phase === "playing" || state.phase === "paused") save(KEPT, { ...state, phase: "paused" });
  }

  function restore() {
    const kept = load(KEPT, null);
    const usable = kept?.v === 1 && Array.isArray(kept.board) && kept.board.length === COLUMNS && kept.tile;
    if (usable) state = kept;
    view.reset(state);
    if (usable) view.showTile(state.tile);
    onChange(state);
  }

  return {
    begin,
    resume,
    pause,
    nudge,
    moveTo,
    dropAt,
    land,
    keep,
    restore,
    best,
    get isRecord() {
      return state.bestBefore > 0 && state.score > state.bestBefore;
    },
    get state() {
      return state;
    },
    get busy() {
      return busy;
    },
    softDrop() {
      if (state.phase !== "playing" || busy) return;
      if (state.mode === "calm") return land();
      state.tile.height = Math.max(state.board[state.tile.column].length, state.tile.height - 0.6);
    },
  };
}
