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
  /** Modules already made loadable: virtual address → blob address. */
  modules: [url: string, blobUrl: string][];
  /** A shared worker: the port of whoever made it. */
  shared: boolean;
}
