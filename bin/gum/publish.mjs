import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "./arguments.mjs";
import { loadFormat } from "./library.mjs";
import { countFindings, describePackage, printFindings } from "./report.mjs";
import { checkTarget } from "./target.mjs";

/** Maps the folder to its app on an instance. Contains no secret, so it can be committed. */
const LINKS = ".gum.json";
/** Allows for a large package on a slow connection. */
const TIMEOUT_MS = 15 * 60_000;
/** Parts of a large package may come faster than the instance takes them. */
const WAIT_MAX_SECONDS = 120;

/**
 * Checks a package or its folder, uploads it with a personal access token and publishes it.
 * @returns {Promise<number>} the exit status
 */
export async function publish({ target, options }) {
  const instance = readInstance(options.to);
  const token = process.env.GUM_TOKEN?.trim();
  if (!token) {
    throw new UsageError(
      `GUM_TOKEN is not set. Make a token that may publish apps at ${instance}/settings, then set it in the environment.`,
    );
  }
  const format = await loadFormat();
  const { package: checked, findings, isFolder } = await checkTarget(format, target, { with: options.with });
  printFindings(findings);
  if (!checked) {
    console.error(`Not published: ${countFindings(findings)}.`);
    return 1;
  }
  console.log(describePackage(checked, format.byteSize));
  const linkFile = isFolder ? path.join(path.resolve(target), LINKS) : null;
  const links = await readLinks(linkFile);
  const appId = options.app ?? links[instance];
  const call = caller(instance, token);
  const form = new FormData();
  const metadata = { appId, version: options.version, notes: options.notes, uploadKey: randomUUID() };
  form.set("metadata", JSON.stringify(metadata));
  const { bytes } = checked;
  if (bytes.length <= format.UPLOAD_PART_BYTES)
    form.set("gumFile", new Blob([bytes]), `${checked.manifest.name}.gum`);
  else if (!(await sendParts(call, metadata.uploadKey, bytes, format.UPLOAD_PART_MAX_BYTES))) return 1;
  const app = await call("POST", "/api/apps", form);
  if (!app) return 1;
  // Saved before the last call, so that a retry does not create a second app.
  if (linkFile && !options.app) await writeLinks(linkFile, { ...links, [instance]: app.id });
  const isPublic = !options.draft && !app.isPublic;
  if (isPublic && !(await call("PATCH", `/api/apps/${app.id}/publish`, { isPublic }))) return 1;
  const what = options.draft && !app.isPublic ? "Uploaded, not published" : "Published";
  console.log(`${what}: ${app.name} ${app.version}, ${instance}/apps/${app.id}`);
  return 0;
}

/** Sends a package that is too large for one request. @returns whether it has arrived */
async function sendParts(call, id, bytes, partBytes) {
  const address = `/api/apps/uploads/${id}`;
  let upload = await call("PUT", address, { bytes: bytes.length });
  while (upload && upload.received < bytes.length) {
    const form = new FormData();
    form.set("part", new Blob([bytes.subarray(upload.received, upload.received + partBytes)]), "part");
    upload = await call("PATCH", `${address}?offset=${upload.received}`, form);
  }
  return upload !== null;
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

/** Calls the instance's API; prints an error response and returns null. */
function caller(instance, token) {
  const call = async (method, address, body) => {
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
      return null;
    }
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status === 429 && seconds > 0 && seconds <= WAIT_MAX_SECONDS) {
      console.log(`Rate limited: retrying in ${seconds} s.`);
      await sleep(seconds * 1_000);
      return call(method, address, body);
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    const { detail, title, code, details } = answer ?? {};
    printFindings(details?.findings ?? []);
    console.error(
      `Refused: ${detail ?? title ?? "the answer is not that of a Gum instance"} [${code ?? response.status}]`,
    );
    return null;
  };
  return call;
}

async function readLinks(file) {
  if (!file) return {};
  const text = await fs.readFile(file, "utf8").catch(() => "{}");
  try {
    return JSON.parse(text).apps ?? {};
  } catch {
    throw new UsageError(`${file} is not valid JSON.`);
  }
}

async function writeLinks(file, apps) {
  await fs.writeFile(file, `${JSON.stringify({ apps }, null, 2)}\n`).catch((error) => {
    console.error(`${file} cannot be written (${error.code}): give --app the next time.`);
  });
}
