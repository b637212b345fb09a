/** What an admin sees of the instance. A block is null if it could not be read. */
export type InstanceFacts = {
  /** When they were read. */
  at: string;
  people: PeopleFacts | null;
  /** Sign-ups of each of the last days by UTC, oldest first, today last. */
  signups: DayCount[] | null;
  storage: StorageFacts | null;
  work: WorkFacts | null;
  health: HealthFacts | null;
  process: ProcessFacts | null;
};

export type PeopleFacts = {
  total: number;
  activeDay: number;
  activeWeek: number;
  /** Whether the figures are projected from a sample. */
  isEstimate: boolean;
};

export type DayCount = { day: string; count: number };

/** In bytes. */
export type StorageFacts = {
  database: number;
  packages: number;
  privateFiles: number;
  exports: number;
  /** How many there are. */
  pictures: number;
  isEstimate: boolean;
  /** Of the disk that holds the files; null with an object store. */
  disk: { free: number; total: number } | null;
};

/** Counts end at WORK_COUNT_MAX. */
export type WorkFacts = { exports: number; duePosts: number; uploads: number };
export const WORK_COUNT_MAX = 1_000;

export type HealthFacts = {
  database: "ok" | "down";
  schema: "ok" | "behind" | "ahead" | "unknown";
  files: "ok" | "down";
  /** Why the process is not ready: `database_full`, `files_full` … */
  causes: string[];
};

/** Since the process started. */
export type ProcessFacts = {
  /** How many lines of the log are errors. */
  errors: number;
  /** The newest first. */
  recentErrors: { at: string; message: string; cause: string | null; requestId: string | null }[];
  /** Refusals by the name of the limit, most first. */
  rateLimits: { limit: string; count: number }[];
  /** The jobs that have run here, those that fail first. */
  jobs: { job: string; failures: number; succeededAt: string | null }[];
};

export const SIGNUP_DAYS = 30;
/** Up to so many rows, a table is counted as a whole. */
const SAMPLE_ROWS = 20_000;

/** Which part of a table is read, in per cent. @param rows the database's estimate; negative if it has none yet */
export function samplePercent(rows: number): number {
  return rows <= SAMPLE_ROWS ? 100 : (SAMPLE_ROWS / rows) * 100;
}

/** The days until `now`, with 0 for days without a row. */
export function everyDay(rows: readonly DayCount[], now: Date): DayCount[] {
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return Array.from({ length: SIGNUP_DAYS }, (_, index) => {
    const at = new Date(now.getTime() - (SIGNUP_DAYS - 1 - index) * 86_400_000);
    const day = at.toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
}
