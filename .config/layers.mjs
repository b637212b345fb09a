/**
 * The one-way rule: which kind of file may import which. `rule-one-way.mjs` reports every import that is not listed here.
 *
 * In the folder of a feature (`lib/posts`, `lib/auth` …) the end of a file's name is its role; a name without one of these
 * endings holds pure rules. A feature may always import its own files of the same role.
 */
export const ROLES = [
  ["contract", /(^|-)contract$/],
  ["repository", /(^|-)repository$/],
  ["presenter", /(^|-)presenter$/],
  ["service", /(^|-)service$/],
  // Other server code: cookies and tokens, multipart forms, requests to other servers.
  ["server", /\.server$/],
  ["queries", /(^|-)(queries|mutations)$/],
  // Other browser code: zustand stores, persisted state, hooks.
  ["browser", /(^|-)(store|storage)$|\.client$|^use-/],
];

/** Folders of lib that belong to no feature; the role of their files is the folder's name. */
export const SHARED_FOLDERS = [
  "browser",
  "config",
  "db",
  "files",
  "http",
  "i18n",
  "infra",
  "jobs",
  "package",
  "sandbox",
  "shared",
];

/** Files of these roles run on the server only and begin with `import "server-only"`. */
export const SERVER_ONLY = [
  "repository",
  "presenter",
  "service",
  "server",
  "lib/db",
  "lib/files",
  "lib/http",
  "lib/infra",
  "lib/jobs",
];

const PURE = ["contract", "rules", "lib/shared", "lib/config"];
const BROWSER = [...PURE, "queries", "browser", "lib/browser", "lib/i18n"];

/** @type {Record<string, string[]>} role → roles that it may import; `own:` within one feature */
export const MAY_IMPORT = {
  "app/sandbox": ["lib/sandbox/frame", "lib/config", "lib/config/server"],
  app: [
    ...PURE,
    "components",
    "service",
    "server",
    "queries",
    "lib/browser",
    "lib/config/server",
    "lib/files",
    "lib/http",
    "lib/i18n",
    "lib/infra",
    "lib/jobs",
    "lib/package",
    // The version of the run document.
    "lib/sandbox/frame",
  ],
  /** Files at the root of the project. */
  ".": [
    "rules",
    "server",
    "lib/config",
    "lib/config/server",
    "lib/http",
    "lib/i18n",
    "lib/infra",
    "lib/jobs",
    "lib/shared",
  ],

  "components/ui": ["lib/shared", "lib/config"],
  components: ["components/ui", ...BROWSER],
  "components/sandbox": ["components/ui", "lib/sandbox/host", ...BROWSER],
  // The store checks packages and runs apps.
  "components/apps": ["components/ui", "components/sandbox", "lib/package", ...BROWSER],

  rules: ["lib/shared", "lib/config"],
  contract: [...PURE, "lib/package"],
  queries: [...PURE, "queries", "browser", "lib/browser", "lib/package"],
  browser: [...BROWSER, "lib/package"],

  repository: [...PURE, "own:repository", "lib/db", "lib/package"],
  presenter: [...PURE, "own:repository", "presenter", "lib/files", "lib/config/server"],
  service: [
    ...PURE,
    "own:repository",
    "presenter",
    "service",
    "server",
    "lib/config/server",
    "lib/db",
    "lib/files",
    "lib/i18n",
    "lib/infra",
    "lib/package",
  ],
  server: [
    ...PURE,
    "own:repository",
    "service",
    "server",
    "lib/config/server",
    "lib/http",
    "lib/i18n",
    "lib/infra",
    "lib/package",
    // The engine of scripts, to run one again.
    "lib/sandbox/generated",
    "lib/sandbox/protocol",
  ],

  "lib/shared": ["lib/config"],
  "lib/config": [],
  "lib/config/server": ["lib/config"],
  "lib/i18n": ["lib/shared", "lib/config"],
  "lib/browser": [...PURE],
  "lib/db": ["lib/shared", "lib/config", "lib/config/server", "lib/infra"],
  "lib/files": ["lib/shared", "lib/config", "lib/config/server", "lib/infra"],
  "lib/infra": ["lib/shared", "lib/config", "lib/config/server", "lib/db", "lib/files"],
  "lib/http": [...PURE, "server", "lib/config/server", "lib/db", "lib/i18n", "lib/infra"],
  "lib/jobs": [
    ...PURE,
    "service",
    "repository",
    "server",
    "lib/config/server",
    "lib/db",
    "lib/files",
    "lib/infra",
  ],

  "lib/package": ["lib/shared", "lib/config"],
  "lib/sandbox/protocol": [],
  "lib/sandbox/generated": [],
  "lib/sandbox/host": [
    "lib/sandbox/protocol",
    "lib/sandbox/generated",
    "lib/package",
    "lib/config",
    // What an app saves is sent to the account in the API's format, by its rules.
    "contract",
    "rules",
  ],
  // A frame inflates the files of its package on request.
  "lib/sandbox/frame": ["lib/sandbox/protocol", "lib/sandbox/generated", "lib/package"],
  // The page of `gum dev` around a large folder's app.
  "lib/sandbox/local": ["lib/sandbox/host"],
  "lib/sandbox/quickjs": ["lib/sandbox/protocol"],
};

/**
 * Features that use another feature's repository: lists that are one statement over several features, and use cases of
 * one transaction. Each line is a coupling; a new one needs a reason.
 */
export const READS = {
  // Credentials and profile share the user's row.
  account: ["auth"],
  auth: ["account"],
  // A post names people and apps, shows the cards of its room and link and the top of its app's scores, and a like notifies in the same statement.
  posts: ["people", "apps", "notifications", "rooms", "scores", "links"],
  // Every list filters by blocks.
  people: ["posts"],
  // A room is for those who may see its post.
  rooms: ["people"],
  scores: ["posts"],
  // A list without those of hidden people; an app's row has the number of its reviews, and who ran it may write one.
  reviews: ["posts", "apps"],
  // Lists of apps, without those of hidden people and of private ones; a new one locks its owner.
  collections: ["posts", "apps", "people"],
  // A project is saved with its owner's row locked, so that the number of projects holds.
  projects: ["account"],
  notifications: ["posts", "people"],
  // A message says what the list of notifications says.
  push: ["notifications"],
  // It has unread notifications, and posts without those of hidden people.
  digest: ["notifications", "posts"],
  search: ["posts", "people", "apps"],
  // Counts for a page that opens or reconnects.
  shell: ["apps", "notifications"],
  realtime: ["posts", "people", "notifications"],
  mail: ["auth"],
  // The views of the data interface show what the lists of these features show.
  // A file is stored with its owner's row locked, so that the quota holds.
  hosted: ["posts", "people", "notifications", "account"],
  // One copy at a time for a person: their row is locked.
  exports: ["account"],
};
