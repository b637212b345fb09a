import { afterAll, beforeAll, expect, it } from "vitest";
import type { Post } from "@/lib/posts/contract";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { type TestServer, startServer } from "../support/server";

const WRITERS = 8;
/** So many posts are acknowledged before the server is killed, while the next ones are under way. */
const ENOUGH = 60;

type Written = { id: string; body: string };

let server: TestServer;
let writers: ApiClient[];

beforeAll(async () => {
  server = await startServer();
  writers = await Promise.all(Array.from({ length: WRITERS }, () => signUpOnboarded(server)));
});
afterAll(() => server?.dispose());

/** Posts one after the other until the server is gone; adds what it was told is written to `acknowledged`. */
async function writeUntilItDies(writer: ApiClient, name: string, acknowledged: Written[]): Promise<void> {
  for (let count = 0; ; count += 1) {
    const body = `${name}, post ${count}`;
    const answer = await writer.call<Post>("POST", "/v1/posts", { kind: "text", body }).catch(() => null);
    if (!answer) return;
    expect(answer.status).toBe(201);
    acknowledged.push({ id: answer.body.id, body });
  }
}

it.each([1, 2, 3])(
  "keeps every acknowledged post when the server is killed while they are written (round %i)",
  async (round) => {
    const acknowledged: Written[] = [];
    const writing = writers.map((writer, index) =>
      writeUntilItDies(writer, `round ${round}, writer ${index}`, acknowledged),
    );
    await expect.poll(() => acknowledged.length, { interval: 5, timeout: 120_000 }).toBeGreaterThan(ENOUGH);
    await server.kill9();
    await Promise.all(writing);

    await server.start();
    const rows = await server.database.query<Written>("SELECT id, body FROM posts");
    const kept = new Map(rows.map(({ id, body }) => [id, body]));
    expect(acknowledged.filter(({ id, body }) => kept.get(id) !== body)).toEqual([]);

    const last = acknowledged.at(-1)!;
    const answer = await writers[0]!.call<Post>("GET", `/posts/${last.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.body).toBe(last.body);
  },
);
