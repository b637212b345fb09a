import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020";
import { lexer } from "marked";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiDocument, COMMON_ERRORS, LEFT_OUT, openApiPath } from "@/lib/docs/openapi.server";
import { ApiClient, signUpOnboarded } from "../support/api";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** The document of the API, as a server makes it of its routes, and the examples of the page /docs/api. */

let document: ApiDocument & { servers: object[] };
let server: SharedServer;
let headers: Headers;
beforeAll(async () => {
  server = sharedServer();
  const response = await fetch(`${server.url}/api/openapi.json`);
  headers = response.headers;
  document = (await response.json()) as typeof document;
});

const routesOf = (folder: string): string[] =>
  (fs.readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => `/api/${path.dirname(file)}`)
    .filter((at) => !LEFT_OUT.test(at));

describe("the document", () => {
  it("has every route and every method", async () => {
    const routes = routesOf("app/api");
    expect(routes.length).toBeGreaterThan(150);
    expect(Object.keys(document.paths).sort()).toEqual(routes.map(openApiPath).sort());
    const asks = routes.map(async (at) => {
      const address = server.url + at.replace(/\[.*?\]/g, "0190a0a0-0000-7000-8000-000000000000");
      const allow = (await fetch(address, { method: "OPTIONS" })).headers.get("allow")?.split(", ");
      const methods = (allow ?? []).filter((method) => !["OPTIONS", "HEAD"].includes(method));
      const described = Object.keys(document.paths[openApiPath(at)]!).map((method) => method.toUpperCase());
      expect(described.sort(), at).toEqual(methods.sort());
    });
    await Promise.all(asks);
  });

  it("says of each call what it does, and no two calls say the same", () => {
    const summaries = new Map<string, string>();
    for (const [at, operations] of Object.entries(document.paths))
      for (const [method, { summary, responses, operationId }] of Object.entries(operations)) {
        expect(summary, `${method} ${at}`).toMatch(/^[A-Z].{5,}[^.]$/);
        expect(responses["2XX"] ?? responses["3XX"], `${method} ${at}`).toBeDefined();
        if (at.includes("/cron/") || at.includes("/auth/{nextauth}")) continue;
        expect(summaries.get(summary), `${operationId}: ${summary}`).toBeUndefined();
        summaries.set(summary, operationId);
      }
  });

  it("is one: what it refers to is there, and no two calls have a name", () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(document.components.schemas, name).toHaveProperty(name!);
    expect(text).not.toContain("#/$defs/");
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is for everybody, with this instance's address, and knows what calls take and how they fail", () => {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect([document.openapi, document.servers]).toEqual(["3.1.0", [{ url: server.url }]]);
    const publish = document.paths["/api/v1/posts"]!.post!;
    expect(publish).toMatchObject({
      tags: ["posts"],
      "x-token-scope": "posts:write",
      requestBody: { content: { "application/json": {}, "multipart/form-data": {} } },
    });
    expect(publish.responses["403"]!.description).toContain("replies_limited: ");
    expect(document.paths["/api/v1/timeline"]!.get!.parameters.map(({ name }) => name)).toContain("after");
    expect(document.components.schemas.Post).toHaveProperty("properties.body");
  });

  it("is the list of calls on the page, for guests, in both languages", async () => {
    for (const language of ["en", "ja"]) {
      const page = await fetch(`${server.url}/docs/api`, { headers: { "accept-language": language } });
      const html = await page.text();
      expect(html).toContain(language === "ja" ? "<span>投稿する" : "<span>Publish a post");
      for (const at of Object.keys(document.paths)) expect(html).toContain(`<code>${at}</code>`);
      // The page of each group has what is to be known of its calls.
      for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each)))
        expect(html).toContain(`/docs/api/${operation.tags[0]}#${operation.operationId}`);
      const posts = await fetch(`${server.url}/docs/api/posts`, { headers: { "accept-language": language } });
      expect(await posts.text()).toMatch(/<dl id="postV1Posts">.*<code>replies_limited<\/code>/s);
    }
    const unknown = await fetch(`${server.url}/docs/api/no-such-thing`, { redirect: "manual" });
    expect(unknown.headers.get("location")).toContain("/timeline");
  });

  it("has a summary of each call in Japanese", () => {
    for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each)))
      expect(operation["x-summary-ja"], operation.summary).toMatch(
        /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
      );
  });
});

describe("real answers", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  /** Makes a call of the document and compares the answer with what the document says of it. */
  async function check<T = Record<string, unknown>>(
    client: ApiClient,
    call: string,
    { at = {}, query = "", body }: { at?: Record<string, string>; query?: string; body?: object } = {},
  ): Promise<{ status: number; body: T }> {
    const [method, template] = call.split(" ") as [string, string];
    const operation = document.paths[`/api${template}`]![method.toLowerCase()]!;
    const address = template.replace(/\{(\w+)\}/g, (_, name: string) => at[name]!);
    const answer = await client.call<T>(method, address + query, body);
    const isDone = answer.status < 400;
    const described = operation.responses[isDone ? "2XX" : String(answer.status)];
    const content = Object.values(described?.content ?? {})[0];
    const where = `${call}: ${answer.status} ${JSON.stringify(answer.body)}`;
    expect(described, where).toBeDefined();
    if (answer.body === undefined) expect(content, where).toBeUndefined();
    else {
      const schema = { ...content!.schema, components: document.components };
      expect(ajv.validate(schema, answer.body), `${where}\n${ajv.errorsText()}`).toBe(true);
    }
    return answer;
  }

  it("are what the document says", async () => {
    const [person, other] = await Promise.all([signUpOnboarded(server), signUpOnboarded(server)]);
    const me = await check<{ id: string }>(person, "GET /v2/users/me");
    const them = { at: { id: (await other.must<{ id: string }>("GET", "/v2/users/me")).id } };
    await check(person, "GET /v2/auth/me");
    await check(person, "GET /v2/users/me/preferences");
    await check(person, "POST /v2/users/me/muted-words", { body: { word: "spoiler" } });
    await check(person, "GET /v2/auth/sessions");
    await check(person, "GET /users/{id}", them);
    await check(person, "POST /users/{id}/follow", them);
    await check(person, "GET /users/{id}/followers", them);
    await check(person, "GET /v1/discover/people");

    const text = `An #answer ${Date.now()}`;
    const post = await check<{ id: string }>(person, "POST /v1/posts", {
      body: { kind: "text", body: text },
    });
    const at = { at: { id: post.body.id } };
    await check(other, "GET /posts/{id}", at);
    await check(other, "POST /v1/reactions", { body: { postId: post.body.id, action: "like" } });
    await check(other, "POST /posts/{id}/emojis", { ...at, body: { emoji: "🎉", on: true } });
    await check(other, "POST /posts/{id}/repost", at);
    await check(other, "POST /posts/{id}/bookmark", at);
    await check(other, "GET /v1/bookmarks");
    await check(other, "POST /posts/{id}/replies", { ...at, body: { kind: "text", body: "A reply" } });
    await check(other, "POST /posts/{id}/comments", { ...at, body: { content: "A comment" } });
    await check(person, "PATCH /posts/{id}", { ...at, body: { body: `${text}, edited` } });
    for (const list of [
      "replies",
      "comments",
      "likes",
      "reposts",
      "quotes",
      "emojis",
      "versions",
      "ancestors",
    ])
      await check(person, `GET /posts/{id}/${list}`, at);
    await check(person, "GET /v1/timeline", { query: "?limit=5" });
    await check(person, "GET /users/{id}/posts", { at: { id: me.body.id } });
    await check(person, "GET /v1/posts/counts", { query: `?ids=${post.body.id}` });
    await check(person, "GET /v1/notifications");
    await check(person, "GET /v1/notifications/unread");
    await check(person, "GET /v1/search", { query: `?q=answer` });
    await check(person, "GET /apps");
    await check(person, "GET /v1/lists");
    await check(person, "POST /v1/lists", { body: { name: "Friends" } });
    await check(person, "GET /v1/drafts");
    await check(new ApiClient(server.url), "GET /instance");
    await check(person, "DELETE /posts/{id}", at);
  });

  it("and failures, too", async () => {
    const person = await signUpOnboarded(server);
    const guest = new ApiClient(server.url);
    const gone = { at: { id: "0190a0a0-0000-7000-8000-000000000000" } };
    const fails = async (...[client, call, request]: Parameters<typeof check>) =>
      (await check<{ code: string }>(client, call, request)).body.code;
    expect(await fails(guest, "GET /v1/timeline")).toBe("unauthenticated");
    expect(await fails(new ApiClient(server.url, "gum_pat_x"), "GET /v1/timeline")).toBe("invalid_token");
    expect(await fails(person, "GET /v1/timeline", { query: "?limit=0" })).toBe("validation_error");
    expect(await fails(person, "POST /v1/posts", { body: { kind: "text" } })).toBe("validation_error");
    expect(await fails(person, "GET /posts/{id}", gone)).toBe("not_found");
    expect(await fails(person, "GET /apps/{id}", gone)).toBe("unknown_app");
    expect(await fails(person, "PUT /posts/{id}/pin", gone)).toBe("not_found");
    const login = { email: "nobody@gum.test", password: "a handful of words" };
    expect(await fails(guest, "POST /v2/auth/login", { body: login })).toBe("invalid_credentials");
    const { token } = await person.must<{ token: string }>("POST", "/v2/auth/tokens", {
      name: "reader",
      scopes: ["read"],
      expiresInDays: null,
    });
    const post = { kind: "text", body: "No" };
    const reader = new ApiClient(server.url, token);
    expect(await fails(reader, "POST /v1/posts", { body: post })).toBe("insufficient_scope");
    expect(COMMON_ERRORS).not.toContain("insufficient_scope");
  });
});

describe.each(["api.md", "ja/api.md"])("the page %s", (page) => {
  it("has examples that run", async () => {
    const person = await signUpOnboarded(server);
    const { token } = await person.must<{ token: string }>("POST", "/v2/auth/tokens", {
      name: "bot",
      scopes: ["read", "posts:write"],
      expiresInDays: null,
    });
    const examples = lexer(fs.readFileSync(`public/docs/${page}`, "utf8")).flatMap((part) =>
      part.type === "code" && part.lang === "js" ? [String(part.text)] : [],
    );
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-bot-"));
    const env = { ...process.env, GUM_URL: server.url, GUM_TOKEN: token };
    const run = async (code: string) => {
      fs.writeFileSync(path.join(folder, "bot.mjs"), code);
      return (await promisify(execFile)(process.execPath, ["bot.mjs"], { cwd: folder, env })).stdout;
    };
    expect(examples).toHaveLength(2);
    const [bot, reader] = examples;
    expect(bot!.split("\n").length).toBeLessThanOrEqual(10);
    expect(await run(bot!)).toMatch(new RegExp(`^${server.url}/post/[0-9a-f-]{36}\n$`));
    expect(await run(reader!)).toContain("It is ");
    fs.rmSync(folder, { recursive: true });
  });
});
