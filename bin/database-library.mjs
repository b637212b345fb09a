/** fake-indexeddb as frames have it: the build takes its internal modules, some of them changed. */
import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");

/**
 * The library waits for good to open or delete a database that is in use elsewhere, and keeps all later requests waiting. Where a
 * worker has ended that asked for it, database-server.ts gives its request up.
 */
const GIVEN_UP = "if (request._isGivenUp)";
const GIVES_UP = [
  [
    "const waitForOthersClosed = () => {",
    `const waitForOthersClosed = () => {
      ${GIVEN_UP} {
        connection._runningVersionchangeTransaction = false;
        connection.close();
        return cb(new AbortError());
      }`,
  ],
  ["openDatabases, cb) => {", "openDatabases, cb, request) => {"],
  [
    "    queueTask(() => waitForOthersClosedDelete(",
    `    ${GIVEN_UP} return cb(new AbortError());
    queueTask(() => waitForOthersClosedDelete(`,
  ],
  ["openDatabases, cb));", "openDatabases, cb, request));"],
  ["openConnections, onComplete);", "openConnections, onComplete, request);"],
];

function givingUp(code) {
  let changed = code;
  for (const [before, after] of GIVES_UP) {
    if (changed.split(before).length !== 2) throw new Error(`fake-indexeddb has other code: ${before}`);
    changed = changed.replace(before, () => after);
  }
  return changed;
}

/** The frame imports internal modules of fake-indexeddb, which its package exports do not list. */
export const byPath = {
  name: "by-path",
  setup(build) {
    build.onResolve({ filter: /^fake-indexeddb\/build\// }, ({ path: name }) => ({
      path: path.join(ROOT, "node_modules", name),
    }));
    build.onLoad({ filter: /fake-indexeddb\/build\/esm\/FDBFactory\.js$/ }, ({ path: file }) => ({
      contents: givingUp(fs.readFileSync(file, "utf8")),
    }));
    // The library's own calls a method of sets that reads others of them, which the app may have replaced.
    build.onLoad({ filter: /fake-indexeddb\/build\/esm\/lib\/intersection\.js$/ }, () => ({
      contents:
        "export const intersection = (one, other) => new Set([...one].filter((item) => other.has(item)));",
    }));
  },
};
