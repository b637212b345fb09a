import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as Archive from "@/lib/package/archive";
import type * as OpenPackage from "@/lib/package/open-package";
import type * as Errors from "@/lib/package/package-error";
import { inspectFiles } from "@/lib/package/inspect-files";
import { packFiles } from "@/lib/package/open-package";
import { DEFAULT_PACKAGE_LIMITS } from "@/lib/package/limits";
import { BROKEN_ARCHIVES, SMALL_LIMITS } from "../support/broken-archives/all";
import { archiveBytes } from "../support/broken-archives/case";
import { bundleForBrowser } from "../support/bundle";
import { packageFiles } from "../support/package-files";
import { connectBrowser } from "../support/shared-browser";

/** The package format in a real browser: what the upload form says is what the server says. */

declare const gumPackage: typeof OpenPackage & typeof Archive & typeof Errors;

const MODULES = ["lib/package/open-package.ts", "lib/package/archive.ts", "lib/package/package-error.ts"];

let browser: Browser;
let server: http.Server;
let origin: string;
/** What the server answers: path → body and policy. */
const pages = new Map<string, { body: string; policy?: string }>();

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const page = pages.get(request.url ?? "") ?? { body: "<!doctype html>" };
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    if (page.policy) response.setHeader("Content-Security-Policy", page.policy);
    response.end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await connectBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function pageWithFormat(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.addScriptTag({
    content: `globalThis.gumPackageLimits = ${JSON.stringify({ ...DEFAULT_PACKAGE_LIMITS, ...SMALL_LIMITS })}`,
  });
  await page.addScriptTag({ content: await bundleForBrowser("gumPackage", MODULES) });
  return page;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

describe("the package format in a browser", () => {
  it("refuses every broken archive with the same code, each in under a second", async () => {
    const page = await pageWithFormat();
    const archives = BROKEN_ARCHIVES.map(([, archive]) => base64(archiveBytes(archive)));
    // Of the page's thread alone: other programs want the processor, too.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => {
      const { metrics } = await devtools.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "ThreadTime")!.value;
    };
    const answers: { code: string; seconds: number }[] = [];
    for (const archive of archives) {
      const before = await spent();
      const code = await page.evaluate((archive) => {
        const bytes = Uint8Array.from(atob(archive), (character) => character.charCodeAt(0));
        let code = "accepted";
        try {
          const opened = gumPackage.openArchive(bytes);
          for (const path of opened.entries.keys()) {
            opened.read(path);
            code = `accepted ${path}`;
          }
        } catch (error) {
          code = error instanceof gumPackage.PackageError ? error.code : String(error);
        }
        return code;
      }, archive);
      answers.push({ code, seconds: (await spent()) - before });
    }
    expect(answers.map(({ code }, index) => [BROKEN_ARCHIVES[index]![0], code])).toEqual(
      BROKEN_ARCHIVES.map(([what, , code]) => [what, code]),
    );
    expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(3);
    await page.close();
  });

  it("packs the same bytes as Node", async () => {
    const files = packageFiles({
      "index.html": "<!doctype html><title>絵</title>".repeat(400),
      "絵/花.png": Uint8Array.from({ length: 5_000 }, (_, i) => (i * 31) % 251),
      "data.json": JSON.stringify(Array.from({ length: 40_000 }, (_, i) => i * i)),
      empty: "",
    });
    const page = await pageWithFormat();
    const inBrowser = await page.evaluate(
      async (entries) => {
        const decoded = entries.map(([path, content]): [string, Uint8Array] => [
          path,
          Uint8Array.from(atob(content), (character) => character.charCodeAt(0)),
        ]);
        return (await gumPackage.packFiles(new Map(decoded))).sha256;
      },
      Array.from(files, ([path, content]): [string, string] => [path, base64(content)]),
    );
    expect(inBrowser).toBe((await packFiles(files)).sha256);
    await page.close();
  });

  it("takes the hashes of handlers that the browser takes", async () => {
    const handlers = [
      `onclick="hit(1)"`,
      `onclick='hit("2")'`,
      `onclick="hit(&quot;3&quot;, &#39;x&#x27; , &apos;&lt;&gt;&nbsp;&apos;)"`,
      `onclick="hit(4) && 1 &amp;&amp; 2"`,
      `onclick = hit(5)`,
      `onclick="\r\n  hit(6);\r\n"`,
      `ONCLICK="hit('絵文字 😀 é')"`,
      `onclick="hit(8)" onclick="hit('never')"`,
      `onclick="hit('&copy;&copy=1&unknown;&hellip;&#150;&#0;')"`,
      `onclick="hit('a&b;c')"`,
      `onclick=""`,
    ];
    const buttons = handlers
      .map((handler, index) => `<button id="b${index}" ${handler}>x</button>`)
      .join("\n");
    const body = `<!doctype html><meta charset="utf-8"><script nonce="n">window.hits = []; function hit(x) { hits.push(String(x)); }</script>${buttons}`;
    const { hashes } = await inspectFiles(packageFiles({ "index.html": body }, null));
    const policy = `default-src 'none'; script-src 'nonce-n' 'unsafe-hashes' ${hashes.map((hash) => `'${hash}'`).join(" ")}`;
    pages.set("/handlers", { body, policy });
    pages.set("/none", { body, policy: "default-src 'none'; script-src 'nonce-n'" });

    const run = async (path: string) => {
      const page = await browser.newPage();
      const refused: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") refused.push(message.text());
      });
      await page.goto(`${origin}${path}`);
      const hits = await page.evaluate(() => {
        for (const button of document.querySelectorAll("button")) button.click();
        return (window as unknown as { hits: string[] }).hits;
      });
      await page.close();
      return { hits, refused };
    };
    const allowed = await run("/handlers");
    expect(allowed.refused).toEqual([]);
    expect(allowed.hits).toHaveLength(handlers.length - 1);
    const forbidden = await run("/none");
    expect(forbidden.hits).toEqual([]);
    expect(forbidden.refused.length).toBeGreaterThan(0);
  });
});
