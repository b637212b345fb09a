/** Errors that nobody caught, for the message with "Try again", and what the policy blocked, for the terminal. */
import { sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { addressBehind } from "@/lib/sandbox/frame/inside/files";
import { REFUSED } from "@/lib/sandbox/frame/inside/network/refusals";
import { realm } from "@/lib/sandbox/frame/inside/realm";

/** A page that throws at each frame tells it a few times, not forever. */
const PROBLEMS_MAX = 20;
const VIOLATIONS_MAX = 50;
const SEEN = "canvas,img,svg,video,audio,input,button,select,textarea,iframe,object,progress,meter";
let problems = 0;
let violations = 0;

/** True where the page shows nothing to see or press. */
export function isBlank(): boolean {
  const body = document.body;
  if (!body) return true;
  return !body.querySelector(SEEN) && !body.innerText.trim() && !hasBackground(body);
}

function hasBackground(body: HTMLElement): boolean {
  return [body, ...body.querySelectorAll("*")].slice(0, 200).some((element) => {
    return element.shadowRoot !== null || getComputedStyle(element).backgroundImage !== "none";
  });
}

export function report(
  kind: "start" | "error" | "rejection",
  thrown: unknown,
  where: { source?: string; line?: number; event?: Event } = {},
): void {
  problems += 1;
  if (problems > PROBLEMS_MAX) return;
  const message = describe(thrown);
  const stack = thrown instanceof Error ? (thrown.stack ?? "").slice(0, 2_000) : "";
  const told = {
    type: "problem",
    kind,
    message,
    stack,
    line: where.line || 0,
    source: where.source ?? "",
  } as const;
  // Whether it left the page blank is known when the page had its chance to draw.
  const wait = document.readyState === "complete" ? 0 : 400;
  if (kind === "start") sendToHost({ ...told, blank: true });
  else
    realm.setTimeout(() => {
      // By now the page has had its own word: what it dealt with is no problem.
      if (!where.event?.defaultPrevented) sendToHost({ ...told, blank: isBlank() });
    }, wait);
}

/** The same for what another engine threw: its text and stack as they are. */
export function reportAs(kind: "start" | "error", message: string, stack: string): void {
  problems += 1;
  if (problems > PROBLEMS_MAX) return;
  const told = { kind, message: message.slice(0, 1_000), stack: stack.slice(0, 2_000), source: "", line: 0 };
  sendToHost({ type: "problem", ...told, blank: kind === "start" || isBlank() });
}

/** What the browser says before a mistake in an inline script: the page was written. */
const WRITTEN = /^Failed to execute 'write' on 'Document': /;

/** The specification's words for an error that says nothing. */
const UNKNOWN = "Unknown error";

function describe(thrown: unknown): string {
  if (thrown instanceof Error)
    return `${thrown.name}: ${thrown.message.replace(WRITTEN, "")}`.slice(0, 1_000);
  try {
    return String(thrown).slice(0, 1_000) || UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** Anew after each `document.open`. */
export function watchProblems(): void {
  window.addEventListener("error", (event) => {
    if (!(event instanceof ErrorEvent)) return;
    // Browsers say this where a layout could not settle in one frame; it is no fault of the app.
    if (event.message.startsWith("ResizeObserver loop")) return;
    report("error", event.error ?? event.message, {
      source: addressBehind(event.filename),
      line: event.lineno,
      event,
    });
  });
  window.addEventListener("unhandledrejection", (event) => {
    // A counter of visits that nobody waits for was refused: the console says so, the app goes on.
    if (event.reason instanceof Error && event.reason.message.startsWith(REFUSED)) return;
    report("rejection", event.reason, { event });
  });
  document.addEventListener("securitypolicyviolation", (event) => {
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
