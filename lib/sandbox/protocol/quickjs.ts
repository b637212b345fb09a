/** Messages between the page and the worker of a QuickJS run, and the UI tree that an app renders. All plain JSON. */

export const QUICKJS_MEMORY_MB = 64;

export interface QuickjsSetup {
  /** Hard limit of the engine's memory. */
  memoryMb: number;
  /**
   * A fixed clock and random seed; null uses the real ones. `recorded`: the run's inputs are recorded, so
   * that they can be run again, and its clock advances with them.
   */
  deterministic: { seed: number; startMs: number; recorded: boolean } | null;
}

/** Identifies an event handler of a node in the worker. */
export type HandlerId = number;
type Tone = "normal" | "muted" | "accent" | "danger" | "success";

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
      /** Accessible name, if different from the label. */
      description?: string;
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

/** Colours are CSS colours or names of the theme; lengths are in units of the canvas size. */
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
  /** The package's text files by path. */
  files: [name: string, text: string][];
  /** What `gum` exposes synchronously. */
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
  /** `log`: with a score, the recorded inputs of the run so far. */
  | { type: "call"; call: number; name: string; args: string; log: string | null }
  | { type: "console"; level: "debug" | "log" | "info" | "warn" | "error"; text: string }
  | { type: "problem"; message: string; stack: string; fatal: boolean }
  | { type: "state"; ask: number; json: string | null }
  | { type: "pong"; usedBytes: number };

/** The number of a call, and the recorded inputs of the run until then. */
export interface ScoreProof {
  call: number;
  log: string;
}

/** Methods of `gum` that the page handles. Arguments are a JSON array. */
export type GumCall =
  | "ready"
  | "get"
  | "set"
  | "delete"
  | "list"
  | "fetch"
  | "alert"
  | "confirm"
  | "prompt"
  | "openLink"
  | "compose"
  | "notify"
  | "profile"
  | "scoreSubmit"
  | "scoreTop";

/** What the page of a QuickJS app needs from the frame. */
export interface QuickjsHost {
  setup: QuickjsSetup;
  entry: string;
  facts: QuickjsStart["facts"];
  /** Names of the package's files, their text and their loadable URLs. */
  fileNames: () => Iterable<string>;
  textOf: (name: string) => string;
  urlOf: (name: string) => string;
  call: (name: GumCall, args: unknown[], proof: ScoreProof | null) => Promise<unknown>;
  problem: (problem: { message: string; stack: string; fatal: boolean }) => void;
  /** Bytes in use; null once the engine has stopped. */
  memory: (usedBytes: number | null) => void;
}

/** The interface of the code that only QuickJS apps load. */
export interface QuickjsAddOn {
  run: (host: QuickjsHost) => {
    setFacts: (facts: { theme: string; locale: string }) => void;
    /** The app's state as JSON, or null if it has none or does not respond. */
    state: () => Promise<string | null>;
  };
  style: string;
}
