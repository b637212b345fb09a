/** A game of Kaeshi in the demo timeline: one of its players has left, so that anybody may go on. */
import { uuidv7 } from "uuidv7";
import type { Actor } from "@/lib/shared/contract";
import { putCard } from "@/lib/rooms/card-service";
import { joinPostRoom, sendUpdate } from "@/lib/rooms/service";

/** Squares in the order of the moves, counted row by row; black begins. */
const MOVES = [44, 45, 37, 29, 21, 34, 42, 43, 52];
const BOARD = [
  "........",
  "........",
  ".....x..",
  "...oxo..",
  "..ooxo..",
  "..xoxo..",
  "....x...",
  "........",
];
const CELL = 47;
const EDGE = 12;

function board(): string {
  const size = CELL * 8 + EDGE * 2;
  const lines = Array.from({ length: 9 }, (_, index) => {
    const at = EDGE + index * CELL;
    return `M${EDGE} ${at}h${CELL * 8}M${at} ${EDGE}v${CELL * 8}`;
  }).join("");
  const stones = BOARD.flatMap((row, y) =>
    [...row].map((stone, x) => {
      if (stone === ".") return "";
      const [cx, cy] = [EDGE + (x + 0.5) * CELL, EDGE + (y + 0.5) * CELL];
      const disc = (top: number, fill: string) => `<circle cx="${cx}" cy="${top}" r="19" fill="${fill}"/>`;
      return disc(cy + 2, "#8a6535") + disc(cy, stone === "x" ? "#26221f" : "#fbf8f1");
    }),
  ).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="#d9a866"/><path d="${lines}" stroke="#7d5526" stroke-width="1.5"/>${stones}</svg>`;
}

export async function playKaeshi({
  postId,
  black,
  white,
  rasterise,
}: {
  postId: string;
  black: Actor;
  white: Actor;
  rasterise: (svg: string) => Promise<Uint8Array>;
}): Promise<void> {
  const { id: roomId, me } = await joinPostRoom({ viewer: black, postId });
  await joinPostRoom({ viewer: white, postId });
  const say = (viewer: Actor, payload: object) =>
    sendUpdate({ viewer, roomId, clientKey: uuidv7(), payload: JSON.stringify(payload) });
  await say(black, { do: "sit", side: 0 });
  await say(white, { do: "sit", side: 1 });
  for (const [ply, to] of MOVES.entries())
    await say(ply % 2 ? white : black, { do: "move", game: 1, ply, to });
  const { serial } = await say(white, { do: "leave" });
  const [blacks, whites] = ["x", "o"].map((stone) => BOARD.join("").split(stone).length - 1);
  const score = `黒${blacks}、白${whites}`;
  const data = Buffer.from(await rasterise(board())).toString("base64");
  const card = {
    title: "白の番です",
    lines: [score, "白の席が空いています。"],
    bars: [],
    people: [me],
    serial,
  };
  await putCard({ viewer: black, roomId, card: { ...card, image: { data, alt: `盤面：${score}` } } });
}
