import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Post } from "@/lib/posts/contract";
import { type ApiClient, signUpOnboarded } from "../support/api";
import sharp from "sharp";
import { hostedOf } from "../support/hosted";
import { makePackage, png, uploadForm } from "../support/apps";
import { startServer, type TestServer } from "../support/server";

/** An instance with PUBLIC_PROFILES, and what guests and crawlers get of it. What stays closed elsewhere: every-route.test.ts. */
let server: TestServer;
let mio: ApiClient;
let mioId: string;
let post: Post;
let app: App;

beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_PROFILES: "1" } });
  mio = await signUpOnboarded(server, "guests_mio");
  const bio = "Bakes <b>bread</b> & apps";
  mioId = (await mio.must<{ data: { id: string } }>("PATCH", "/v2/users/me", { bio })).data.id;
  app = await mio.must<App>("POST", "/apps", uploadForm({ gumFile: await makePackage({ name: "Oven" }) }));
  app = await mio.must<App>("PATCH", `/apps/${app.id}/publish`, { isPublic: true });
  const body = "Fresh </script><script>alert(1)</script> bread #baking";
  post = await mio.must<Post>("POST", "/v1/posts", { kind: "text", body, appRef: { appId: app.id } });
  await mio.must("POST", `/posts/${post.id}/comments`, { content: "Still warm" });
});
afterAll(() => server?.dispose());

const get = (path: string) => fetch(server.url + path, { redirect: "manual" });
const text = async (path: string) => (await get(path)).text();

it("shows a post with its replies, its preview and its structured data", async () => {
  const html = await text(`/post/${post.id}`);
  expect(html).toContain("Still warm");
  expect(html).toContain(
    `<meta property="og:image" content="${server.url}${post.app!.iconUrl.replaceAll("&", "&amp;")}"`,
  );
  expect(html).toContain(`<link rel="canonical" href="${server.url}/post/${post.id}"`);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!);
  expect(data).toMatchObject({ "@type": "SocialMediaPosting", articleBody: post.body });
  expect(html).not.toContain("<script>alert(1)");
  expect((await get(post.app!.iconUrl)).status).toBe(200);
});

it("shows a video and a sound with the browser's own controls, and the poster in previews", async () => {
  const recording = async (name: string, title: string) => {
    const id = crypto.randomUUID();
    const form = new FormData();
    const file = readFileSync(new URL(`../support/recordings/${name}`, import.meta.url));
    form.set("file", new File([new Uint8Array(file)], name));
    form.set("title", title);
    form.set("poster", new File([new Uint8Array(await png(64, 48))], "poster"));
    await mio.must("PUT", `/v1/recordings/${id}`, form);
    const media = [{ id, alt: `What ${title} is` }];
    const made = await mio.must<Post>("POST", "/v1/posts", { kind: "text", body: title, media });
    return { html: await text(`/post/${made.id}`), media: made.media[0]! };
  };
  const video = await recording("silent.webm", "Waves");
  const tag = /<video[^>]*>/.exec(video.html)![0];
  for (const part of [
    ` src="${video.media.url}"`,
    ' aria-label="What Waves is"',
    " controls",
    ' preload="none"',
  ])
    expect(tag).toContain(part);
  expect(tag).not.toContain("autoplay");
  const poster = video.media.playback!.posterUrl!;
  expect(tag).toContain(` poster="${poster}"`);
  expect(video.html).toContain(`<meta property="og:image" content="${server.url}${poster}"`);
  const sound = await recording("sound.opus", "Rain");
  expect(/<audio[^>]*>/.exec(sound.html)![0]).toContain(
    ` src="${sound.media.url}" aria-label="Rain" controls`,
  );
});

it("marks what an app shows in a post as the app's words, and previews its picture", async () => {
  const shared = await makePackage({ name: "Votes", room: true });
  const votes = await mio.must<App>("POST", "/apps", uploadForm({ gumFile: shared }));
  await mio.must("PATCH", `/apps/${votes.id}/publish`, { isPublic: true });
  const { id } = await mio.must<Post>("POST", "/v1/posts", {
    kind: "text",
    body: "Lunch?",
    appRef: { appId: votes.id },
  });
  const room = await mio.must<{ id: string }>("POST", `/posts/${id}/room`);
  const data = (
    await sharp({ create: { width: 32, height: 24, channels: 3, background: "#486" } })
      .png()
      .toBuffer()
  ).toString("base64");
  await mio.must("PUT", `/rooms/${room.id}/card`, { title: "Curry wins", image: { data, alt: "A bowl" } });
  const html = await text(`/post/${id}`);
  const [, label, words] = /role="group" aria-label="([^"]*Votes[^"]*)"[^>]*>([\s\S]*?)<\/div>/.exec(html)!;
  expect(label).toMatch(/From Votes|Votes の表示/);
  expect(words).toContain("Curry wins");
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)![1]!;
  expect(picture).toContain(`${server.url}/api/rooms/${room.id}/card/picture`);
  const answer = await fetch(picture);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
});

it("shows a profile by id and by name, with a feed of its posts", async () => {
  for (const name of [mioId, "guests_mio"]) {
    const page = await get(`/profile/${name}`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("RSS feed");
    expect(html).toContain(`data-post="${post.id}"`);
  }
  const response = await get(`/profile/${mioId}/feed.xml`);
  expect(response.headers.get("content-type")).toContain("application/rss+xml");
  const xml = await response.text();
  expect(xml).toContain(`<link>${server.url}/post/${post.id}</link>`);
  expect(xml).not.toContain("<script>");
  expect((await get("/profile/nobody_here")).status).toBe(404);
  expect((await get("/profile/nobody_here/feed.xml")).status).toBe(404);
  expect((await get(`/profile/${mioId}?after=x`)).status).toBe(404);
});

it("leads guests from an app to its shared page", async () => {
  const response = await get(`/apps/${app.id}`);
  expect(response.headers.get("location")).toBe(`/app/share/${app.shareId}`);
});

it("shows the rating and reviews of a shared app, and has them in its structured data", async () => {
  const kai = await signUpOnboarded(server, "guests_kai");
  await kai.must("POST", `/apps/${app.id}/runs`, {});
  await kai.must("PUT", `/apps/${app.id}/reviews/mine`, { stars: 4, text: "Crisp crust" });
  const html = await text(`/app/share/${app.shareId}`);
  expect(html).toContain("Crisp crust");
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!);
  expect(data.aggregateRating).toMatchObject({ ratingValue: 4, ratingCount: 1, bestRating: 5 });
  const list = await get(`/api/apps/${app.id}/reviews`);
  expect(await list.json()).toMatchObject({
    items: [{ stars: 4, viewer: { helpful: false } }],
    nextCursor: null,
  });
});

it("shows a public collection with its apps and its preview, and no private one", async () => {
  const words = { title: "Weekend <i>baking</i>", description: "Warm & slow" };
  const { id } = await mio.must<{ id: string }>("POST", "/v1/collections", words);
  await mio.must("PUT", `/v1/collections/${id}/apps/${app.id}`, { note: "Start here" });
  const html = await text(`/collections/${id}`);
  for (const part of ["Weekend &lt;i&gt;baking", "Start here", `/app/share/${app.shareId}`])
    expect(html).toContain(part);
  expect(html).toContain('property="og:description" content="Warm &amp; slow"');
  expect(await (await get(`/api/v1/collections/${id}/apps`)).json()).toMatchObject({
    items: [{ app: { id: app.id, packageUrl: expect.stringContaining(app.shareId!) }, note: "Start here" }],
  });
  await mio.must("PATCH", `/v1/collections/${id}`, { isPublic: false });
  for (const path of [`/collections/${id}`, `/api/v1/collections/${id}`, "/collections/x"])
    expect((await get(path)).status, path).toBe(404);
  expect((await get("/collections")).headers.get("location")).toBe("/login");
});

it("answers oEmbed for posts, people and shared apps, and for nothing else", async () => {
  const ask = async (url: string, more = "") => {
    const response = await get(`/api/oembed?url=${encodeURIComponent(url)}${more}`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const rich = await ask(`${server.url}/post/${post.id}`, "&maxwidth=300");
  expect(rich.body).toMatchObject({ version: "1.0", type: "rich", author_name: "guests_mio", width: 300 });
  expect(rich.body.html).not.toContain("<script>");
  expect((await ask(`${server.url}/profile/guests_mio`)).body).toMatchObject({ type: "rich" });
  expect((await ask(app.shareUrl!)).body).toMatchObject({ type: "link", title: "Oven" });
  const { id } = await mio.must<{ id: string }>("POST", "/v1/collections", { title: "Crusts" });
  await mio.must("PUT", `/v1/collections/${id}/apps/${app.id}`, {});
  expect(await text(`/collections/${id}`)).toContain(
    `/api/oembed?url=${encodeURIComponent(`${server.url}/collections/${id}`)}`,
  );
  expect((await ask(`${server.url}/collections/${id}`)).body).toMatchObject({
    type: "link",
    title: "Crusts",
    author_name: "guests_mio",
    thumbnail_url: expect.stringContaining(server.url),
  });
  await mio.must("PATCH", `/v1/collections/${id}`, { isPublic: false });
  expect((await ask(`${server.url}/collections/${id}`)).status).toBe(404);
  expect((await ask(`${server.url}/collections`)).status).toBe(404);
  expect((await ask(`https://elsewhere.example/post/${post.id}`)).status).toBe(404);
  expect((await ask(`${server.url}/timeline`)).status).toBe(404);
  expect((await ask(`${server.url}/profile/%E0%A4%A`)).status).toBe(404);
  expect((await ask("no address")).status).toBe(400);
  expect((await ask(`${server.url}/post/${post.id}`, "&format=xml")).status).toBe(400);
});

it("names to search engines what is open", async () => {
  const collect = async (title: string, isPublic: boolean, apps: App[]) => {
    const { id } = await mio.must<{ id: string }>("POST", "/v1/collections", { title, isPublic });
    for (const each of apps) await mio.must("PUT", `/v1/collections/${id}/apps/${each.id}`, {});
    return `/collections/${id}`;
  };
  const [open, ...closed] = [
    await collect("Open", true, [app]),
    await collect("Mine", false, [app]),
    await collect("Empty", true, []),
  ];
  const sitemap = await text("/sitemap.xml");
  for (const url of [`/profile/${mioId}`, `/post/${post.id}`, `/app/share/${app.shareId}`, open])
    expect(sitemap).toContain(`<loc>${server.url}${url}</loc>`);
  for (const url of closed) expect(sitemap).not.toContain(url);
  await mio.must("PATCH", "/v2/users/me/preferences", { unlisted: true });
  expect(await text("/sitemap.xml")).not.toContain(open);
  await mio.must("PATCH", "/v2/users/me/preferences", { unlisted: false });
  const robots = await text("/robots.txt");
  expect(robots).toContain("Allow: /profile/");
  expect(robots).toContain("Allow: /collections/");
  // The picture of a collection's preview.
  expect(await text(open!)).toContain(`/api/apps/${app.id}/icon`);
  expect(robots).toContain("Allow: /api/apps/*/icon");
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
});

it("keeps everything else closed", async () => {
  for (const path of ["/timeline", "/profile/me", `/post/${post.id}/likes`, "/apps", `/apps/${app.id}/run`])
    expect((await get(path)).headers.get("location"), path).toBe("/login");
  for (const path of ["/api/v1/timeline", `/api/users/${mioId}`, `/api/posts/${post.id}/comments`])
    expect((await get(path)).status, path).toBe(401);
  await mio.must("DELETE", `/posts/${post.id}`);
  expect((await get(`/post/${post.id}`)).status).toBe(404);
});

it("has public addresses of pictures and apps in the hosted buckets", async () => {
  const { url } = await hostedOf(server);
  const object = (path: string) => fetch(`${url}/storage/v1/object/public/${path}`);
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#aa3322" } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(picture)], "a.png", { type: "image/png" });
  const form = () => {
    const made = new FormData();
    made.set("file", file);
    return made;
  };
  await mio.must("PUT", "/v2/users/me/avatar", form());
  const avatar = await object(`avatars/${mioId}/avatar.png`);
  expect([avatar.status, avatar.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(avatar.headers.get("access-control-allow-origin")).toBe("*");
  const cached = await fetch(avatar.url, { headers: { "if-none-match": avatar.headers.get("etag")! } });
  expect(cached.status).toBe(304);
  const small = await fetch(`${url}/storage/v1/render/image/public/avatars/${mioId}/avatar.png?width=20`);
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(20);

  const { id } = await mio.must<{ id: string }>("POST", "/media", form());
  const path = `media/${mioId}/${id}.webp`;
  expect((await object(path)).status).toBe(404);
  const shown = await mio.must<Post>("POST", "/v1/posts", { kind: "text", body: "Bread", media: [id] });
  expect((await object(path)).status).toBe(200);
  await mio.must("PATCH", `/posts/${shown.id}`, { body: "Bread", warning: "Crumbs" });
  expect((await object(path)).status).toBe(404);

  expect((await object(`apps/${app.id}/icon.webp`)).status).toBe(200);
  expect((await object(`apps/${app.id}/package.gum`)).status).toBe(401);
  expect((await object(`apps/${app.shareId}/package.gum`)).headers.get("content-disposition")).toContain(
    "package.gum",
  );
  for (const none of [`files/${mioId}/a`, `avatars/${mioId}/banner.png`, `apps/${mioId}/icon.webp`, "x/y"])
    expect((await object(none)).status, none).toBe(404);
});

it("tells crawlers to pass by the pages of people who hide from search", async () => {
  const robots = '<meta name="robots" content="noindex, nofollow"';
  const { id } = await mio.must<Post>("POST", "/v1/posts", { kind: "text", body: "Baked for friends" });
  const pages = [`/profile/${mioId}`, `/post/${id}`];
  for (const page of pages) {
    expect((await get(page)).status).toBe(200);
    expect(await text(page)).not.toContain(robots);
  }
  await mio.must("PATCH", "/v2/users/me/preferences", { unlisted: true });
  for (const page of pages) expect(await text(page)).toContain(robots);
  await mio.must("PATCH", "/v2/users/me/preferences", { unlisted: false });
});

it("shows the thread of a post and what a reply replies to, and of those no more than other pages do", async () => {
  const say = (as: ApiClient, body: string, parent?: Post) =>
    as.must<Post>("POST", parent ? `/posts/${parent.id}/replies` : "/v1/posts", { body });
  const shown = async ({ id }: Post) => {
    const html = await text(`/post/${id}`);
    const posts = [...html.matchAll(/ data-post="([^"]+)"(?: data-place="(\w+)")?/g)];
    return { html, posts: posts.map(([, post, place]) => [post, place]) };
  };
  const yui = await signUpOnboarded(server, "guests_yui");
  const start = await say(mio, "Kneading is the start");
  const next = await say(mio, "Resting comes next", start);
  const last = await say(mio, "Baking comes last", next);
  const question = await say(yui, "How long does it rest?", start);
  const answer = await say(mio, "An hour", question);

  const thread = await shown(start);
  expect(thread.posts).toEqual([
    [start.id, undefined],
    [next.id, "above"],
    [last.id, "thread"],
  ]);
  expect(thread.html).toContain(`data-comment="${question.id}"`);
  expect(thread.html).not.toContain(`data-comment="${next.id}"`);
  const reply = await shown(answer);
  expect(reply.posts).toEqual([
    [start.id, "above"],
    [question.id, "above"],
    [answer.id, undefined],
  ]);
  expect(await text("/profile/guests_mio")).toMatch(/Show this thread|このスレッドを表示/);

  // What moderators label is collapsed, here as well.
  const { query } = server.database;
  await query("UPDATE posts SET label = 'spam' WHERE id = $1", [next.id]);
  const labelled = (await shown(start)).html.split(`data-post="${next.id}"`)[1]!;
  expect(labelled.indexOf("<details")).toBeGreaterThan(0);
  expect(labelled.indexOf("<details")).toBeLessThan(labelled.indexOf("Resting comes next"));

  // Search engines do not index a page with what somebody wrote who hides from search.
  const robots = '<meta name="robots" content="noindex, nofollow"';
  const quote = await mio.must<Post>("POST", "/v1/posts", { body: "Asked", quote: question.id });
  for (const { html } of [reply, await shown(quote)]) expect(html).not.toContain(robots);
  await yui.must("PATCH", "/v2/users/me/preferences", { unlisted: true });
  for (const post of [answer, quote]) expect((await shown(post)).html).toContain(robots);
  await yui.must("PATCH", "/v2/users/me/preferences", { unlisted: false, isPrivate: true });
  const closed = await shown(answer);
  expect(closed.posts).toEqual([[answer.id, undefined]]);
  expect(closed.html).toMatch(/The post that this replies to is not available|返信先の投稿は表示できません/);
  for (const { html } of [closed, await shown(start)]) expect(html).not.toContain("How long");
  expect((await get(`/post/${question.id}`)).status).toBe(404);

  await mio.must("DELETE", `/posts/${last.id}`);
  expect((await shown(start)).posts.map(([id]) => id)).toEqual([start.id, next.id]);
  await mio.must("PATCH", "/v2/users/me/preferences", { isPrivate: true });
  expect((await get(`/post/${start.id}`)).status).toBe(404);
  await mio.must("PATCH", "/v2/users/me/preferences", { isPrivate: false });
});
