/** The message for an uncaught value. */
import { unbuiltKind } from "@/lib/package/unbuilt-source";
import { toVirtual } from "@/lib/sandbox/frame/inside/files";
import { asText } from "@/lib/sandbox/frame/inside/platform/console";

const MESSAGE_CHARS = 1_000;
/** The browser's prefix for errors in inline scripts, because the page comes from document.write. */
const WRITE_PREFIX = /^Failed to execute 'write' on 'Document': /;
/** The specification's text for an error without a message. */
const UNKNOWN_ERROR = "Unknown error";
/** The browser's message for an error in a script from another origin. */
const MUTED_ERROR = /^Script error\.?$/;

/** Names of what browsers give to isolated pages alone, which no frame of an app is. */
const ISOLATION =
  /SharedArrayBuffer|cross[- ]?origin[- ]?isolat|cross-origin-(?:opener|embedder)|\bpthreads?\b|multi-?thread/i;
const ISOLATION_HEADERS = /\bCO[OE]P\b/;
/** Threads may also be those of a forum. */
const THREADS = /\bthreads\b/i;
const PLATFORM = /\b(?:support\w*|browsers?|wasm|webassembly|workers?|(?:un)?available|enabled?|disabled)\b/i;

interface Circumstances {
  /** Hosts of scripts that the policy has blocked. */
  missingHosts: ReadonlySet<string>;
  /** The script's virtual URL, or empty. */
  source: string;
}

export function describeFailure(thrown: unknown, { missingHosts, source }: Circumstances): string {
  const message = describe(thrown, source) || UNKNOWN_ERROR;
  const cause = causeOf(thrown, message, { missingHosts, source });
  if (cause === null) return message.slice(0, MESSAGE_CHARS);
  const addition = ` (${cause})`;
  return message.slice(0, MESSAGE_CHARS - addition.length) + addition;
}

function causeOf(thrown: unknown, message: string, { missingHosts, source }: Circumstances): string | null {
  if (needsThreads(message))
    return "no app in a frame has threads, which need SharedArrayBuffer; build it without threads";
  const { name = "" } = thrown instanceof Error ? thrown : {};
  if (name === "SyntaxError" && unbuiltKind(source)) return unbuiltText(source.replace(/^.*\//s, ""));
  if (!/^(?:Reference|Type)Error$/.test(name) || missingHosts.size === 0) return null;
  return `${[...missingHosts].join(", ")} ${missingHosts.size > 1 ? "are" : "is"} not part of the package`;
}

const needsThreads = (message: string): boolean =>
  ISOLATION.test(message) ||
  ISOLATION_HEADERS.test(message) ||
  (THREADS.test(message) && PLATFORM.test(message));

/** The message for a script that browsers do not run; the same as in the check of an upload. */
export function unbuiltText(file: string): string {
  const playground = unbuiltKind(file) === "code" ? ", or open it in the playground, which builds it" : "";
  return `${file} is source, which no browser runs. Upload the folder that the build makes, such as dist${playground}`;
}

function describe(thrown: unknown, source: string): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message.replace(WRITE_PREFIX, "")}`;
  if (thrown instanceof Event) return describeEvent(thrown);
  if (typeof thrown === "string" && MUTED_ERROR.test(thrown))
    return `An error in ${source || "a script"}, which the browser does not explain`;
  const { message } = (typeof thrown === "object" && thrown !== null ? thrown : {}) as { message?: unknown };
  if (typeof message === "string" && message) return message;
  try {
    const text = String(thrown);
    return text.startsWith("[object ") ? asText(thrown) : text;
  } catch {
    return UNKNOWN_ERROR;
  }
}

/** Loaders reject with the error event of the resource. */
function describeEvent(event: Event): string {
  const target = event.target as {
    localName?: string;
    src?: unknown;
    href?: unknown;
    error?: unknown;
  } | null;
  const url = toVirtual(target?.src || target?.href);
  if (event instanceof ErrorEvent && event.message) return event.message;
  if (typeof url === "string" && url) return `${url} could not be loaded`;
  const name = target?.localName ? `<${target.localName}>` : (target?.constructor?.name ?? "something");
  return `An event "${event.type}" of ${name}`;
}

/** Compiled code leaves its `main` by throwing a word, and goes on with the next frame: an error is an object, or a sentence. */
export const leavesTheStack = (thrown: unknown): boolean =>
  typeof thrown === "string" && /^\w+$/.test(thrown);

/**
 * The browser has refused something that needs a press or a permission, such as to play a sound, or has broken it off. Pages
 * go on after that, in a tab too.
 */
export function isRefusedByBrowser(reason: unknown): reason is DOMException {
  return (
    reason instanceof DOMException && (reason.name === "NotAllowedError" || reason.name === "AbortError")
  );
}
