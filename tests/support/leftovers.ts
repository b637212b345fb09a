import type { ShellPage } from "./sandbox-stage";

/** From now on the page knows how many object URLs it has made and not given back. */
export function countObjectUrls(): void {
  const open = new Set<string>();
  Object.assign(window, { openObjectUrls: open });
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object: Blob) => {
    const url = createObjectURL.call(URL, object);
    open.add(url);
    return url;
  };
  URL.revokeObjectURL = (url: string) => {
    open.delete(url);
    revokeObjectURL.call(URL, url);
  };
}

/** What of runs lives in the shell's page, after its garbage is gone. The spare frame is waited for: it is meant to stay. */
export async function counterOf({ page }: ShellPage): Promise<() => Promise<Record<string, number>>> {
  const devtools = await page.context().newCDPSession(page);
  const objectOf = async (expression: string): Promise<string> =>
    (await devtools.send("Runtime.evaluate", { expression })).result.objectId!;
  const alive = async (name: string): Promise<number> => {
    const prototypeObjectId = await objectOf(`${name}.prototype`);
    const { objects } = await devtools.send("Runtime.queryObjects", { prototypeObjectId });
    // Counted there: whatever comes over here would be kept alive by it.
    const { result } = await devtools.send("Runtime.callFunctionOn", {
      objectId: objects.objectId!,
      functionDeclaration: "function () { return this.length }",
      returnByValue: true,
    });
    for (const objectId of [objects.objectId!, prototypeObjectId])
      await devtools.send("Runtime.releaseObject", { objectId });
    return result.value as number;
  };
  const listeners = async (target: string): Promise<number> => {
    const objectId = await objectOf(target);
    return (await devtools.send("DOMDebugger.getEventListeners", { objectId })).listeners.length;
  };
  return async () => {
    await page.waitForFunction(() =>
      document.querySelector("#gum-frame-parking")?.shadowRoot?.querySelector("iframe"),
    );
    await devtools.send("HeapProfiler.collectGarbage");
    return {
      frames: page.frames().length - 1,
      elements: await page.evaluate(() => document.querySelectorAll("*").length),
      workers: page.workers().length,
      ports: await alive("MessagePort"),
      controllers: await alive("AbortController"),
      iframes: await alive("HTMLIFrameElement"),
      onWindow: await listeners("window"),
      onDocument: await listeners("document"),
      onElements: (
        await Promise.all(["document.body", "document.querySelector('#place')"].map(listeners))
      ).reduce((sum, count) => sum + count),
      objectUrls: await page.evaluate(
        () => (window as unknown as { openObjectUrls: Set<string> }).openObjectUrls.size,
      ),
    };
  };
}
