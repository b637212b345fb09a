/**
 * `node tests/bench/scale.mjs`: what each part costs at 50,000, a million and 50 million people, from what one of each costs and from
 * what a person does in a day. docs/scale.md holds its output, and a test says when the two differ.
 */
import { pathToFileURL } from "node:url";

export const SIZES = [50_000, 1_000_000, 50_000_000];

/** `npm run bench -- capacity fanout` prints each: processor time in ms of the application and of the database, on one core. */
export const MEASURED = {
  page: { app: 28, database: 3 },
  feed: { app: 3.7, database: 1.3 },
  thread: { app: 3.5, database: 3.7 },
  notifications: { app: 3.7, database: 0.67 },
  search: { app: 2.8, database: 0.5 },
  post: { app: 6.5, database: 5.2 },
  like: { app: 4, database: 1 },
  /** KB of memory: the most of several runs, which differ; docs/scale.md says why. */
  stream: 115,
  /** For each stream that a post is written to. */
  delivery: 0.061,
  /** Of each process, for an event of another one that comes through Redis. */
  busEvent: 0.02,
  /** Bytes of a row with its indexes. */
  rows: { users: 1700, posts: 1320, likes: 200, follows: 139, media: 415 },
};

/** Guesses: put your own figures here. */
export const PERSON = {
  /** Who comes on a day, of all accounts. */
  active: 0.2,
  /** Of each of those, on that day. */
  page: 8,
  feed: 20,
  thread: 6,
  notifications: 5,
  search: 1,
  post: 0.5,
  like: 8,
  minutes: 30,
  follows: 150,
  /** Posts with a picture, and its size in bytes. */
  pictures: 0.3,
  pictureBytes: 400_000,
  /** The busiest hour, in means of the day. */
  peak: 3,
  /** Other streams that show a post which is liked. */
  watchers: 3,
};

/** What is planned for a core, a machine for the database, and a process. */
const LOAD = 0.6;
const DATABASE_CORES = 32;
const DATABASE_MEMORY = 256e9;
/** The newest posts and what hangs on them are what is read. */
const WARM_DAYS = 30;
const PROCESS_MEMORY = 1e9;
const DAY_S = 86_400;

const ACTIONS = ["page", "feed", "thread", "notifications", "search", "post", "like"];
const WRITES = ["post", "like"];

/** @param {number} people accounts */
export function costOf(people) {
  const daily = people * PERSON.active;
  const perSecond = (action) => (daily * PERSON[action] * PERSON.peak) / DAY_S;
  const sum = (actions, cost) =>
    actions.reduce((total, action) => total + perSecond(action) * cost(action), 0);
  const online = (daily * PERSON.minutes * PERSON.peak) / (24 * 60);
  const followersOnline = PERSON.follows * (online / people);
  const deliveries = perSecond("post") * followersOnline + perSecond("like") * PERSON.watchers;
  const events = perSecond("post") + 2 * perSecond("like");
  const appCores =
    (sum(ACTIONS, (action) => MEASURED[action].app) + deliveries * MEASURED.delivery) / 1_000 / LOAD;
  const memoryProcesses = (online * MEASURED.stream * 1_024) / PROCESS_MEMORY;
  const processes = Math.max(2, Math.ceil(Math.max(appCores, memoryProcesses)));
  const perYear = (action) => daily * PERSON[action] * 365;
  const { rows } = MEASURED;
  const yearly = perYear("post") * (rows.posts + PERSON.pictures * rows.media) + perYear("like") * rows.likes;
  return {
    online,
    requests: sum(ACTIONS, () => 1),
    writes: sum(WRITES, () => 1),
    appCores,
    processes,
    deliveries,
    busCores: (processes * events * MEASURED.busEvent) / 1_000,
    readCores:
      sum(
        ACTIONS.filter((each) => !WRITES.includes(each)),
        (each) => MEASURED[each].database,
      ) /
      1_000 /
      LOAD,
    writeCores: sum(WRITES, (action) => MEASURED[action].database) / 1_000 / LOAD,
    people: people * (rows.users + PERSON.follows * rows.follows),
    yearly,
    warm: (yearly / 365) * WARM_DAYS + people * PERSON.active * PERSON.follows * rows.follows,
    posts: perYear("post"),
    files: perYear("post") * PERSON.pictures * PERSON.pictureBytes,
  };
}

const two = (value) => Number(value.toPrecision(2));
const count = (value) => two(value).toLocaleString("en");
function bytes(value) {
  const [unit, size] = value >= 1e12 ? ["TB", 1e12] : [value >= 1e9 ? "GB" : "MB", value >= 1e9 ? 1e9 : 1e6];
  return `${count(value / size)} ${unit}`;
}

/** @type {[string, (cost: ReturnType<typeof costOf>) => string][]} */
const LINES = [
  ["people online in the busiest hour", ({ online }) => count(online)],
  ["requests a second then", ({ requests }) => count(requests)],
  ["… that write", ({ writes }) => count(writes)],
  ["cores of the application", ({ appCores }) => count(appCores)],
  ["processes, of a core and a GB each", ({ processes }) => count(processes)],
  ["writes to streams a second", ({ deliveries }) => count(deliveries)],
  ["cores for events of other processes", ({ busCores }) => count(busCores)],
  ["cores of the database for reads", ({ readCores }) => count(readCores)],
  ["… and for writes", ({ writeCores }) => count(writeCores)],
  ["accounts and follows in the database", ({ people }) => bytes(people)],
  ["posts a year", ({ posts }) => count(posts)],
  ["growth of the database a year", ({ yearly }) => bytes(yearly)],
  ["what of it should fit into memory", ({ warm }) => bytes(warm)],
  ["pictures a year", ({ files }) => bytes(files)],
];

/** The size from which on something holds, by bisection. @param {(cost: ReturnType<typeof costOf>) => boolean} holds */
function sizeWhere(holds) {
  let [low, high] = [1e3, 1e10];
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high);
    if (holds(costOf(middle))) high = middle;
    else low = middle;
  }
  return count(high);
}

/** @type {[string, (cost: ReturnType<typeof costOf>) => boolean][]} */
const CHANGES = [
  ["one process no longer does: Redis, an object store, a balancer", ({ appCores }) => appCores > 1],
  [
    `reads need more than a machine of ${DATABASE_CORES} cores has`,
    ({ readCores, writeCores }) => readCores + writeCores > DATABASE_CORES,
  ],
  [
    `what is read does not fit into ${DATABASE_MEMORY / 1e9} GB of memory`,
    ({ warm }) => warm > DATABASE_MEMORY,
  ],
  ["events of others take a tenth of each process", ({ busCores, processes }) => busCores / processes > 0.1],
  [`writes alone fill a machine of ${DATABASE_CORES} cores`, ({ writeCores }) => writeCores > DATABASE_CORES],
];

/** Both tables as Markdown. */
export function tables() {
  const costs = SIZES.map(costOf);
  const row = (cells) => `| ${cells.join(" | ")} |`;
  return [
    row(["", ...SIZES.map((size) => `${size.toLocaleString("en")} people`)]),
    row(["---", ...SIZES.map(() => "---:")]),
    ...LINES.map(([what, of]) => row([what, ...costs.map(of)])),
    "",
    row(["what ends", "at so many people"]),
    row(["---", "---:"]),
    ...CHANGES.map(([what, holds]) => row([what, sizeWhere(holds)])),
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(tables());
