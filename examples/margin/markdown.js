// Renders a little Markdown directly to elements, so a note's text is never parsed as HTML.

const BLOCKS = [
  { kind: "heading", test: /^(#{1,3})\s+(.+)$/ },
  { kind: "rule", test: /^(?:---+|\*\*\*+)\s*$/ },
  { kind: "quote", test: /^>\s?(.*)$/ },
  { kind: "check", test: /^\s*(?:[-*]\s+)?\[( |x|X|)\]\s+(.*)$/ },
  { kind: "bullet", test: /^(\s*)[-*・]\s+(.*)$/ },
  { kind: "number", test: /^\s*(\d+)[.)]\s+(.*)$/ },
];

const INLINE =
  /(`[^`]+`)|(\*\*[^*]+\*\*)|(~~[^~]+~~)|(\*[^*\s][^*]*\*)|(\[[^\]]+\]\([^)\s]+\))|((?:^|(?<=[\s（(、。]))#[\p{L}\p{N}_-]{1,30})/gu;

/** Returns a fragment. `onCheck(line)` is called with the line number of a toggled checkbox. */
export function render(text, { onCheck }) {
  const out = document.createDocumentFragment();
  const lines = text.split("\n");
  let open = null;

  const into = (name, className = "") => {
    if (open?.localName !== name || open.className !== className) {
      open = element(name, className);
      out.append(open);
    }
    return open;
  };

  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (/^```/.test(line)) {
      const end = lines.findIndex((each, at) => at > i && /^```/.test(each));
      const stop = end < 0 ? lines.length : end;
      const code = element("pre");
      code.textContent = lines.slice(i + 1, stop).join("\n");
      out.append(code);
      open = null;
      i = stop;
      continue;
    }
    if (!line.trim()) {
      open = null;
      continue;
    }
    const block = BLOCKS.find(({ test }) => test.test(line));
    const match = block?.test.exec(line);
    switch (block?.kind) {
      case "heading":
        out.append(element(`h${match[1].length + 1}`, "", inline(match[2])));
        open = null;
        break;
      case "rule":
        out.append(element("hr"));
        open = null;
        break;
      case "quote": {
        const quote = into("blockquote");
        if (quote.childNodes.length) quote.append(element("br"));
        quote.append(...inline(match[1]));
        break;
      }
      case "check":
        into("ul", "checks").append(checkItem(match, i, onCheck));
        break;
      case "bullet": {
        const item = element("li", "", inline(match[2]));
        item.style.setProperty("--depth", Math.min(4, Math.floor(match[1].length / 2)));
        into("ul").append(item);
        break;
      }
      case "number": {
        const list = into("ol");
        if (!list.childNodes.length) list.start = Number(match[1]);
        list.append(element("li", "", inline(match[2])));
        break;
      }
      default: {
        const paragraph = into("p");
        if (paragraph.childNodes.length) paragraph.append(element("br"));
        paragraph.append(...inline(line));
      }
    }
  }
  return out;
}

/** Returns the text with the checkbox on that line toggled. */
export function toggleCheck(text, line) {
  const lines = text.split("\n");
  lines[line] = lines[line].replace(/\[( |x|X|)\]/, (_, mark) => (mark.trim() ? "[ ]" : "[x]"));
  return lines.join("\n");
}

function checkItem(match, line, onCheck) {
  const item = element("li");
  const label = element("label");
  const box = element("input");
  box.type = "checkbox";
  box.checked = Boolean(match[1].trim());
  box.addEventListener("change", () => onCheck(line));
  label.append(box, element("span", "", inline(match[2])));
  item.append(label);
  return item;
}

function inline(text) {
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(last, match.index));
    last = match.index + match[0].length;
    const [all, code, bold, struck, italic, link] = match;
    if (code) parts.push(element("code", "", [all.slice(1, -1)]));
    else if (bold) parts.push(element("strong", "", [all.slice(2, -2)]));
    else if (struck) parts.push(element("s", "", [all.slice(2, -2)]));
    else if (italic) parts.push(element("em", "", [all.slice(1, -1)]));
    else if (link) {
      const [, words, address] = /^\[(.+)\]\((.+)\)$/.exec(all);
      const shown = element(/^https?:\/\//i.test(address) ? "a" : "span", "link", [words]);
      shown.title = address;
      if (shown.localName === "a") Object.assign(shown, { href: address, target: "_blank", rel: "noopener" });
      parts.push(shown);
    } else parts.push(element("span", "tag", [all]));
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}

function element(name, className = "", children = []) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
