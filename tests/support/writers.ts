import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Post } from "@/lib/posts/contract";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import { type ApiAnswer, type ApiClient, signUpOnboarded } from "./api";
import { makePackage, uploadForm } from "./apps";
import type { TestDatabase } from "./database";

/** After a refusal or without an answer. */
const AGAIN_MS = 50;
/** What an instance in trouble may say; 0: no answer. Nothing that happens to it is the client's fault. */
const EXPECTED = new Set([0, 502, 503, 507]);

/** A save that was tried when something died may be there or not. */
type Saver = { client: ApiClient; app: App; tried: number; acknowledged: number[] };
/** What a like was last told, and whether something without an answer came after it. */
type Liker = { client: ApiClient; liked: boolean; isSure: boolean };
type Query = TestDatabase["query"];
type People = { url: string; database: { query: Query } };

/**
 * People who save, post, like and upload without a pause, whatever happens to the instance, and remember what was acknowledged:
 * that must be there afterwards, and whole.
 */
export class Writers {
  readonly posts: string[] = [];
  readonly apps: string[] = [];
  unexpected: ApiAnswer<unknown>[] = [];
  /** The last answer without space. */
  full: ApiAnswer<unknown> | null = null;
  refused = 0;
  /** By performance.now(): when the request began that was acknowledged last. */
  newest = 0;
  /** The same of uploads alone, which need the object store. */
  newestUpload = 0;
  #isOver = false;
  #writing: Promise<void>[] = [];

  private constructor(
    readonly savers: Saver[],
    readonly likers: Liker[],
    readonly author: ApiClient,
    readonly liked: string,
  ) {}

  static async join(people: People, count = 4): Promise<Writers> {
    const author = await signUpOnboarded(people);
    const { id } = await author.must<Post>("POST", "/v1/posts", { kind: "text", body: "like this" });
    const clients = await Promise.all(Array.from({ length: count }, () => signUpOnboarded(people)));
    const savers = await Promise.all(
      clients.map(async (client) => ({ client, app: await uploadApp(client), tried: 0, acknowledged: [] })),
    );
    const likers = clients.map((client) => ({ client, liked: false, isSure: true }));
    return new Writers(savers, likers, author, id);
  }

  get acknowledged(): number {
    const saves = this.savers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    return saves + this.posts.length + this.apps.length;
  }

  begin(): void {
    this.#isOver = false;
    this.#writing = [
      ...this.savers.map((saver) => this.#repeat(() => this.#save(saver))),
      ...this.likers.map((liker) => this.#repeat(() => this.#like(liker))),
      this.#repeat(() => this.#post()),
      this.#repeat(() => this.#upload()),
    ];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writing);
  }

  async #repeat(step: () => Promise<ApiAnswer<unknown>>): Promise<void> {
    while (!this.#isOver) {
      const began = performance.now();
      const answer = await step().catch(() => null);
      if (answer && answer.status < 300) {
        this.newest = Math.max(this.newest, began);
        continue;
      }
      this.refused++;
      if (answer?.status === 507) this.full = answer;
      if (!EXPECTED.has(answer?.status ?? 0)) this.unexpected.push(answer!);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  async #save(saver: Saver) {
    const own = ++saver.tried;
    const changes = ["first", "second", `save ${own}`].map((key) => ({
      area: "values",
      key,
      value: String(own),
    }));
    const answer = await saver.client.call("PUT", `/apps/${saver.app.id}/storage`, { changes });
    if (answer.status === 200) saver.acknowledged.push(own);
    return answer;
  }

  async #like(liker: Liker) {
    const next = !liker.liked;
    liker.isSure = false;
    const body = { postId: this.liked, action: next ? "like" : "unlike" };
    const answer = await liker.client.call("POST", "/v1/reactions", body);
    if (answer.status === 200) Object.assign(liker, { liked: next, isSure: true });
    return answer;
  }

  async #post() {
    const answer = await this.author.call<Post>("POST", "/v1/posts", { kind: "text", body: "still here" });
    if (answer.status === 201) this.posts.push(answer.body.id);
    return answer;
  }

  async #upload() {
    const form = uploadForm({ gumFile: await makePackage({ name: "Crash" }) });
    const began = performance.now();
    const answer = await this.author.call<App>("POST", "/apps", form);
    if (answer.status === 201) {
      this.apps.push(answer.body.id);
      this.newestUpload = began;
    }
    return answer;
  }

  /** Answers with this status were to be expected. */
  forgive(status: number): void {
    this.unexpected = this.unexpected.filter((answer) => answer.status !== status);
  }

  /** Nothing acknowledged is lost, and nothing is there by half. */
  async verify(query: Query): Promise<void> {
    expect(this.unexpected.map(({ status, body }) => ({ status, body }))).toEqual([]);
    for (const { client, app, tried, acknowledged } of this.savers) {
      const { entries, revision } = await client.must<AppStorageSnapshot>("GET", `/apps/${app.id}/storage`);
      const values = new Map(entries.map(({ key, value }) => [key, Number(value)]));
      const last = values.get("first") ?? 0;
      expect(values.get("second") ?? 0).toBe(last);
      expect(last).toBeGreaterThanOrEqual(acknowledged.at(-1) ?? 0);
      expect(last).toBeLessThanOrEqual(tried);
      for (const each of acknowledged) expect(values.get(`save ${each}`), app.id).toBe(each);
      expect(revision).toBeGreaterThanOrEqual(acknowledged.length);
    }
    const stored = await query<{ id: string }>("SELECT id FROM posts WHERE id = ANY($1)", [this.posts]);
    expect(stored).toHaveLength(this.posts.length);
    const [{ likes } = { likes: -1 }] = await query<{ likes: number }>(
      "SELECT count(*)::int AS likes FROM likes WHERE post_id = $1",
      [this.liked],
    );
    const sure = this.likers.filter(({ isSure, liked }) => isSure && liked).length;
    const unsure = this.likers.filter(({ isSure }) => !isSure).length;
    expect(likes).toBeGreaterThanOrEqual(sure);
    expect(likes).toBeLessThanOrEqual(sure + unsure);
    const { counts } = await this.author.must<Post>("GET", `/posts/${this.liked}`);
    expect(counts.likes).toBe(likes);
    await this.#verifyApps(query);
  }

  /** Whatever is there is whole, also what nobody was told of. */
  async #verifyApps(query: Query): Promise<void> {
    const rows = await query<{ id: string; hash: string | null }>(
      `SELECT a.id, v.package_sha256 AS hash FROM apps a LEFT JOIN app_versions v ON v.id = a.current_version_id
       WHERE a.owner_id = (SELECT author_id FROM posts WHERE id = $1)`,
      [this.liked],
    );
    const stored = new Map(rows.map(({ id, hash }) => [id, hash]));
    for (const id of this.apps) expect(stored.get(id)).toBeTruthy();
    for (const { id, hash } of rows) {
      const hashOfFile = async () => {
        const headers = { authorization: `Bearer ${this.author.accessToken}` };
        const file = await fetch(`${this.author.url}/api/apps/${id}/package`, { headers });
        return (
          file.ok &&
          createHash("sha256")
            .update(Buffer.from(await file.arrayBuffer()))
            .digest("hex")
        );
      };
      // A store that failed is left alone for two seconds.
      await expect.poll(hashOfFile).toBe(hash);
    }
  }
}

async function uploadApp(client: ApiClient): Promise<App> {
  const gumFile = await makePackage({ name: "Crash" });
  return client.must<App>("POST", "/apps", uploadForm({ gumFile }));
}
