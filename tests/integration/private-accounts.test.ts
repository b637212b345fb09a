import fs from "node:fs";
import { describe, expect, it } from "vitest";
import type { NotificationPage } from "@/lib/notifications/contract";
import type { Person } from "@/lib/people/contract";
import type { Post } from "@/lib/posts/contract";
import { VIEWS } from "@/lib/hosted/rest-views";
import type { StreamEvent } from "@/lib/realtime/contract";
import type { Page } from "@/lib/shared/contract";
import { some } from "../support/depth";
import { readEvents } from "../support/event-reader";
import { hostedOf } from "../support/hosted";
import {
  ROLES,
  SECRET,
  app,
  ask,
  lists,
  must,
  open,
  people,
  privateScene,
  profile,
  quoting,
  reply,
  room,
  secret,
  server,
  type Role,
} from "../support/private-scene";

/**
 * What a private person posts is for followers whom they accepted. Every page and every GET route of the build is asked by
 * everybody: a new reader that forgets the rule answers with the secret word, and fails here.
 */
const OUTSIDERS = some(ROLES.slice(0, 6), 2);
const INSIDERS = ROLES.slice(6);

privateScene();

const routes = Object.values(
  JSON.parse(fs.readFileSync(".next/app-path-routes-manifest.json", "utf8")) as Record<string, string>,
);
/** Streams do not end; the others are no readers of what people post, or end the session. */
const LEFT_OUT =
  /^\/api\/(rooms\/stream|realtime\/v1\/stream|v2\/auth\/|auth\/|cron\/|unknown-method|hosted\/auth|hosted\/storage|\[\.\.\.)|_not-found|_global-error/;

/** The addresses of a route that are about the private person or what they posted. */
function addressesOf(route: string, role: Role): string[] {
  if (LEFT_OUT.test(route)) return [];
  const things = /^\/(api\/)?posts?\//.test(route)
    ? [secret.id, reply.id, open.id, quoting.id]
    : /^\/(api\/)?rooms\//.test(route)
      ? [room.id]
      : /^\/(api\/)?apps?\//.test(route)
        ? [app.id]
        : /lists/.test(route)
          ? [lists[role] ?? app.id]
          : [people.owner.id];
  const query: Record<string, string[]> = {
    "/api/v1/timeline": ["?feed=all", "?feed=home", `?list=${lists[role] ?? app.id}`],
    "/timeline": ["?feed=all", `?list=${lists[role] ?? app.id}`],
    "/api/v1/search": [`?q=${SECRET}`, `?q=${SECRET}&type=posts`, `?q=%23${SECRET}tag`],
    "/search": [`?q=${SECRET}`, `?q=${SECRET}&type=posts`],
    "/api/v1/search/complete": ["?type=tags&q=zanz"],
    "/api/users/[id]/posts": ["", "?tab=replies", "?tab=media", "?page=1"],
    "/profile/[userId]": ["", "?tab=replies", "?tab=media"],
    "/api/v1/posts/counts": [`?ids=${secret.id},${reply.id}`],
    "/api/oembed": [`?url=${encodeURIComponent(`${server.url}/post/${secret.id}`)}`],
    "/api/rooms/[id]/updates": ["?after=0"],
    "/api/rooms/[id]/snapshot": ["?before=5"],
  };
  return things.flatMap((id) =>
    (query[route] ?? [""]).map(
      (suffix) =>
        route
          .replace("/[[...path]]", "")
          .replace(/\[\.\.\.\w+\]/, "none")
          .replace("[type]", "post")
          .replace(/\[\w+\]/g, id) + suffix,
    ),
  );
}

describe("no page and no route shows what a private person posts", () => {
  it.each(OUTSIDERS)("to %s", async (role) => {
    const found: string[] = [];
    for (const route of routes)
      for (const path of addressesOf(route, role)) {
        const { status, text } = await ask(role, "GET", path);
        // A search page repeats what was searched for.
        const words = text.replaceAll(new RegExp(`[?=/"&;]${SECRET}(?=["&<\\\\])`, "g"), "");
        if (
          status >= 500 ||
          (path.startsWith("/search") ? words.includes(`${SECRET} `) : text.includes(SECRET))
        )
          found.push(`${status} ${path}`);
      }
    expect(found).toEqual([]);
  });
});

/** What shows it to whom it is for, so that the test above looks where there is something. */
const READERS = () => [
  `/api/posts/${secret.id}`,
  `/api/posts/${secret.id}/versions`,
  `/api/posts/${secret.id}/moment`,
  `/api/posts/${open.id}/replies`,
  `/api/posts/${open.id}/comments`,
  `/api/posts/${quoting.id}`,
  `/api/users/${people.owner.id}/posts`,
  `/api/users/${people.owner.id}/posts?tab=replies`,
  `/api/users/${people.owner.id}/posts?tab=media`,
  `/api/users/${people.other.id}/posts`,
  "/api/v1/timeline?feed=all",
  "/api/v1/timeline?feed=home",
  `/api/v1/search?q=${SECRET}&type=posts`,
  `/api/rooms/${room.id}/updates?after=0`,
  `/post/${secret.id}`,
  `/profile/${people.owner.id}`,
];
it.each(INSIDERS)("is seen by the %s", async (role) => {
  const missing: string[] = [];
  for (const path of READERS())
    if (
      !(await ask(role, "GET", path)).text.includes(
        `${SECRET}${path.includes("/moment") || path.includes("updates") ? "" : " "}`,
      )
    )
      missing.push(path);
  if (role === "follower") {
    for (const path of ["/api/v1/bookmarks", `/api/v1/timeline?list=${lists.follower}`])
      if (!(await ask(role, "GET", path)).text.includes(SECRET)) missing.push(path);
  }
  expect(missing).toEqual([]);
});

describe("the data interface of hosted clients", () => {
  const rows = async (role: Role, path: string) => {
    const { publicKey } = await hostedOf(server);
    const signedIn = await fetch(`${server.url}/api/v2/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: `private_${role}@gum.test`, password: "a handful of words" }),
    });
    const { accessToken } = (await signedIn.json()) as { accessToken: string };
    const response = await fetch(`${server.url}/api/hosted/rest/v1/${path}`, {
      headers: { apikey: publicKey, authorization: `Bearer ${accessToken}` },
    });
    return { status: response.status, text: await response.text() };
  };
  it.each(OUTSIDERS.slice(1))("shows as little to %s", async (role) => {
    const embedding = Object.entries(VIEWS).flatMap(([view, { relations }]) =>
      relations.map(({ name }) => `${view}?select=*,embedded:${name}!inner(*)&limit=100`),
    );
    for (const path of [
      ...embedding,
      "posts?select=*",
      `posts?select=*&body=fts.${SECRET}`,
      `comments?select=*&content=wfts.${SECRET}`,
      `profiles?select=*,posts(*)&id=eq.${people.owner.id}`,
      "comments?select=*",
      `reactions?select=*&post_id=eq.${secret.id}`,
      "bookmarks?select=*,posts(*)",
      "notifications?select=*",
    ]) {
      const { status, text } = await rows(role, path);
      expect(status, `${path}: ${text}`).toBe(200);
      expect(text, path).not.toContain(SECRET);
      // The id stays where somebody quoted it before, with nothing behind it.
      expect(text, path).not.toContain(`"id":"${secret.id}"`);
      expect(text, path).not.toContain(`"post_id":"${secret.id}"`);
    }
  });
});

describe("an outsider", () => {
  it.each(OUTSIDERS.slice(1, 4))(
    "sees the profile, that it is private and nothing else: %s",
    async (role) => {
      const shown = await profile(role);
      expect(shown).toMatchObject({
        username: "private_owner",
        isPrivate: true,
        counts: { posts: 1, followers: 1 },
      });
      expect(shown.relation).toMatchObject({ following: false, requested: role === "requested" });
      const id = people.owner.id;
      for (const path of ["posts", "followers", "following"]) {
        const { status, body } = await ask(role, "GET", `/api/users/${id}/${path}`);
        expect([status, body.code], path).toEqual([403, "private_account"]);
      }
      const page = await ask(role, "GET", `/profile/${id}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain("This account is private");
      const found = await must<{ items?: Person[]; people?: Page<Person> }>(
        role,
        "GET",
        "/v1/search?q=private_owner&type=users",
      );
      expect(JSON.stringify(found)).toContain(id);
    },
  );

  it("is not listed where a private person likes, reacts and reposts", async () => {
    for (const path of ["likes", "reposts", "emojis"]) {
      const list = `/posts/${open.id}/${path}`;
      expect(JSON.stringify(await must("stranger", "GET", list)), path).not.toContain(people.owner.id);
      expect(JSON.stringify(await must("follower", "GET", list)), path).toContain(people.owner.id);
    }
  });

  it.each(OUTSIDERS.slice(1))("can do nothing with a post: %s", async (role) => {
    const { id } = secret;
    const asked = await Promise.all([
      ask(role, "POST", `/api/posts/${id}/replies`, { body: "let me in" }),
      ask(role, "POST", `/api/posts/${id}/comments`, { content: "let me in" }),
      ask(role, "POST", "/api/v1/reactions", { postId: id, action: "like" }),
      ask(role, "POST", `/api/posts/${id}/emojis`, { emoji: "🎉", on: true }),
      ask(role, "POST", `/api/posts/${id}/repost`),
      ask(role, "POST", `/api/posts/${id}/bookmark`),
      ask(role, "POST", `/api/posts/${id}/room`),
      ask(role, "POST", "/api/v1/posts", { body: "look", quote: id }),
      ask(role, "POST", `/api/rooms/${room.id}/updates`, { clientKey: crypto.randomUUID(), payload: "1" }),
      ask(role, "POST", `/api/rooms/${room.id}/channel`, { messages: ["AA=="] }),
      ask(role, "POST", `/api/rooms/${room.id}/join`),
    ]);
    const said = asked.map(({ status, body }) => `${status} ${body?.code}`);
    expect(said.slice(0, 7)).toEqual(Array(7).fill("404 not_found"));
    expect(said[7]).toBe("400 validation_error");
    expect(said.slice(8)).toEqual(Array(3).fill("403 not_in_room"));
  });

  it("hears nothing on the live stream", async () => {
    const live = async (role: Role) => {
      const response = await fetch(`${server.url}/api/realtime/v1/stream`, {
        headers: { cookie: people[role].cookie, "x-client-info": "gum-web" },
      });
      const stream = readEvents(response.body!);
      const { event } = await stream.until(({ type }) => type === "hello");
      const { stream: id } = event as StreamEvent & { type: "hello" };
      const json = {
        stream: id,
        serial: 0,
        posts: [secret.id, open.id],
        apps: [],
        everyone: true,
        lists: lists[role] ? [lists[role]] : [],
        fresh: [secret.id],
      };
      const { items } = await must<{ items: { postId: string }[] }>(role, "PUT", "/realtime/v1/watch", json);
      return { ...stream, items };
    };
    const [stranger, follower] = [await live("stranger"), await live("follower")];
    expect([stranger.items.length, follower.items.length]).toEqual([0, 1]);
    const post = await must<Post>("owner", "POST", "/v1/posts", { body: "only for followers" });
    await must("follower", "POST", `/posts/${secret.id}/replies`, { body: "an answer" });
    await must("follower", "POST", `/posts/${secret.id}/emojis`, { emoji: "🎉", on: true });
    await must("owner", "PUT", `/rooms/${room.id}/card`, { title: `${SECRET} new card` });
    await follower.until((event) => event.type === "post" && event.id === post.id);
    await follower.until((event) => event.type === "reply" && event.parentId === secret.id);
    await follower.until(
      (event) => event.type === "counts" && event.postId === secret.id && "🎉" in event.emojis,
    );
    await follower.until((event) => event.type === "card" && event.postId === secret.id);
    // What follows is heard, so what came before would have been, too.
    const marker = await must<Post>("other", "POST", "/v1/posts", { body: "a marker" });
    await must("other", "POST", `/posts/${open.id}/replies`, { body: "a marker" });
    await must("other", "POST", "/v1/reactions", { postId: open.id, action: "like" });
    await stranger.until((event) => event.type === "post" && event.id === marker.id);
    await stranger.until((event) => event.type === "reply" && event.parentId === open.id);
    await stranger.until((event) => event.type === "counts" && event.postId === open.id);
    const heard = JSON.stringify(stranger.events);
    for (const hidden of [post.id, secret.id, people.owner.id, SECRET]) expect(heard).not.toContain(hidden);
    await Promise.all([stranger.close(), follower.close()]);
  });
});

describe("somebody who does not see a post any more", () => {
  it("takes back what they did with it", async () => {
    const counts = async () => (await must<Post>("owner", "GET", `/posts/${secret.id}`)).counts;
    const before = await counts();
    const unlike = { postId: secret.id, action: "unlike" };
    for (let i = 0; i < 2; i++) {
      const { status } = await ask("removed", "POST", "/api/v1/reactions", unlike);
      expect(status).toBe(i === 0 ? 200 : 404);
    }
    expect(await counts()).toEqual({ ...before, likes: before.likes - 1 });
    const again = { postId: secret.id, action: "like" };
    expect((await ask("removed", "POST", "/api/v1/reactions", again)).status).toBe(404);
  });
});

describe("posts of a private person", () => {
  it("are not shared further, not even by followers", async () => {
    expect((await must<Post>("follower", "GET", `/posts/${secret.id}`)).viewer.canShare).toBe(false);
    expect((await must<Post>("owner", "GET", `/posts/${secret.id}`)).viewer.canShare).toBe(true);
    const answers = [
      await ask("follower", "POST", `/api/posts/${secret.id}/repost`),
      await ask("follower", "POST", "/api/v1/posts", { body: "look", quote: secret.id }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([403, "private_account"]),
    );
  });

  it("do not notify whom they mention, unless that is a follower", async () => {
    const body = `${SECRET} @private_stranger @private_follower`;
    const post = await must<Post>("owner", "POST", "/v1/posts", { body });
    const about = async (role: Role) =>
      (await must<NotificationPage>(role, "GET", "/v1/notifications")).items.filter(
        ({ post: of }) => of?.id === post.id,
      );
    expect(await about("stranger")).toEqual([]);
    expect((await about("follower")).map(({ kind }) => kind)).toEqual(["mention"]);
    await must("owner", "DELETE", `/posts/${post.id}`);
  });

  it("are in no sitemap and no feed, and the profile is not indexed", async () => {
    const sitemap = await ask("guest", "GET", "/sitemap.xml");
    expect(sitemap.text).toContain(open.id);
    for (const id of [secret.id, reply.id, people.owner.id]) expect(sitemap.text).not.toContain(id);
    expect((await ask("guest", "GET", `/profile/${people.owner.id}/feed.xml`)).status).toBe(404);
    const page = await ask("guest", "GET", `/profile/${people.owner.id}`);
    expect(page.text).toContain("noindex");
    expect(page.text).toContain("This account is private");
  });
});
