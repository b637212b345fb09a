import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Post } from "@/lib/posts/contract";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, uploadForm } from "../support/apps";
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
  expect((await ask(`https://elsewhere.example/post/${post.id}`)).status).toBe(404);
  expect((await ask(`${server.url}/timeline`)).status).toBe(404);
  expect((await ask(`${server.url}/profile/%E0%A4%A`)).status).toBe(404);
  expect((await ask("no address")).status).toBe(400);
  expect((await ask(`${server.url}/post/${post.id}`, "&format=xml")).status).toBe(400);
});

it("names to search engines what is open", async () => {
  const sitemap = await text("/sitemap.xml");
  for (const url of [`/profile/${mioId}`, `/post/${post.id}`, `/app/share/${app.shareId}`])
    expect(sitemap).toContain(`<loc>${server.url}${url}</loc>`);
  const robots = await text("/robots.txt");
  expect(robots).toContain("Allow: /profile/");
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
