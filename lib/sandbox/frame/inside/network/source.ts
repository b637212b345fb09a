export interface ArrivingBody {
  size: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** What a request of the app resolves to. None of the four kinds is the network. */
export type Source =
  /** A file of the package, a data URL or, in a worker, a blob URL. */
  | {
      kind: "bytes";
      bytes: () => Uint8Array<ArrayBuffer>;
      blob: () => Blob;
      type: string;
      /** Awaited by asynchronous requests; if absent, `bytes` needs no preparation. */
      prepare?: () => Promise<void>;
      /** While the file arrives; null for one that is here. */
      stream?: (signal: AbortSignal | null) => Promise<ArrivingBody | null>;
    }
  /** A blob URL on the page: its bytes are available only asynchronously. */
  | { kind: "blob"; blob: () => Blob; type: string }
  /** A URL at which the package could have a file, but has none. */
  | { kind: "missing" }
  | { kind: "outside" };

export interface Sources {
  locate(url: string): Source;
  /** The URL as the app sees it in `response.url`. */
  absolute(url: string): string;
}
