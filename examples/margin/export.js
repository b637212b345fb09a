import { tagsOf, toMarkdown } from "./store.js";

/** Sets up the export dialog and returns the function that opens it. */
export function setUpExport({ t, store, current }) {
  const $ = (selector) => document.querySelector(selector);
  const dialog = $("#export-dialog");
  let address = null;

  function refresh() {
    const all = document.querySelector("[name=what]:checked").value === "all";
    const notes = all ? store.list() : [current()];
    const text = notes.map((note) => toMarkdown(note, t("untitled"))).join("\n---\n\n");
    $("#export-text").value = text;
    if (address) URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([text], { type: "text/markdown;charset=utf-8" }));
    $("#download").href = address;
    $("#download").download = `${all ? "margin-notes" : fileName(current())}.md`;
    $("#copy").textContent = t("copy");
  }

  for (const input of document.getElementsByName("what")) input.addEventListener("change", refresh);
  $("#export-close").addEventListener("click", () => dialog.close());
  $("#copy").addEventListener("click", () => {
    $("#export-text").select();
    if (document.execCommand("copy")) $("#copy").textContent = t("copied");
  });

  return () => {
    if (!current()) return;
    document.querySelector("[name=what][value=one]").checked = true;
    refresh();
    dialog.showModal();
    $("#export-text").scrollTop = 0;
  };
}

function fileName(note) {
  const words = note.title
    .replace(/[\\/:*?"<>|\p{C}]/gu, " ")
    .trim()
    .replace(/\s+/g, "-");
  return words.slice(0, 60) || tagsOf(note)[0] || "note";
}
