import type { PackedEntry } from "@/lib/sandbox/protocol/to-frame";

/** The packed bytes of files that nobody has asked for yet. */
export interface PackedRestBlob {
  blob: Blob;
  entries: PackedEntry[];
}

/** What a new worker gets with its first message, before its own script runs. */
export interface WorkerSetup {
  origin: string;
  base: string;
  folder: string;
  /** Address that the script believes to have. */
  self: string;
  /** Blob address of the script, or of the module that was made from it. */
  main: string;
  module: boolean;
  /** Files of the package, raw. */
  files: [name: string, blob: Blob][];
  rest: PackedRestBlob | null;
  /** Modules already made loadable: virtual address → blob address. */
  modules: [url: string, blobUrl: string][];
  /** To the page, which has what a worker has not: see page-services.ts. */
  page: MessagePort;
  /** A shared worker: the port of whoever made it. */
  shared: boolean;
}

export interface KeyHandle {
  gumKey: number;
  type: KeyType;
  extractable: boolean;
  algorithm: object;
  usages: KeyUsage[];
}

/** What a worker says to the page over that port. */
export type FromWorker =
  | { type: "made"; url: string; blob: Blob }
  | { type: "revoked"; url: string }
  | { type: "read"; id: number; url: string }
  | { type: "compute"; id: number; method: string; args: unknown[] };

export type ToWorker =
  | { id: number; value: unknown; error?: undefined }
  | { id: number; error: { name: string; message: string } };
