import { expect, it } from "vitest";
import { sharedServer } from "../support/shared-server";

/** What programs ask any site for, signed in or not. */

const ask = (path: string) => fetch(sharedServer().url + path, { redirect: "manual" });

it("robots.txt keeps crawlers to the pages for guests", async () => {
  const answer = await ask("/robots.txt");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(await answer.text()).toMatch(/Allow: \/docs\n[^]*Disallow: \/\n/);
});

it("password managers find where the password is changed", async () => {
  const answer = await ask("/.well-known/change-password");
  expect(answer.status).toBe(307);
  expect(answer.headers.get("location")).toBe("/settings#security");
});

it.each([
  "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
  "/favicon-of-nobody.ico",
  "/_next/static/of-another-build.js",
])("%s is nothing, and no way to sign in", async (path) => {
  const answer = await ask(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("location")).toBeNull();
});
