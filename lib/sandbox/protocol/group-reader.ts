import {
  Group,
  type Before,
  type EvalFound,
  type GroupKind,
  type Occurrence,
} from "@/lib/sandbox/protocol/script-groups";
import {
  BEFORE_ELEMENT,
  BEFORE_STATEMENT,
  CLOSED_BY,
  isAssignedAt,
  OPENS_BLOCK,
  skipBlank,
  startsWord,
} from "@/lib/sandbox/protocol/script-tokens";

/** Where a reader of a script is, and what its brackets mean. */
export abstract class GroupReader {
  protected readonly found: Occurrence[] = [];
  protected at = 0;
  protected group = new Group("block", -1, null);
  /** The name before the parentheses that open next. */
  protected evaluates: EvalFound["kind"] | null = null;

  constructor(
    protected readonly source: string,
    protected readonly word: string,
  ) {}

  /** Reads a template from a place in its text on. @returns false for what cannot be read */
  protected abstract template(from: number): boolean;

  protected codeAfter(at: number): number {
    return this.source.charCodeAt(skipBlank(this.source, at));
  }

  protected step(length: number, before: Before): true {
    this.group.before = before;
    this.at += length;
    return true;
  }

  /** A key of an object or class is next. The value of a class's field may have ended with its line. */
  protected takesKey(): boolean {
    const group = this.group;
    if (group.kind === "class" && (group.before === "operand" || group.before === "blockEnd"))
      group.atKey = true;
    return group.atKey;
  }

  protected atStatement(): boolean {
    const { before, kind } = this.group;
    // A colon ends a label or `case x`, unless it belongs to a `?`.
    return BEFORE_STATEMENT.has(before) || (kind === "block" && (before === "start" || before === "colon"));
  }

  protected operand(start: number): void {
    const group = this.group;
    if (group.before === "operand") {
      // Two in a row: a line break has ended the statement.
      group.isDeclaring = false;
      group.ternaries = 0;
    }
    group.isNewPending = group.before === "new";
    group.chain = group.isNewPending ? group.newAt : start;
    if (!group.isNewPending) group.chainBefore = group.before;
    group.isOptional = false;
    group.before = "operand";
  }

  protected push(kind: GroupKind, open: number): Group {
    const parent = this.group;
    const group = new Group(kind, open, parent);
    group.isElement = BEFORE_ELEMENT.has(parent.before) && parent.kind !== "block";
    group.isBinding =
      kind === "params" ||
      ((kind === "object" || kind === "array") &&
        (parent.before === "declare" || (parent.before === "comma" && parent.isDeclaring)));
    this.group = group;
    return group;
  }

  protected openParenthesis(): true {
    const group = this.group;
    const { before } = group;
    const open = this.at;
    this.at += 1;
    if (group.pending === "function") {
      group.pending = null;
      this.push("params", open).isStatement = group.isPendingStatement;
    } else if (before === "controlWord") {
      this.push("control", open);
    } else if (before === "catch") {
      this.push("params", open).isStatement = true;
    } else if (group.atKey && (before === "operand" || before === "statement")) {
      this.push("params", open);
    } else if (before === "operand" || before === "dot") {
      this.push("call", open).evaluates = this.evaluates;
    } else {
      this.push("group", open);
    }
    this.evaluates = null;
    return true;
  }

  protected openBracket(): true {
    const { before } = this.group;
    const isIndex = before === "operand" || before === "dot" || this.takesKey();
    this.push(isIndex ? "index" : "array", this.at);
    this.at += 1;
    return true;
  }

  protected openBrace(): true {
    const group = this.group;
    const open = this.at;
    this.at += 1;
    if (group.isImporting) {
      this.push("names", open);
    } else if (group.pending === "class") {
      group.pending = null;
      this.push("class", open).isStatement = group.isPendingStatement;
    } else if (group.before === "params") {
      this.push("block", open).isStatement = group.areParamsOfStatement;
    } else if (group.before === "arrow") {
      this.push("block", open).isArrowBody = true;
    } else if (OPENS_BLOCK.has(group.before) || (this.atStatement() && group.before !== "default")) {
      this.push("block", open).isStatement = true;
    } else {
      this.push("object", open);
    }
    return true;
  }

  protected close(code: number): boolean {
    const group = this.group;
    const { parent, kind, open } = group;
    if (!parent || code !== CLOSED_BY[kind]) return false;
    this.endElement();
    const end = this.at + 1;
    this.at = end;
    this.group = parent;
    switch (kind) {
      case "template":
        return this.template(end);
      case "group":
        this.operand(open);
        this.#keepParentheses(group);
        break;
      case "call":
        parent.before = "operand";
        parent.isNewPending = false;
        this.#keepParentheses(group);
        if (group.evaluates) this.found.push({ kind: group.evaluates, at: open + 1, end: end - 1 });
        break;
      case "params":
        parent.before = "params";
        parent.areParamsOfStatement = group.isStatement;
        break;
      case "control":
        parent.before = "control";
        break;
      case "index":
        parent.before = "operand";
        if (group.isWordIndex && group.tokens === 2 && !parent.atKey) this.foundMember(parent, open, end);
        break;
      case "array":
      case "object":
        this.operand(open);
        group.isAssigned = isAssignedAt(this.source, end, parent.kind === "control");
        break;
      case "names":
        this.operand(open);
        break;
      default:
        this.#endBody(group, parent);
    }
    return true;
  }

  /** They turn out to be parameters if an arrow follows. */
  #keepParentheses(group: Group): void {
    const { parent } = group;
    parent!.lastParentheses = group;
    parent!.tokensToParentheses = parent!.tokens;
  }

  /** After the body of a function or class, or a block. */
  #endBody(group: Group, parent: Group): void {
    if (group.isArrowBody) {
      parent.before = "blockEnd";
    } else if (parent.kind === "class" && parent.atKey) {
      parent.before = "start";
    } else if (group.isStatement) {
      parent.before = "blockEnd";
      parent.isDeclaring = false;
    } else {
      this.operand(group.open);
      parent.chain = -1;
    }
  }

  protected endElement(): void {
    const group = this.group;
    if (!group.key) return;
    group.key.elementEnd = this.at;
    group.key = null;
  }

  /** @param at the key, which ends where the reader is */
  protected foundKey(at: number): void {
    const group = this.group;
    const end = this.at;
    const next = this.codeAfter(end);
    const isShorthand =
      startsWord(this.source.charCodeAt(at)) && (next === 44 || next === 125 || next === 61);
    // Else it is a method.
    if (!isShorthand && next !== 58) return;
    const { before } = group;
    const values = { valueAt: isShorthand ? end : -1, defaultAt: -1, elementEnd: -1 };
    group.key = { kind: "key", at, end, group, before, isShorthand, ...values };
    this.found.push(group.key);
  }

  protected foundName(at: number, end: number): void {
    const group = this.group;
    const { before, kind } = group;
    const inList = before === "comma" && group.isDeclaring && (kind === "block" || kind === "control");
    const isDeclared =
      inList || before === "declare" || before === "function" || before === "class" || before === "jump";
    this.found.push({ kind: "name", at, end, group, before, isDeclared });
  }

  protected foundMember(group: Group, ownerEnd: number, end: number): void {
    if (group.chain < 0 || group.isNewPending) return;
    const { chain: at, chainBefore: before, isOptional } = group;
    this.found.push({ kind: "member", at, end, group, before, ownerEnd, isOptional });
  }
}
