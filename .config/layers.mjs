/**
 * The one-way rule: which folder may import which. `eslint.config.mjs` turns this table into lint errors; everything that
 * does not stand here is refused. A folder may always import itself. `server` in `lib/config` (files named *.server.ts) is
 * for the server's side only.
 */
const FEATURES = [
  "docs",
  "timeline",
  "apps",
  "profile",
  "auth",
  "onboarding",
  "settings",
  "search",
  "notifications",
];
const CLIENT = [
  "lib/client/api",
  "lib/client/queries",
  "lib/client/stores",
  "lib/client/persist",
  "lib/client/realtime",
  "lib/client/session",
];
/** Pure values and rules without any I/O. */
const LEAVES = ["lib/domain", "lib/config"];

const feature = ["components/ui", ...CLIENT, "lib/contracts", "lib/i18n", ...LEAVES];

/** @type {Record<string, string[]>} folder → the folders that it may import */
export const MAY_IMPORT = {
  "app/sandbox": ["lib/sandbox/frame", "lib/config"],
  app: [
    "components/ui",
    "components/shell",
    "components/sandbox",
    ...FEATURES.map((name) => `components/${name}`),
    "lib/server/http",
    "lib/server/auth",
    "lib/server/services",
    "lib/server/jobs",
    "lib/client/queries",
    "lib/contracts",
    "lib/i18n",
    ...LEAVES,
  ],
  /** Files at the root of the project: middleware, instrumentation, Next's configuration. */
  ".": ["lib/server/http", "lib/server/auth", "lib/domain"],

  "components/ui": ["lib/config"],
  "components/shell": ["components/ui", ...CLIENT, "lib/contracts", "lib/i18n", ...LEAVES],
  "components/sandbox": [
    "components/ui",
    ...CLIENT,
    "lib/sandbox/host",
    "lib/contracts",
    "lib/i18n",
    ...LEAVES,
  ],
  ...Object.fromEntries(FEATURES.map((name) => [`components/${name}`, feature])),
  // Apps are what frames and packages are about: the store checks packages and shows what runs.
  "components/apps": [...feature, "components/sandbox", "lib/package"],

  "lib/config": [],
  "lib/domain": ["lib/config"],
  "lib/i18n": LEAVES,
  "lib/contracts": LEAVES,
  "lib/package": ["lib/contracts", ...LEAVES],

  "lib/server/http": [
    "lib/server/auth",
    "lib/server/clients",
    "lib/server/logging",
    "lib/server/db",
    "lib/contracts",
    ...LEAVES,
  ],
  "lib/server/auth": [
    "lib/server/services",
    "lib/server/logging",
    "lib/server/repositories",
    "lib/contracts",
    "lib/i18n",
    ...LEAVES,
  ],
  "lib/server/services": [
    "lib/server/repositories",
    "lib/server/clients",
    "lib/server/realtime",
    "lib/server/presenters",
    "lib/server/logging",
    "lib/server/db",
    "lib/package",
    "lib/contracts",
    "lib/i18n",
    ...LEAVES,
  ],
  "lib/server/jobs": [
    "lib/server/services",
    "lib/server/repositories",
    "lib/server/logging",
    "lib/contracts",
    ...LEAVES,
  ],
  "lib/server/presenters": ["lib/server/repositories", "lib/contracts", ...LEAVES],
  // For types only: the shape of a JSON column, the name of an order.
  "lib/server/repositories": ["lib/server/db", "lib/contracts", ...LEAVES],
  "lib/server/clients": ["lib/server/logging", ...LEAVES],
  "lib/server/realtime": ["lib/server/clients", "lib/server/logging", "lib/contracts", ...LEAVES],
  "lib/server/logging": ["lib/config"],
  "lib/server/db": ["lib/config"],

  "lib/client/api": ["lib/contracts", ...LEAVES],
  // What lives in this browser (local apps) is asked for like what lives on the server.
  "lib/client/queries": ["lib/client/api", "lib/client/persist", "lib/contracts", ...LEAVES],
  "lib/client/stores": ["lib/client/persist", ...LEAVES],
  "lib/client/persist": LEAVES,
  "lib/client/realtime": ["lib/client/queries", "lib/contracts", ...LEAVES],
  "lib/client/session": [
    "lib/client/api",
    "lib/client/queries",
    "lib/client/stores",
    "lib/client/persist",
    "lib/contracts",
    "lib/i18n",
    ...LEAVES,
  ],

  "lib/sandbox/protocol": [],
  "lib/sandbox/host": [
    "lib/sandbox/protocol",
    "lib/sandbox/generated",
    "lib/package",
    "lib/contracts",
    ...LEAVES,
  ],
  // A frame inflates the files of its package when they are asked for.
  "lib/sandbox/frame": ["lib/sandbox/protocol", "lib/sandbox/generated", "lib/package"],
  "lib/sandbox/quickjs": ["lib/sandbox/protocol"],
  "lib/sandbox/generated": [],
};

/** Folders outside the layers that may import any of them: they start, fill or test the product. */
export const FREE = ["bin", "prisma", "tests"];

/** The folders that may read the server's own configuration, `lib/config/*.server.ts`. */
export const SERVER_SIDE = [
  ".",
  "app",
  "app/sandbox",
  ...Object.keys(MAY_IMPORT).filter((name) => name.startsWith("lib/server/")),
];
