import type { DatabasePorts } from "@/lib/sandbox/frame/inside/shared/databases";
import type { PackedEntry } from "@/lib/sandbox/protocol/to-frame";

/** Files that have not been inflated yet. */
export interface PackedFilesBlob {
  blob: Blob;
  entries: PackedEntry[];
}

/** The first message to a new worker, before its own script runs. */
export interface WorkerSetup {
  origin: string;
  base: string;
  folder: string;
  mount: string;
  /** Virtual URL of the script. */
  self: string;
  /** Blob URL of the script, or of the module created from it. */
  main: string;
  module: boolean;
  /** Files of the package, unmodified. */
  files: [name: string, blob: Blob][];
  rest: PackedFilesBlob | null;
  /** Names of files that the page must be asked for. */
  remote: string[];
  /** Rewritten modules: virtual URL → blob URL. */
  modules: [url: string, blobUrl: string][];
  /** The add-on that connects it to the page's databases, `late` on first use; null if the app has none. */
  databases: { url: string; late: boolean } | null;
  /** Port to the page's services; see platform/worker-services.ts. */
  page: MessagePort;
  /** Whether it emulates a shared worker, whose port then comes with this message. */
  shared: boolean;
}

export interface KeyHandle {
  gumKey: number;
  type: KeyType;
  extractable: boolean;
  algorithm: object;
  usages: KeyUsage[];
}

/** Messages of a worker over `WorkerSetup.page`. */
export type FromWorker =
  | { type: "made"; url: string; blob: Blob }
  | { type: "revoked"; url: string }
  /** A synchronous request for a file that is not there. */
  | { type: "needWhole" }
  /** It uses the page's databases and files over these ports. */
  | { type: "databases"; ports: DatabasePorts }
  /** It has closed itself. */
  | { type: "closed" }
  | WorkerCall;

/** What the page answers. */
export type WorkerCall =
  | { type: "read"; id: number; url: string }
  | { type: "file"; id: number; name: string }
  | { type: "module"; id: number; specifier: string; from: string }
  | { type: "compute"; id: number; method: string; args: unknown[] };

export type ToWorker =
  | { id: number; value: unknown; error?: undefined }
  | { id: number; error: { name: string; message: string } };
