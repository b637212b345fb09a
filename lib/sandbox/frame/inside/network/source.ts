/** Where a request of the app leads. There are four ends and none of them is the network. */
export type Source =
  /** A file of the package, an object URL or a data URL. */
  | {
      kind: "bytes";
      bytes: () => Uint8Array<ArrayBuffer>;
      blob: () => Blob;
      type: string;
      /** Waited for by requests that may wait; without it the bytes are there. */
      prepare?: () => Promise<void>;
    }
  /** An object URL on the page: its bytes come asynchronously only. */
  | { kind: "blob"; blob: () => Blob; type: string }
  /** An address under which the package could have a file, but has none. */
  | { kind: "missing" }
  | { kind: "outside" };

export interface Sources {
  locate(url: string): Source;
  /** The address as the app sees it in `response.url`. */
  absolute(url: string): string;
}
