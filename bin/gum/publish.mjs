import { randomUUID } from "node:crypto";
import { openInstance } from "./instance.mjs";
import { loadFormat } from "./library.mjs";
import { openLinks } from "./links.mjs";
import { countFindings, describePackage, describeTrial, printFindings } from "./report.mjs";
import { checkTarget } from "./target.mjs";

/**
 * Checks a package or its folder, uploads it with a personal access token and publishes it.
 * @returns {Promise<number>} the exit status
 */
export async function publish({ target, options }) {
  const { instance, call } = openInstance(options);
  const format = await loadFormat();
  const { package: checked, findings, isFolder } = await checkTarget(format, target, { with: options.with });
  printFindings(findings);
  if (!checked) {
    console.error(`Not published: ${countFindings(findings)}.`);
    return 1;
  }
  console.log(describePackage(checked, format.byteSize));
  const links = await openLinks(isFolder ? target : null);
  const appId = options.app ?? links.get("apps", instance);
  const form = new FormData();
  const { version, notes, force } = options;
  const metadata = { appId, version, notes, uploadKey: randomUUID(), ...(force && { force }) };
  form.set("metadata", JSON.stringify(metadata));
  const { bytes } = checked;
  if (bytes.length <= format.UPLOAD_PART_BYTES)
    form.set("gumFile", new Blob([bytes]), `${checked.manifest.name}.gum`);
  else if (!(await sendParts(call, metadata.uploadKey, bytes, format.UPLOAD_PART_MAX_BYTES))) return 1;
  const app = await call("POST", "/api/apps", form, { app_does_not_start: startsNot });
  if (!app) return 1;
  // Saved before the last call, so that a retry does not create a second app.
  if (!options.app) await links.set("apps", instance, app.id);
  const isPublic = !options.draft && !app.isPublic;
  const body = { isPublic, ...(force && { force }) };
  const on = { app_does_not_start: startsNot };
  if (isPublic && !(await call("PATCH", `/api/apps/${app.id}/publish`, body, on))) return 1;
  if (app.isPublic || isPublic) await printTrial(call, app.id);
  const what = options.draft && !app.isPublic ? "Uploaded, not published" : "Published";
  console.log(`${what}: ${app.name} ${app.version}, ${instance}/apps/${app.id}`);
  return 0;
}

/** What the instance found when it tried the version. */
async function printTrial(call, appId) {
  const tried = await call("POST", `/api/apps/${appId}/trial`, {});
  if (tried?.trial) console.log(describeTrial(tried.trial));
}

/** The instance has tried the app. */
function startsNot({ cause, errors }) {
  console.error("Not published: the app does not start there (" + cause + ").");
  for (const text of errors) console.error(`  ${text}`);
  console.error("Publish it all the same with --force.");
  return null;
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
  return Boolean(upload);
}
