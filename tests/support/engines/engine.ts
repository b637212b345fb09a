/** One way to drive the browsers that Playwright cannot: Debian's Firefox and WebKitGTK, the engine of Safari. */
export type EngineName = "Firefox" | "WebKit";

/** The first visible element for the selector, of that accessible name if one is given, in the page or in a frame of it. */
export interface Target {
  css: string;
  name?: string;
  /** Selector of an element around the frame. */
  frame?: string;
  /** How long it may take to appear. */
  waitMs?: number;
}

export interface EnginePage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of an async function in the page, or in a frame of it, with `args`; what it returns must be JSON. */
  run<T>(body: string, args?: unknown[], frame?: string): Promise<T>;
  click(target: Target): Promise<void>;
  /** Opens its context menu by the pointer. */
  openMenu(target: Target): Promise<void>;
  /** Moves the pointer to a point of the window, in CSS pixels. */
  point(x: number, y: number): Promise<void>;
  type(target: Target, text: string): Promise<void>;
  upload(target: Target, file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  name: EngineName;
  page(): Promise<EnginePage>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Gives a program that starts the one of that file in an environment of its own. */
  wrap?: (file: string) => string;
  /** The browser may look up names and connect ahead of need, as a person's does. */
  ahead?: boolean;
}

/** Source of a function that finds a `Target` in its document. */
export const FIND = `(({ css, name }) => {
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.type === "file" || (width > 0 && height > 0 && getComputedStyle(element).visibility !== "hidden");
  };
  const labelled = (element) =>
    (element.getAttribute("aria-labelledby") || "").split(" ").map((id) => document.getElementById(id)?.textContent || "").join(" ");
  const nameOf = (element) =>
    (element.getAttribute("aria-label") || labelled(element).trim() || element.labels?.[0]?.textContent || element.textContent || element.placeholder || "").replace(/\\s+/g, " ").trim();
  const visible = [...document.querySelectorAll(css)].filter(isVisible);
  if (name === undefined) return visible[0] ?? null;
  return visible.find((element) => nameOf(element) === name) ?? visible.find((element) => nameOf(element).includes(name)) ?? null;
})`;

/** Source of a function that finds the frame in an element, in shadow trees, too. */
export const FRAME_IN = `((css) => {
  const search = (root) => {
    for (const one of root.querySelectorAll("*")) {
      const found = one.localName === "iframe" ? one : one.shadowRoot && search(one.shadowRoot);
      if (found) return found;
    }
    return null;
  };
  const around = document.querySelector(css);
  return around && ((around.shadowRoot && search(around.shadowRoot)) ?? search(around));
})`;

/** How long one call waits in the page: less than any time limit of a driver, and few calls where the machine is busy. */
const LOOK_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Source of a function that looks again and again, in the page, and resolves with what is there, or at last with null. */
export const LOOK = `(async (look) => {
  for (const end = Date.now() + ${LOOK_MS}; ; await new Promise((resolve) => setTimeout(resolve, ${LOOK_EVERY_MS}))) {
    const found = look();
    if (found || Date.now() > end) return found || null;
  }
})`;

/** Waits in the page, or in a frame of it, until an expression is true there. @throws Error that names it */
export async function untilIn(
  page: EnginePage,
  expression: string,
  { args = [], frame, waitMs = 120_000 }: { args?: unknown[]; frame?: string; waitMs?: number } = {},
): Promise<void> {
  const look = `return ${LOOK}(() => Boolean(${expression}))`;
  const what = `${expression} ${args.length ? JSON.stringify(args) : ""}`;
  await until(() => page.run<boolean>(look, args, frame), what, waitMs);
}

/** Waits until `read` gives something true. @throws Error that names what was waited for */
export async function until<T>(read: () => Promise<T>, what: string, timeoutMs = 120_000): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + timeoutMs; Date.now() < end;) {
    try {
      const value = await read();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Waited in vain until ${what}.${last instanceof Error ? ` ${last.message}` : ""}`);
}
