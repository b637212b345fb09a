import { Skip } from "./checks/check.js";
import { files } from "./checks/files.js";
import { gumChecks } from "./checks/gum.js";
import { isolation } from "./checks/isolation.js";
import { manual, page } from "./checks/page.js";
import { leaveForNextRun, storage } from "./checks/storage.js";

const GROUPS = [
  ["Files", files],
  ["Page", page],
  ["Storage", storage],
  ["gum", gumChecks],
  ["Isolation", isolation],
];
const LIMIT_MS = 15_000;
const find = (selector) => document.querySelector(selector);
const results = [];

function made(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

async function outcomeOf(check) {
  const late = new Promise((_, reject) =>
    setTimeout(() => reject(new Error("It did not finish in 15 seconds.")), LIMIT_MS),
  );
  try {
    await Promise.race([(async () => check())(), late]);
    return { outcome: "passed", detail: "" };
  } catch (error) {
    const isSkipped = error instanceof Skip;
    return { outcome: isSkipped ? "skipped" : "failed", detail: isSkipped ? error.message : String(error) };
  }
}

function show(list, { name, outcome, detail }) {
  const item = made("li", { className: outcome }, made("b", { textContent: outcome }), name);
  if (detail) item.append(made("small", { textContent: detail }));
  list.append(item);
}

const count = (outcome) => results.filter((result) => result.outcome === outcome).length;

function summarise() {
  const skipped = count("skipped");
  find("#summary").textContent =
    `${count("passed")} passed, ${count("failed")} failed${skipped ? `, ${skipped} skipped` : ""}`;
  document.documentElement.dataset.done = String(count("failed"));
}

const report = () =>
  [
    find("#summary").textContent,
    navigator.userAgent,
    ...results.map(({ outcome, name, detail }) => `${outcome}  ${name}${detail ? `: ${detail}` : ""}`),
  ].join("\n");

function showManual() {
  for (const [label, expected, press] of manual) {
    const answer = made("small", { textContent: "" });
    const button = made("button", { type: "button", textContent: label });
    find("#manual").append(made("li", {}, button, made("span", {}, expected, " ", answer)));
    button.onclick = async () => {
      answer.textContent = "…";
      answer.textContent = await (async () => press())().catch((error) => `${error.name}: ${error.message}`);
    };
  }
}

async function run() {
  for (const [title, checks] of GROUPS) {
    const list = made("ul", {});
    find("#results").append(made("section", {}, made("h2", { textContent: title }), list));
    for (const [name, check] of checks) {
      const result = { name: `${title}: ${name}`, ...(await outcomeOf(check)) };
      results.push(result);
      show(list, { ...result, name });
    }
  }
  await leaveForNextRun().catch((error) =>
    results.push({ name: "Saving for the next run", outcome: "failed", detail: String(error) }),
  );
  summarise();
}

find("#only").addEventListener("change", ({ target }) =>
  find("#results").classList.toggle("only", target.checked),
);
find("#again").addEventListener("click", () => location.reload());
find("#copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(report());
  find("#copy").textContent = "Copied";
});
const showTheme = () => (document.documentElement.style.colorScheme = gum.theme);
gum.onThemeChange(showTheme);
showTheme();
showManual();
await run();
