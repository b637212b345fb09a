/** What the script reader keeps of a bracket, and what it finds. */

export type GroupKind =
  /** Statements: a script, the body of a function, a block. */
  | "block"
  | "object"
  | "class"
  | "array"
  /** `x[…]`, or the computed key of a property. */
  | "index"
  | "call"
  /** Parentheses around an expression, or the parameters of an arrow function. */
  | "group"
  | "params"
  /** `if (…)`, `for (…)` and the like. */
  | "control"
  | "template"
  /** The braces of an import or export. */
  | "names";

/** The previous token. It decides between a regular expression and a division, an object and a block. */
export type Before =
  | "start"
  | "semicolon"
  | "blockEnd"
  | "operand"
  | "operator"
  | "comma"
  | "colon"
  | "arrow"
  | "spread"
  | "dot"
  | "update"
  | "delete"
  | "new"
  /** `else`, `do` and the like, which a statement follows. */
  | "statement"
  | "default"
  | "controlWord"
  | "control"
  | "params"
  | "catch"
  | "declare"
  | "jump"
  | "function"
  | "class";

export class Group {
  before: Before = "start";
  /** Where the expression begins that a `.name` belongs to; -1 for one that is left alone. */
  chain = -1;
  chainBefore: Before = "start";
  /** That expression has a `?.`. */
  isOptional = false;
  dot = -1;
  newAt = -1;
  /** A `new X` whose arguments have not come. */
  isNewPending = false;
  ternaries = 0;
  /** In the list of a `let a, b`. */
  isDeclaring = false;
  isImporting = false;
  /** Of an object or class: a key is next, not a value. */
  atKey: boolean;
  pending: "function" | "class" | null = null;
  isPendingStatement = false;
  areParamsOfStatement = false;
  /** A function or class that is a statement. */
  isStatement = false;
  isArrowBody = false;
  /** It is where an element of a pattern may be. */
  isElement = false;
  /** A pattern after `let`, or parameters. */
  isBinding = false;
  /** An array or object that something is assigned to. */
  isAssigned = false;
  /** The parentheses that were closed last. */
  lastParentheses: Group | null = null;
  /** How many tokens came before their end. */
  tokensToParentheses = -1;
  /** The key whose value is being read. */
  key: KeyFound | null = null;
  tokens = 0;
  /** An index that holds the word as its first token. */
  isWordIndex = false;
  evaluates: EvalFound["kind"] | null = null;

  constructor(
    readonly kind: GroupKind,
    readonly open: number,
    readonly parent: Group | null,
  ) {
    this.atKey = kind === "object" || kind === "class";
  }
}

interface Found {
  at: number;
  end: number;
  group: Group;
  /** The token before it; for a member before its owner. */
  before: Before;
}

export interface NameFound extends Found {
  kind: "name";
  isDeclared: boolean;
}

/** `x.location` or `x["location"]`; `at` is where `x` begins. */
export interface MemberFound extends Found {
  kind: "member";
  ownerEnd: number;
  isOptional: boolean;
}

/** `{ location: x }` or `{ location }`. */
export interface KeyFound extends Found {
  kind: "key";
  isShorthand: boolean;
  /** After the colon. */
  valueAt: number;
  /** After the `=` of a default, or -1. */
  defaultAt: number;
  elementEnd: number;
}

/** The arguments of `eval(…)` or `Function(…)`. */
export interface EvalFound {
  kind: "eval" | "Function";
  at: number;
  end: number;
}

export type Occurrence = NameFound | MemberFound | KeyFound | EvalFound;
