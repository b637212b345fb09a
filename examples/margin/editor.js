// Editing aids for a plain text field: continued lists, indentation, formatting. All edits go through the browser's undo.

const ITEM = /^(\s*)([-*・]\s+\[(?: |x|X)\]\s+|[-*・]\s+|(\d+)([.)])\s+)/;

export function helpWriting(field) {
  // Fallback for browsers that cannot size a field by its content.
  if (!CSS.supports("field-sizing", "content")) {
    field.addEventListener("input", () => fit(field));
  }
  let composing = false;
  field.addEventListener("compositionstart", () => (composing = true));
  field.addEventListener("compositionend", () => (composing = false));

  field.addEventListener("keydown", (event) => {
    if (composing || event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey && continueList(field)) event.preventDefault();
    if (event.key === "Tab" && indent(field, event.shiftKey)) event.preventDefault();
    if (event.key === " " && expandBox(field)) event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const mark = { b: "**", i: "*" }[event.key.toLowerCase()];
      if (mark) {
        event.preventDefault();
        wrap(field, mark);
      }
    }
  });
}

export function fit(field) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

/** Toggles a prefix on the selected lines: removes it if all of them have it. */
export function prefixLines(field, prefix) {
  const { from, to } = lineBounds(field);
  const lines = field.value.slice(from, to).split("\n");
  const bare = (line) => line.replace(/^(#{1,3}\s+|[-*・]\s+(\[(?: |x|X)\]\s+)?)/, "");
  const all = lines.every((line) => line.startsWith(prefix) && bare(line) === line.slice(prefix.length));
  const changed = lines.map((line) => (all ? bare(line) : prefix + bare(line))).join("\n");
  replace(field, from, to, changed);
}

export function wrap(field, mark) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const chosen = value.slice(start, end);
  const outside =
    value.slice(start - mark.length, start) === mark && value.slice(end, end + mark.length) === mark;
  if (outside) {
    replace(field, start - mark.length, end + mark.length, chosen);
    field.setSelectionRange(start - mark.length, end - mark.length);
  } else {
    replace(field, start, end, mark + chosen + mark);
    field.setSelectionRange(start + mark.length, end + mark.length);
  }
}

function continueList(field) {
  const { from } = lineBounds(field);
  const at = field.selectionStart;
  const match = ITEM.exec(field.value.slice(from));
  if (!match || at < from + match[0].length || at !== field.selectionEnd) return false;
  const lineEnd = field.value.indexOf("\n", at) < 0 ? field.value.length : field.value.indexOf("\n", at);
  if (!field.value.slice(from + match[0].length, lineEnd).trim()) {
    replace(field, from, lineEnd, ""); // Enter on an empty item ends the list
    return true;
  }
  const [, space, bullet, digits, dot] = match;
  const next = digits ? `${Number(digits) + 1}${dot} ` : bullet.replace(/\[[xX]\]/, "[ ]");
  replace(field, at, at, `\n${space}${next}`);
  return true;
}

function indent(field, outwards) {
  const { from } = lineBounds(field);
  if (!ITEM.test(field.value.slice(from))) return false; // outside a list, Tab moves the focus as usual
  const at = field.selectionStart;
  if (outwards && !field.value.startsWith("  ", from)) return true;
  if (outwards) replace(field, from, from + 2, "");
  else replace(field, from, from, "  ");
  const moved = at + (outwards ? -2 : 2);
  field.setSelectionRange(moved, moved);
  return true;
}

/** `[]` and a space at the start of a line become a checkbox. */
function expandBox(field) {
  const { from } = lineBounds(field);
  const at = field.selectionStart;
  if (!/^\s*[[［][\]］]$/.test(field.value.slice(from, at))) return false;
  replace(field, from, at, "- [ ] ");
  return true;
}

function lineBounds({ value, selectionStart, selectionEnd }) {
  const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const end = value.indexOf("\n", selectionEnd);
  return { from, to: end < 0 ? value.length : end };
}

function replace(field, from, to, text) {
  field.focus();
  field.setSelectionRange(from, to);
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (done || from === to) return;
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
