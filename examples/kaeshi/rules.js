// The rules of the game, without a screen. A board is 64 squares, row by row: BLACK, WHITE or null.

export const SIZE = 8;
export const BLACK = 0;
export const WHITE = 1;

const WAYS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy])).filter(([dx, dy]) => dx || dy);

/** `turn` is null once nobody can move. */
export function start() {
  const board = Array(SIZE * SIZE).fill(null);
  board[27] = board[36] = WHITE;
  board[28] = board[35] = BLACK;
  return { board, turn: BLACK };
}

/** The stones that a move turns over; none if it is not allowed. */
export function turned(board, at, side) {
  if (!Number.isInteger(at) || board[at] !== null) return [];
  const stones = [];
  for (const [dx, dy] of WAYS) {
    const line = [];
    let [x, y] = [(at % SIZE) + dx, Math.floor(at / SIZE) + dy];
    while (x >= 0 && x < SIZE && y >= 0 && y < SIZE && board[y * SIZE + x] === 1 - side) {
      line.push(y * SIZE + x);
      [x, y] = [x + dx, y + dy];
    }
    const isInside = x >= 0 && x < SIZE && y >= 0 && y < SIZE;
    if (isInside && board[y * SIZE + x] === side) stones.push(...line);
  }
  return stones;
}

export const movesOf = (board, side) =>
  board.map((_, at) => at).filter((at) => turned(board, at, side).length);

/** The position after a move, or null if it is not allowed. Who cannot move is passed over. */
export function play({ board, turn }, at) {
  const stones = turn === null ? [] : turned(board, at, turn);
  if (!stones.length) return null;
  const next = [...board];
  for (const stone of [at, ...stones]) next[stone] = turn;
  const mover = [1 - turn, turn].find((side) => movesOf(next, side).length);
  return { board: next, turn: mover ?? null };
}

/** [black, white] */
export const count = (board) => [BLACK, WHITE].map((side) => board.filter((stone) => stone === side).length);

export const nameOf = (at) => "abcdefgh"[at % SIZE] + (Math.floor(at / SIZE) + 1);

const OPENING = { ...start(), last: null, sides: [] };

/**
 * A game after one more move: its position, who made each move (`sides`), and the newest with the stones that
 * it turned and whether the other side was passed over then (`last`). Null if the move is not allowed.
 */
export function step(game, at) {
  const { board, turn } = game;
  const position = play(game, at);
  if (!position) return null;
  const last = { at, side: turn, turned: turned(board, at, turn), hasPassed: position.turn === turn };
  return { ...position, last, sides: [...game.sides, turn] };
}

/** A game from its moves; null if one of them is not allowed. */
export const replay = (moves) => moves.reduce((game, at) => game && step(game, at), OPENING);
