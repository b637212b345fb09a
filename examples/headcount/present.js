// The presentation view for a projector: the question and the bars.

import { percents } from "./store.js";

export function createPresenter({ root, store, t, onCount }) {
  const $ = (selector) => root.querySelector(selector);
  const rows = new Map();
  let hidden = false;
  let sorted = false;

  function row(item) {
    const made = document.createElement("button");
    made.className = "row";
    made.innerHTML = `<span class="words"><b></b><em></em></span><span class="track"><i></i></span>`;
    made.addEventListener("click", () => onCount(item.id, 1));
    return made;
  }

  function show() {
    if (!root.open) return;
    const { items, title } = store.board;
    const total = store.total();
    const parts = percents(items);
    const most = Math.max(1, ...items.map((item) => item.count));
    const order = items.map((item, i) => i);
    if (sorted && !hidden) order.sort((a, b) => items[b].count - items[a].count || a - b);

    $("h2").textContent = title || t("untitled");
    $(".sum").textContent = hidden ? t("hidden") : t("total", total);
    const list = $(".rows");
    list.style.setProperty("--rows", items.length);
    for (const [id, element] of rows) {
      if (items.some((item) => item.id === id)) continue;
      element.remove();
      rows.delete(id);
    }
    items.forEach((item, i) => {
      if (!rows.has(item.id)) {
        rows.set(item.id, row(item));
        list.append(rows.get(item.id));
      }
      const element = rows.get(item.id);
      const name = item.name || t("untitled");
      element.dataset.color = item.color;
      element.classList.toggle("first", !hidden && total > 0 && item.count === most);
      element.style.setProperty("--place", order.indexOf(i));
      element.style.setProperty("--part", hidden ? 0 : item.count / most);
      element.querySelector("b").textContent = name;
      element.querySelector("em").textContent = hidden
        ? "•••"
        : items.length > 1
          ? `${item.count} · ${parts[i]}%`
          : item.count;
      element.setAttribute("aria-label", t(store.isPoll ? "vote" : "plus", name, hidden ? "" : item.count));
    });
    $(".hide").textContent = t(hidden ? "reveal" : "hide");
    $(".hide").setAttribute("aria-pressed", hidden);
    $(".sort").setAttribute("aria-pressed", sorted);
  }

  $(".hide").addEventListener("click", () => {
    hidden = !hidden;
    show();
  });
  $(".sort").addEventListener("click", () => {
    sorted = !sorted;
    show();
  });
  $(".exit").addEventListener("click", () => root.close());

  return {
    show,
    get open() {
      return root.open;
    },
    start() {
      rows.clear();
      $(".rows").replaceChildren();
      root.showModal();
      show();
      $(".hide").focus();
    },
  };
}
