/**
 * `window.webxdc`, as Gum provides it to `.xdc` packages and to packages with `"metadata": { "webxdc": true }`. webxdc.md, next to
 * this file, explains each part. For completion in an editor, put `/// <reference path="webxdc.d.ts" />` at the top of a script.
 */

interface WebxdcUpdate<T = unknown> {
  /** Any JSON. */
  payload: T;
  /** A line about the update, 300 characters. It is kept with the update. */
  info?: string;
  /** A page of the app, such as `index.html#board`; 1,000 characters. */
  href?: string;
  /** The name of what people work on. It is the title of the card in the post; 300 characters. */
  document?: string;
  /** The state in a few words. It is the line of the card in the post; 300 characters. */
  summary?: string;
}

interface WebxdcSentUpdate<T = unknown> extends WebxdcUpdate<T> {
  /** Texts by address, or `*` for everybody else: at most 100 of 300 characters. */
  notify?: Record<string, string>;
}

interface WebxdcReceivedUpdate<T = unknown> extends WebxdcUpdate<T> {
  /** Begins with 1 and has no gaps. */
  serial: number;
  /** The serial of the last update there is. */
  max_serial: number;
}

/** Bytes to those who have the app open now: nothing is kept, and some may be lost. Throws once it was left. */
interface WebxdcRealtimeChannel {
  setListener(listener: (data: Uint8Array) => void): void;
  /** At most 128 KB; of more than 30 messages a second the oldest are dropped. */
  send(data: Uint8Array): void;
  leave(): void;
}

interface Webxdc<T = unknown> {
  /** The person's address: the same in a room on all their devices, and different in every other room. */
  readonly selfAddr: string;
  readonly selfName: string;
  /** Milliseconds for one update on the long run; ten may be sent at once. */
  readonly sendUpdateInterval: number;
  /** Bytes of an update as JSON. */
  readonly sendUpdateMaxSize: number;

  /** Appends an update to the log. Without a connection it waits in the browser. `description` is ignored. */
  sendUpdate(update: WebxdcSentUpdate<T>, description: string): void;
  /** Calls with every update after `serial`, in order, own ones too. Resolves when it has heard what there was at the call. */
  setUpdateListener(listener: (update: WebxdcReceivedUpdate<T>) => void, serial?: number): Promise<void>;
  /** @deprecated Use setUpdateListener. */
  getAllUpdates(): Promise<WebxdcReceivedUpdate<T>[]>;

  /** One at a time: throws until the one before was left. */
  joinRealtimeChannel(): WebxdcRealtimeChannel;

  /** Opens the composer with a text, a picture or both; the person decides. Rejects where there is no composer. */
  sendToChat(content: {
    text?: string;
    /** With one of `blob`, `base64` and `plainText`. */
    file?: { name: string; blob?: Blob; base64?: string; plainText?: string };
  }): Promise<void>;
  /** Lets the person choose files of their device; empty if they choose none. */
  importFiles(filter: { mimeTypes?: string[]; extensions?: string[]; multiple?: boolean }): Promise<File[]>;
}

declare const webxdc: Webxdc;
interface Window {
  readonly webxdc: Webxdc;
}
