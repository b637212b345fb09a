// The rules, independent of the screen. A board is an array of columns; a column lists its numbers from the bottom up.

export const COLUMNS = 5;
export const ROWS = 7;

export const emptyBoard = () => Array.from({ length: COLUMNS }, () => []);

/** A full column still accepts a tile equal to its topmost one, because the two merge. */
export const canLand = (board, column, value) =>
  board[column].length < ROWS || (board[column].length === ROWS && board[column].at(-1) === value);

export const isOver = (board, value) => board.every((_, column) => !canLand(board, column, value));

/** Picks the next number: small ones more often, and at most half of the highest on the board. */
export function draw(board, random = Math.random) {
  const best = Math.max(8, ...board.flat());
  const pool = [2, 4, 8, 16, 32, 64].filter((value) => value <= best / 2 || value <= 4);
  const weights = pool.map((_, i) => pool.length - i * 0.8);
  let pick = random() * weights.reduce((a, b) => a + b);
  return pool.find((_, i) => (pick -= weights[i]) < 0) ?? 2;
}

/**
 * Drops `value` onto `column` and merges all equal neighbours. Returns the new board, the points and the steps in order, for
 * the animation:
 *   {kind: "merge", into: {column, row}, from: [{column, row}…], value}  equal neighbours merge into one tile
 *   {kind: "fall", moves: [{column, row, to}…]}                          tiles above a gap fall down
 */
export function drop(board, column, value) {
  const cells = board.map((each) => [...each]);
  cells[column].push(value);
  let active = [{ column, row: cells[column].length - 1 }];
  const steps = [];
  let points = 0;
  let chain = 0;

  while (active.length) {
    const merge = active.map((cell) => findMerge(cells, cell)).find(Boolean);
    if (!merge) break;
    chain++;
    const { into, from } = merge;
    const total = cells[into.column][into.row] * 2 ** from.length;
    cells[into.column][into.row] = total;
    for (const gone of from) cells[gone.column][gone.row] = null;
    steps.push({ kind: "merge", into, from, value: total, chain });
    points += total * chain;

    const { moves, landed } = settle(cells, into);
    if (moves.length) steps.push({ kind: "fall", moves });
    active = [landed, ...moves.map((move) => ({ column: move.column, row: move.to })), ...active].filter(
      (cell) => cells[cell.column][cell.row] != null,
    );
  }
  return { board: cells, steps, points, chain };
}

function findMerge(cells, { column, row }) {
  const value = cells[column]?.[row];
  if (value == null) return null;
  const around = [
    { column, row: row - 1 },
    { column: column - 1, row },
    { column: column + 1, row },
    { column, row: row + 1 },
  ];
  const from = around.filter((cell) => cells[cell.column]?.[cell.row] === value);
  if (!from.length) return null;
  if (from[0].column !== column || from[0].row > row) return { into: { column, row }, from };
  // A tile merges down onto an equal one below, instead of pulling that one up.
  return { into: from[0], from: [{ column, row }, ...from.slice(1)] };
}

/** Closes the gaps; also returns the new position of the tile at `watched`. */
function settle(cells, watched) {
  const moves = [];
  let landed = watched;
  cells.forEach((column, c) => {
    let to = 0;
    column.forEach((value, row) => {
      if (value == null) return;
      if (row !== to) moves.push({ column: c, row, to });
      if (c === watched.column && row === watched.row) landed = { column: c, row: to };
      to++;
    });
    cells[c] = column.filter((value) => value != null);
  });
  return { moves, landed };
}

/** The time in ms that a tile takes to fall; it shortens over about forty landings. */
export function fallTime(landings) {
  return Math.max(1500, 7000 * 0.965 ** landings);
}
