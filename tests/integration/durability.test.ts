import { afterAll, beforeAll, expect, it } from "vitest";
import type { Post } from "@/lib/contracts/post";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { type TestServer, startServer } from "../support/server";

const WRITERS = 8;
const WRITING_MS = 1_200;

let server: TestServer;
let writers: ApiClient[];

beforeAll(async () => {
  server = await startServer();
  writers = await Promise.all(Array.from({ length: WRITERS }, () => signUpOnboarded(server)));
});
afterAll(() => server?.dispose());

/** Posts one after the other until the server is gone; gives what it was told is written. */
async function writeUntilItDies(writer: ApiClient, name: string): Promise<{ id: string; body: string }[]> {
  const acknowledged: { id: string; body: string }[] = [];
  for (let count = 0; ; count += 1) {
    const body = `${name}, post ${count}`;
    try {
      const answer = await writer.call<Post>("POST", "/v1/posts", { kind: "text", body });
      expect(answer.status).toBe(201);
      acknowledged.push({ id: answer.body.id, body });
    } catch (error) {
      if (error instanceof TypeError || (error as { name?: string }).name === "SyntaxError")
        return acknowledged;
      throw error;
    }
  }
}

it.each([1, 2, 3])(
  "keeps every acknowledged post when the server is killed while they are written (round %i)",
  async (round) => {
    const writing = Promise.all(
      writers.map((writer, index) => writeUntilItDies(writer, `round ${round}, writer ${index}`)),
    );
    await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
    await server.kill9();
    const acknowledged = (await writing).flat();
    expect(acknowledged.length).toBeGreaterThan(WRITERS);

    await server.start();
    const rows = await server.database.query<{ id: string; body: string }>("SELECT id, body FROM posts");
    const kept = new Map(rows.map(({ id, body }) => [id, body]));
    expect(acknowledged.filter(({ id, body }) => kept.get(id) !== body)).toEqual([]);

    const last = acknowledged.at(-1)!;
    const answer = await writers[0]!.call<Post>("GET", `/posts/${last.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.body).toBe(last.body);
  },
);
