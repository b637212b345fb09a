// The cards: a large one to tap for each option, and the controls to edit them.

import { isCalm } from "./platform.js";
import { COLOURS, percents } from "./store.js";

export function createCards({ box, store, t, onCount, onRemoved }) {
  const cards = new Map();
  let editing = false;

  function build(item) {
    const card = document.createElement("article");
    card.className = "option";
    card.innerHTML = `
      <button class="tap"><span class="name"></span><strong></strong><span class="percent"></span></button>
      <button class="minus"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-minus"/></svg></button>
      <div class="bar" aria-hidden="true"><i></i></div>
      <div class="edit">
        <input type="text" maxlength="60" autocomplete="off" />
        <div class="colours" role="radiogroup"></div>
        <div class="moves">
          <button class="up"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-back"/></svg></button>
          <button class="down"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-forth"/></svg></button>
          <button class="remove"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-delete"/></svg></button>
        </div>
      </div>`;
    const $ = (selector) => card.querySelector(selector);
    $(".tap").addEventListener("click", () => onCount(item.id, 1));
    $(".minus").addEventListener("click", () => onCount(item.id, -1));
    $("input").addEventListener("input", (event) => store.setItem(item.id, { name: event.target.value }));
    $("input").addEventListener("keydown", (event) => event.key === "Enter" && event.target.blur());
    $(".up").addEventListener("click", () => move(-1));
    $(".down").addEventListener("click", () => move(1));
    $(".remove").addEventListener("click", () =>
      onRemoved(store.find(item.id).name, store.removeItem(item.id)),
    );
    function move(by) {
      const button = document.activeElement;
      store.moveItem(item.id, by);
      button?.focus();
    }
    $(".colours").setAttribute("aria-label", t("colour"));
    for (let color = 0; color < COLOURS; color++) {
      const label = document.createElement("label");
      label.dataset.color = color;
      label.innerHTML = `<input type="radio" name="color-${item.id}" value="${color}"><span></span>`;
      label.firstChild.setAttribute("aria-label", t("colours")[color]);
      label.firstChild.addEventListener("change", () => store.setItem(item.id, { color }));
      $(".colours").append(label);
    }
    return card;
  }

  function show() {
    const { items } = store.board;
    const parts = percents(items);
    const most = Math.max(1, ...items.map((item) => item.count));
    for (const [id, card] of cards) {
      if (items.some((item) => item.id === id)) continue;
      card.remove();
      cards.delete(id);
    }
    items.forEach((item, i) => {
      if (!cards.has(item.id)) cards.set(item.id, build(item));
      const card = cards.get(item.id);
      if (box.children[i] !== card) box.insertBefore(card, box.children[i] ?? null);
      const $ = (selector) => card.querySelector(selector);
      const name = item.name || t("untitled");
      card.dataset.color = item.color;
      card.style.setProperty("--part", item.count / most);
      $(".name").textContent = name;
      $("strong").textContent = item.count;
      $("strong").dataset.digits = String(item.count).length;
      $(".percent").textContent = items.length > 1 ? `${parts[i]}%` : "";
      $(".tap").setAttribute("aria-label", t(store.isPoll ? "vote" : "plus", name, item.count));
      if (store.isPoll) $(".tap").setAttribute("aria-pressed", store.board.mine === item.id);
      $(".tap").disabled = editing;
      $(".minus").setAttribute("aria-label", t("minus", name));
      $(".minus").disabled = !item.count;
      const field = $(".edit > input");
      if (field !== document.activeElement) field.value = item.name;
      field.setAttribute("aria-label", t("itemName"));
      $(`.colours [value="${item.color}"]`).checked = true;
      $(".up").setAttribute("aria-label", t("moveUp", name));
      $(".up").disabled = i === 0;
      $(".down").setAttribute("aria-label", t("moveDown", name));
      $(".down").disabled = i === items.length - 1;
      $(".remove").setAttribute("aria-label", t("remove", name));
      $(".remove").disabled = items.length === 1;
    });
    box.dataset.count = Math.min(items.length, 9);
  }

  return {
    show,
    setEditing(on) {
      editing = on;
      show();
    },
    /** Animates the count and a "+1" that floats away. */
    bump(id, by) {
      const card = cards.get(id);
      if (!card || isCalm()) return;
      card
        .querySelector("strong")
        .animate({ scale: [by > 0 ? 1.14 : 0.9, 1] }, { duration: 180, easing: "ease-out" });
      const flying = document.createElement("span");
      flying.className = "flying";
      flying.textContent = by > 0 ? "+1" : "−1";
      flying.setAttribute("aria-hidden", "true");
      card.append(flying);
      flying
        .animate({ translate: ["0 0", "0 -56px"], opacity: [1, 0] }, { duration: 560, easing: "ease-out" })
        .finished.then(() => flying.remove());
    },
    focusName(id) {
      const field = cards.get(id)?.querySelector(".edit > input");
      field?.focus();
      field?.select();
    },
  };
}
