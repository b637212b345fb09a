/** Reports uncaught errors, for the message with "Try again", and policy violations, for the terminal. */
import { sendToHost } from "@/lib/sandbox/frame/inside/channel";
import {
  describeFailure,
  isRefusedByBrowser,
  leavesTheStack,
  unbuiltText,
} from "@/lib/sandbox/frame/inside/platform/failures";
import { fileAt, sourceUrlOf, withVirtualUrls } from "@/lib/sandbox/frame/inside/files";
import { unbuiltKind } from "@/lib/package/unbuilt-source";
import { REFUSED } from "@/lib/sandbox/frame/inside/network/refusals";
import { appConsole, realm } from "@/lib/sandbox/frame/inside/realm";
import { outsideHost } from "@/lib/sandbox/protocol/violation-text";

/** Limits the reports of a page that throws in every animation frame. */
const PROBLEMS_MAX = 20;
const VIOLATIONS_MAX = 50;
const VISIBLE_ELEMENTS =
  "canvas,img,svg,video,audio,input,button,select,textarea,iframe,object,progress,meter";
let problems = 0;
let violations = 0;
/** Of scripts that the policy has blocked: what they define is missing. */
const missingHosts = new Set<string>();

/** Whether the page shows nothing to see or click. */
export function isBlank(): boolean {
  const body = document.body;
  if (!body) return true;
  return !body.querySelector(VISIBLE_ELEMENTS) && !body.innerText.trim() && !hasBackground(body);
}

function hasBackground(body: HTMLElement): boolean {
  return [body, ...body.querySelectorAll("*")].slice(0, 200).some((element) => {
    return element.shadowRoot !== null || getComputedStyle(element).backgroundImage !== "none";
  });
}

export function report(
  kind: "start" | "error" | "rejection",
  thrown: unknown,
  details: { source?: string; line?: number; event?: Event } = {},
): void {
  problems += 1;
  if (problems > PROBLEMS_MAX) return;
  const send = (blank: boolean): void =>
    sendToHost({
      type: "problem",
      kind,
      message: describeFailure(thrown, { missingHosts, source: details.source ?? "" }),
      stack: thrown instanceof Error ? withVirtualUrls(thrown.stack ?? "").slice(0, 2_000) : "",
      line: details.line || 0,
      source: details.source ?? "",
      blank,
    });
  if (kind === "start") return send(true);
  // Gives the page time to render before checking whether it is blank, and the browser to report what it has
  // blocked.
  const delay = document.readyState === "complete" ? 0 : 400;
  realm.setTimeout(() => {
    // By now the app's handlers have run; an error that they handled is not reported.
    if (details.event?.defaultPrevented) return;
    const blank = isBlank();
    if (kind === "error" && leavesTheStack(thrown) && !blank) appConsole.warn(`Uncaught ${String(thrown)}`);
    else send(blank);
  }, delay);
}

/** Reports an error of another JavaScript engine, with its message and stack as given. */
export function reportForeign(kind: "start" | "error", message: string, stack: string): void {
  problems += 1;
  if (problems > PROBLEMS_MAX) return;
  sendToHost({
    type: "problem",
    kind,
    message: message.slice(0, 1_000),
    stack: stack.slice(0, 2_000),
    source: "",
    line: 0,
    blank: kind === "start" || isBlank(),
  });
}

/** Browsers refuse a module by its media type, of which only their own console says something. */
function reportUnbuilt(target: EventTarget | null): void {
  if (!(target instanceof HTMLScriptElement)) return;
  const file = fileAt(target.src);
  if (file !== null && unbuiltKind(file)) report("error", unbuiltText(file), { source: target.src });
}

/** Called again after each `document.open`. */
export function watchProblems(): void {
  window.addEventListener("error", (event) => {
    if (!(event instanceof ErrorEvent)) return;
    // A benign warning of browsers: a layout did not settle within one frame.
    if (event.message.startsWith("ResizeObserver loop")) return;
    report("error", event.error ?? event.message, {
      source: sourceUrlOf(event.filename),
      line: event.lineno,
      event,
    });
  });
  window.addEventListener("error", ({ target }) => reportUnbuilt(target), true);
  window.addEventListener("unhandledrejection", (event) => {
    // A blocked request that the app does not await, e.g. analytics: it is in the console, and the app goes on.
    if (event.reason instanceof Error && event.reason.message.startsWith(REFUSED)) return;
    if (isRefusedByBrowser(event.reason)) {
      // It says so in its own console, and this goes to the terminal.
      if (!event.defaultPrevented) appConsole.warn(event.reason.message);
      return;
    }
    report("rejection", event.reason, { event });
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    const host = outsideHost(event.blockedURI);
    if (host !== null && /^script-src/.test(event.effectiveDirective)) missingHosts.add(host);
    violations += 1;
    if (violations > VIOLATIONS_MAX) return;
    sendToHost({
      type: "violation",
      directive: event.effectiveDirective,
      uri: event.blockedURI.slice(0, 500),
      source: event.sourceFile.slice(0, 500),
    });
  });
}
