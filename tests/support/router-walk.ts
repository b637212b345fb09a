/** Walks through an app of `routers.ts`, in a tab where a server answers every path with the page, or in a frame. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "playwright";
import { expect } from "vitest";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import type { Files } from "./sandbox-stage";

/** What is shown, and where the app believes to be. */
const STATE = `document.getElementById("view")?.textContent + " at " + window.where()`;
const HOME = /^home at \/(?:#\/)?$/;
const ABOUT = /^about at \/(?:#\/)?about$/;
const ITEM = /^item 5.* at \/(?:#\/)?item\/5\?x=1$/;

/** @param frame the document that the app runs in now */
export async function walkRouter(frame: () => Promise<Frame | null>): Promise<void> {
  const shows = (what: RegExp, step: string): Promise<void> =>
    expect
      .poll(async () => (await (await frame())?.evaluate<string>(STATE).catch(() => null)) ?? null, {
        message: step,
      })
      .toMatch(what);
  const run = async (script: string): Promise<unknown> => (await frame())!.evaluate(script);
  const press = async (id: string): Promise<void> => (await frame())!.click(`#${id}`);
  await shows(HOME, "start");
  await press("about");
  await shows(ABOUT, "first link");
  await press("item");
  await shows(ITEM, "second link");
  await run("history.back()");
  await shows(ABOUT, "back");
  await run("history.forward()");
  await shows(ITEM, "forward");
  // Without an argument it is a reload.
  await run("window.isOld = true; setTimeout(() => history.go())");
  await expect
    .poll(async () => (await frame())?.evaluate("!window.isOld && Boolean(window.where)").catch(() => false))
    .toBe(true);
  await shows(ITEM, "reload");
  await run("history.back()");
  await shows(ABOUT, "back after a reload");
  await run("history.back()");
  await shows(HOME, "back to the start");
}

/** A static host for a single-page app. */
export async function serveApp(files: Files): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url!, "http://x").pathname.slice(1);
    const found = files[name] === undefined ? "index.html" : name;
    response.writeHead(200, { "content-type": typeOfFile(found) }).end(files[found]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function frameOf(page: Page): Promise<Frame | null> {
  return (await page.$("#place iframe"))?.contentFrame() ?? null;
}
