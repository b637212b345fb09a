import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "./arguments.mjs";
import { printFindings } from "./report.mjs";

/** Allows for a large package on a slow connection. */
const TIMEOUT_MS = 15 * 60_000;
/** Requests may come faster than the instance takes them. */
const WAIT_MAX_SECONDS = 120;

/**
 * The instance that `--to` names, and calls of its API with the token of the environment.
 * @returns {{instance: string, call: ReturnType<typeof caller>}}
 * @throws {UsageError}
 */
export function openInstance({ to }) {
  const instance = readInstance(to);
  const token = process.env.GUM_TOKEN?.trim();
  if (!token) {
    throw new UsageError(
      `GUM_TOKEN is not set. Make a token that may publish apps at ${instance}/settings, then set it in the environment.`,
    );
  }
  return { instance, call: caller(instance, token) };
}

/** The origin of an instance. Must use TLS or be on this machine, because the token is sent there. */
function readInstance(address) {
  if (!address)
    throw new UsageError("--to is missing: the address of an instance, such as https://gum.example.");
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isHere))
    throw new UsageError(`${address} is no https:// address.`);
  return url.origin;
}

/**
 * Calls the instance's API. Prints an error response and returns null, or undefined where another try may succeed.
 * `on`: by code, what to do instead, `{[code]: (details) => result}`.
 */
function caller(instance, token) {
  const call = async (method, address, body, on = {}) => {
    const isForm = body instanceof FormData;
    let response;
    try {
      response = await fetch(instance + address, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(!isForm && { "content-type": "application/json" }),
        },
        body: isForm ? body : JSON.stringify(body),
        // Does not follow redirects: the token is only for this instance.
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      console.error(
        `${instance} cannot be reached: ${error.cause?.code ?? error.cause?.message ?? error.message}.`,
      );
      return undefined;
    }
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status === 429 && seconds > 0 && seconds <= WAIT_MAX_SECONDS) {
      console.log(`Rate limited: retrying in ${seconds} s.`);
      await sleep(seconds * 1_000);
      return call(method, address, body, on);
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    const { detail, title, code, details } = answer ?? {};
    if (Object.hasOwn(on, code ?? "")) return on[code](details);
    printFindings(details?.findings ?? []);
    console.error(
      `Refused: ${detail ?? title ?? "the answer is not that of a Gum instance"} [${code ?? response.status}]`,
    );
    return response.status === 429 || response.status >= 500 ? undefined : null;
  };
  return call;
}
