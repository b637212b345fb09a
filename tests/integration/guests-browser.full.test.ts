import AxeBuilder from "@axe-core/playwright";
import type { Browser } from "playwright";
import { afterAll, beforeAll, it } from "vitest";
import type { Post } from "@/lib/posts/contract";
import { signUpOnboarded } from "../support/api";
import { expect } from "../support/page-expect";
import { type TestServer, startServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";

/** Public profiles hold for the whole instance: a server of its own. */
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_PROFILES: "1" } });
  browser = await connectBrowser();
});
afterAll(() => server?.dispose());

it("a guest opens a reply in the middle of a thread, and reads on", async () => {
  const mio = await signUpOnboarded(server, "thread_mio");
  const posts: Post[] = [];
  for (const body of ["one", "two", "three"].map((word) => `${word} ${"of a long story\n".repeat(20)}`))
    posts.push(
      await mio.must<Post>("POST", posts.length ? `/posts/${posts.at(-1)!.id}/replies` : "/v1/posts", {
        body,
      }),
    );
  const context = await browser.newContext({ baseURL: server.url, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(`/post/${posts[1]!.id}`);
  const article = (post: Post) => page.locator(`[data-post="${post.id}"]`);
  // Below what it replies to, which is a page higher.
  await expect(article(posts[1]!).getByRole("link").first()).toBeInViewport();
  await expect(article(posts[0]!).getByRole("link").first()).not.toBeInViewport();
  const rest = page.getByRole("region", { name: "The thread goes on" });
  await expect(rest.getByRole("article")).toHaveCount(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await rest.getByText("three").scrollIntoViewIfNeeded();
  await article(posts[0]!).locator("time").click();
  await expect(page).toHaveURL(`/post/${posts[0]!.id}`);
  await expect(rest.getByRole("article")).toHaveCount(2);
  await context.close();
});
