import { percents } from "./store.js";

/** Sets up the export dialog and returns the function that opens it. */
export function setUpExport({ t, store }) {
  const $ = (selector) => document.querySelector(selector);
  const dialog = $("#export-dialog");
  let address = null;

  function rows() {
    const { items, log } = store.board;
    if (document.querySelector("[name=what]:checked").value === "results") {
      const parts = percents(items);
      return [t("csvResults"), ...items.map((item, i) => [item.name, item.count, parts[i]])];
    }
    const name = (id) => items.find((item) => item.id === id)?.name ?? "";
    return [t("csvLog"), ...log.map((tap) => [new Date(tap.t).toISOString(), name(tap.i), tap.by, tap.n])];
  }

  function refresh() {
    const csv = rows()
      .map((row) => row.map(cell).join(","))
      .join("\r\n");
    $("#export-text").value = csv;
    if (address) URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob(["\ufeff", csv, "\r\n"], { type: "text/csv;charset=utf-8" }));
    $("#download").href = address;
    const words = store.board.title
      .replace(/[\\/:*?"<>|\p{C}]/gu, " ")
      .trim()
      .replace(/\s+/g, "-");
    $("#download").download = `${words.slice(0, 60) || "headcount"}.csv`;
    $("#copy").textContent = t("copy");
  }

  for (const input of document.getElementsByName("what")) input.addEventListener("change", refresh);
  $("#export-close").addEventListener("click", () => dialog.close());
  $("#copy").addEventListener("click", () => {
    $("#export-text").select();
    if (document.execCommand("copy")) $("#copy").textContent = t("copied");
  });

  return () => {
    document.querySelector("[name=what][value=results]").checked = true;
    refresh();
    dialog.showModal();
  };
}

/** Quotes a field if necessary, and escapes a name that a spreadsheet would read as a formula. */
function cell(value) {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
