/** What page and worker of a QuickJS run say to each other, and the tree that the app draws. All of it is plain JSON. */

export const QUICKJS_MEMORY_MB = 64;

export interface QuickjsSetup {
  /** Hard limit of everything the engine may use. */
  memoryMb: number;
  /** Clock and random that are the same at each run; null: the real ones. */
  deterministic: { seed: number; startMs: number } | null;
}

/** Number under which the worker finds the function of a node. */
export type HandlerId = number;
export type Tone = "normal" | "muted" | "accent" | "danger" | "success";

export type UiNode =
  | {
      type: "text";
      text: string;
      size?: "small" | "normal" | "large" | "huge";
      tone?: Tone;
      bold?: boolean;
      align?: "start" | "center" | "end";
    }
  | { type: "heading"; text: string }
  | {
      type: "button";
      label: string;
      press?: HandlerId;
      primary?: boolean;
      /** What screen readers hear instead of the label. */ description?: string;
      disabled?: boolean;
    }
  | {
      type: "input";
      label: string;
      value?: string;
      placeholder?: string;
      kind?: "text" | "number" | "multiline";
      change?: HandlerId;
      submit?: HandlerId;
    }
  | {
      type: "slider";
      label: string;
      value: number;
      min?: number;
      max?: number;
      step?: number;
      change?: HandlerId;
    }
  | { type: "toggle"; label: string; value: boolean; change?: HandlerId }
  | {
      type: "choice";
      label: string;
      value: string;
      options: { value: string; label: string }[];
      change?: HandlerId;
    }
  | { type: "row" | "column" | "card"; children: UiNode[]; align?: "start" | "center" | "end" | "between" }
  | { type: "grid"; columns: number; children: UiNode[] }
  | { type: "image"; file: string; alt: string; width?: number }
  | { type: "progress"; label: string; value: number }
  | { type: "canvas"; label: string; width: number; height: number; draw: DrawCommand[]; press?: HandlerId };

/** Colours are CSS colours, or one of the theme's names; lengths are units of the canvas' own size. */
export type DrawCommand =
  | ["color", string]
  | ["clear"]
  | ["rect", number, number, number, number]
  | ["circle", number, number, number]
  | ["line", number, number, number, number, number?]
  | ["polygon", [number, number][]]
  | ["text", string, number, number, number?, ("left" | "center" | "right")?];

export interface QuickjsStart extends QuickjsSetup {
  type: "start";
  entry: string;
  /** Texts of the package's scripts and data, by path. */
  files: [name: string, text: string][];
  /** What `gum` tells at once. */
  facts: {
    app: { id: string; name: string; version: string };
    userId: string;
    theme: string;
    locale: string;
    capabilities: string[];
    /** JSON, or null. */
    restored: string | null;
  };
}

export type ToWorker =
  | QuickjsStart
  | { type: "event"; handler: HandlerId; args: string }
  | { type: "key"; key: string; down: boolean }
  | { type: "settle"; call: number; ok: boolean; value: string }
  | { type: "facts"; theme: string; locale: string }
  | { type: "state"; ask: number }
  | { type: "frame" }
  | { type: "ping" };

export type FromWorker =
  | { type: "render"; tree: UiNode | null; keys: boolean }
  | { type: "wantFrame" }
  | { type: "call"; call: number; name: string; args: string }
  | { type: "console"; level: "debug" | "log" | "info" | "warn" | "error"; text: string }
  | { type: "problem"; message: string; stack: string; fatal: boolean }
  | { type: "state"; ask: number; json: string | null }
  | { type: "pong"; usedBytes: number };

/** Calls of `gum` that the page answers, with the arguments as a JSON list. */
export const GUM_CALLS = [
  "ready",
  "get",
  "set",
  "delete",
  "list",
  "fetch",
  "openLink",
  "compose",
  "profile",
] as const;
export type GumCall = (typeof GUM_CALLS)[number];

/** What the page of a QuickJS app needs of the frame around it. */
export interface QuickjsHost {
  setup: QuickjsSetup;
  entry: string;
  facts: QuickjsStart["facts"];
  /** Names of the package's files, their texts and their loadable addresses. */
  fileNames: () => Iterable<string>;
  textOf: (name: string) => string;
  urlOf: (name: string) => string;
  call: (name: GumCall, args: unknown[]) => Promise<unknown>;
  problem: (problem: { message: string; stack: string; fatal: boolean }) => void;
  /** Bytes in use, exactly; null once the engine has gone. */
  memory: (usedBytes: number | null) => void;
}

/** The code that only QuickJS apps need, as the frame finds it. */
export interface QuickjsPart {
  run: (host: QuickjsHost) => {
    setFacts: (facts: { theme: string; locale: string }) => void;
    /** The app's state as JSON, null where it has none or does not answer. */
    state: () => Promise<string | null>;
  };
  style: string;
}
