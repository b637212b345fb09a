/**
 * Reads a script token by token and keeps as much of the syntax as it takes to classify each `location`: a
 * variable, a property and of which expression, a key, a parameter. It builds no tree: a parser would cost
 * every start several times as much, and this reads texts that exist at run time only as well.
 */
import { GroupReader } from "@/lib/sandbox/protocol/group-reader";
import { type Occurrence } from "@/lib/sandbox/protocol/script-groups";
import {
  endOfLine,
  FUNCTION_FOLLOWS,
  isDigit,
  KEYWORD_CHARS,
  KEYWORDS,
  NUMBER,
  REGEX,
  skipBlank,
  startsWord,
  WORD,
} from "@/lib/sandbox/protocol/script-tokens";

/** @returns what was found, or null for a text that is no script */
export function readScript(source: string, word: string): Occurrence[] | null {
  return new ScriptReader(source, word).read();
}

class ScriptReader extends GroupReader {
  /** A line break precedes the current token. */
  #isNewLine = true;

  read(): Occurrence[] | null {
    const source = this.source;
    if (source.startsWith("#!")) this.at = endOfLine(source, 0);
    for (;;) {
      this.#blank();
      if (this.at >= source.length) break;
      if (!this.#token(source.charCodeAt(this.at))) return null;
    }
    return this.group.parent === null ? this.found : null;
  }

  #blank(): void {
    const from = this.at;
    const code = this.source.charCodeAt(from);
    // Most tokens of minified code follow one another.
    this.#isNewLine = from === 0;
    if (code > 47 && code !== 60 && code < 128) return;
    this.at = skipBlank(this.source, from);
    if (this.at > from) this.#isNewLine ||= /[\n\r\u2028\u2029]/.test(this.source.slice(from, this.at));
  }

  /** @returns false for what cannot be read */
  #token(code: number): boolean {
    const group = this.group;
    group.tokens += 1;
    switch (code) {
      case 34: // "
      case 39: // '
        return this.#string(code);
      case 96: // `
        if (group.before !== "operand") this.operand(this.at);
        return this.template(this.at + 1);
      case 40: // (
        return this.openParenthesis();
      case 91: // [
        return this.openBracket();
      case 123: // {
        return this.openBrace();
      case 41: // )
      case 93: // ]
      case 125: // }
        return this.close(code);
      case 59: // ;
        group.isDeclaring = group.isImporting = false;
        group.pending = null;
        group.ternaries = 0;
        if (group.kind === "class") group.atKey = true;
        return this.step(1, "semicolon");
      case 44: // ,
        this.endElement();
        if (group.kind === "object") group.atKey = true;
        return this.step(1, "comma");
      case 58: // :
        return this.#colon();
      case 46: // .
        return this.#dot();
      case 47: // /
        return this.#slash();
      case 63: // ?
        return this.#question();
      case 61: // =
        return this.#equals();
      case 43: // +
      case 45: // -
        return this.#plusOrMinus(code);
    }
    if (isDigit(code)) return this.#number();
    if (startsWord(code)) return this.#identifier();
    return this.step(1, "operator");
  }

  #string(quote: number): boolean {
    const source = this.source;
    const start = this.at;
    let at = start + 1;
    for (; ; at++) {
      const code = source.charCodeAt(at);
      if (code === quote) break;
      if (code === 92) at += source.startsWith("\r\n", at + 1) ? 2 : 1;
      else if (code === 10 || code === 13 || Number.isNaN(code)) return false;
    }
    this.at = at + 1;
    const group = this.group;
    const isWord = at - start - 1 === this.word.length && source.startsWith(this.word, start + 1);
    if (group.isImporting) {
      group.isImporting = false;
      this.operand(start);
    } else if (this.takesKey()) {
      if (isWord && group.kind === "object") this.foundKey(start);
      group.before = "operand";
    } else {
      if (group.kind === "index") group.isWordIndex = group.tokens === 1 && isWord;
      this.operand(start);
    }
    return true;
  }

  protected override template(from: number): boolean {
    const source = this.source;
    for (let at = from; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === 92) at += 1;
      else if (code === 96) {
        this.at = at + 1;
        this.group.before = "operand";
        return true;
      } else if (code === 36 && source.charCodeAt(at + 1) === 123) {
        this.at = at + 2;
        this.push("template", at + 1);
        return true;
      }
    }
    return false;
  }

  #number(): boolean {
    const start = this.at;
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.source)) return false;
    this.at = NUMBER.lastIndex;
    if (this.takesKey()) this.group.before = "operand";
    else this.operand(start);
    return true;
  }

  #identifier(): boolean {
    const source = this.source;
    const start = this.at;
    WORD.lastIndex = start;
    if (!WORD.test(source)) return false;
    const end = (this.at = WORD.lastIndex);
    const group = this.group;
    const { before } = group;
    const length = end - start;
    const word = length >= KEYWORD_CHARS.min && length <= KEYWORD_CHARS.max ? source.slice(start, end) : "";
    const isWord = word === this.word;
    if (before === "dot") {
      if (isWord) this.foundMember(group, group.dot, end);
      group.before = "operand";
    } else if (group.isImporting || group.kind === "names") {
      // Declares or passes on names.
    } else if (this.takesKey()) {
      if (isWord && group.kind === "object") this.foundKey(start);
      group.before = word === "static" ? "statement" : "operand";
    } else if (word !== "" && !isWord && this.#keyword(word, start)) {
      // Has set what it is.
    } else if (before === "jump" && !this.#isNewLine) {
      group.before = "semicolon";
    } else {
      if (isWord) this.foundName(start, end);
      if ((word === "eval" || word === "Function") && this.codeAfter(end) === 40) this.evaluates = word;
      this.operand(start);
    }
    return true;
  }

  /** @returns false if the word is a name here */
  #keyword(word: string, start: number): boolean {
    const group = this.group;
    const source = this.source;
    const before = KEYWORDS.get(word);
    if (before !== undefined) {
      if (before === "new") {
        group.newAt = start;
        group.chainBefore = group.before;
      } else if (before === "declare") group.isDeclaring = true;
      else if (before !== "operator" && before !== "delete") group.isDeclaring = false;
      group.before = before;
      return true;
    }
    const next = this.codeAfter(this.at);
    switch (word) {
      case "function":
      case "class":
        group.pending = word;
        group.isPendingStatement = this.atStatement();
        group.before = word;
        return true;
      case "async":
        FUNCTION_FOLLOWS.lastIndex = this.at;
        return FUNCTION_FOLLOWS.test(source);
      case "await":
        // `for await (…)`
        if (group.before !== "controlWord") group.before = "operator";
        return true;
      case "let":
        if (!startsWord(next) && next !== 91 && next !== 123) return false;
        group.isDeclaring = true;
        group.before = "declare";
        return true;
      case "of":
        if (group.kind !== "control" || group.before !== "operand") return false;
        group.before = "operator";
        return true;
      case "import":
        if (next === 40 || next === 46) return false;
        group.isImporting = true;
        group.before = "operator";
        return true;
      case "export":
        group.isImporting = next === 42;
        if (next === 123) {
          this.at = skipBlank(source, this.at) + 1;
          this.push("names", this.at - 1);
        } else group.before = "semicolon";
        return true;
      case "super":
        this.operand(start);
        group.chain = -1;
        return true;
    }
    return false;
  }

  #dot(): boolean {
    const group = this.group;
    const next = this.source.charCodeAt(this.at + 1);
    if (isDigit(next)) return this.#number();
    if (next === 46) {
      if (group.kind === "object") group.atKey = false;
      return this.step(3, "spread");
    }
    return this.#member(1);
  }

  #member(length: number): true {
    const group = this.group;
    if (group.before !== "operand") group.chain = -1;
    group.dot = this.at;
    return this.step(length, "dot");
  }

  #question(): boolean {
    const group = this.group;
    const next = this.source.charCodeAt(this.at + 1);
    if (next === 63) return this.step(2, "operator");
    if (next === 46 && !isDigit(this.source.charCodeAt(this.at + 2))) {
      group.isOptional = true;
      return this.#member(2);
    }
    group.ternaries += 1;
    return this.step(1, "operator");
  }

  #colon(): boolean {
    const group = this.group;
    if (group.ternaries > 0) {
      group.ternaries -= 1;
      return this.step(1, "operator");
    }
    if (group.kind === "object") {
      group.atKey = false;
      if (group.key && group.key.valueAt < 0) group.key.valueAt = this.at + 1;
    }
    return this.step(1, "colon");
  }

  #slash(): boolean {
    if (this.group.before === "operand") return this.step(1, "operator");
    const start = this.at;
    REGEX.lastIndex = start;
    if (!REGEX.test(this.source)) return false;
    this.at = REGEX.lastIndex;
    this.operand(start);
    return true;
  }

  #equals(): true {
    const group = this.group;
    if (this.source.charCodeAt(this.at + 1) === 62) {
      if (group.tokens === group.tokensToParentheses + 1) group.lastParentheses!.isBinding = true;
      return this.step(2, "arrow");
    }
    group.atKey = false;
    if (group.key && group.key.defaultAt < 0) group.key.defaultAt = this.at + 1;
    return this.step(1, "operator");
  }

  #plusOrMinus(code: number): true {
    const group = this.group;
    const source = this.source;
    if (source.charCodeAt(this.at + 1) !== code) return this.step(1, "operator");
    if (this.#isNewLine && source.startsWith("-->", this.at)) {
      this.at = endOfLine(source, this.at);
      return true;
    }
    const isPostfix = group.before === "operand" && !this.#isNewLine;
    return this.step(2, isPostfix ? "operand" : "update");
  }
}
