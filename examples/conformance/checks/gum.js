import { fails, is, ok, skip } from "./check.js";

const coded = async (work) => {
  const { code } = await fails(work);
  ok(typeof code === "string" && code !== "", "The error has no code.");
  return code;
};

export const gumChecks = [
  ["gum has a version", () => ok(gum.version >= 1, `It is ${gum.version}`)],
  [
    "gum.ready resolves to the app",
    async () => {
      const { id, name, version } = await gum.ready();
      is([typeof id, version], ["string", "1.0.0"]);
      ok(name === "Conformance" || name === "適合テスト", `It is called ${name}`);
      is(gum.app, { id, name, version });
    },
  ],
  [
    "gum.capabilities lists what this host offers",
    () => {
      const listed = gum.capabilities();
      for (const name of ["storage", "state", "user"]) ok(listed.includes(name), `"${name}" is missing.`);
    },
  ],
  [
    "gum.user.id is a text",
    () => ok(typeof gum.user.id === "string" && gum.user.id.length >= 6, String(gum.user.id)),
  ],
  ["A profile that the manifest does not ask for is refused", () => coded(() => gum.user.profile())],
  ["gum.theme is light or dark", () => ok(["light", "dark"].includes(gum.theme), gum.theme)],
  ["gum.locale is a language", () => is(Intl.getCanonicalLocales(gum.locale), [gum.locale])],
  [
    "Listeners for theme and language can be removed",
    () => {
      for (const listen of [gum.onThemeChange, gum.onLocaleChange]) is(typeof listen(() => {}), "function");
    },
  ],
  ["A fresh start restores no state", () => gum.state.restored === null || skip("This run was paused.")],
  ["gum.state.save takes a function", () => gum.state.save(() => ({ paused: true }))],
  [
    "Alone, there is no room and no moment",
    () => (gum.room ? skip("This run is shared.") : is([gum.room, gum.moment], [null, null])),
  ],
  [
    "gum.shared is the person's own map where nobody shares the run",
    async () => {
      const { shared } = gum;
      await shared.ready;
      for (const key of shared.keys()) shared.delete(key);
      shared.batch(() => {
        shared.set("title", "Sunday");
        shared.increment("visits", 2);
        shared.push("guests", "Ada", "Ben");
        shared.insert("guests", 1, "Cem");
      });
      is(shared.entries(), [
        ["guests", ["Ada", "Cem", "Ben"]],
        ["title", "Sunday"],
        ["visits", 2],
      ]);
      is((await fails(() => shared.increment("title"))).code, "wrong_kind");
    },
  ],
  [
    "A host that the manifest does not list is refused",
    async () => {
      const answer = await gum.fetch("https://elsewhere.example/").catch((error) => error);
      ok(answer instanceof Error ? answer.code : answer.headers.get("gum-error"), "It was not refused.");
    },
  ],
  [
    "gum.card needs a room",
    () => (gum.room ? skip("This run is shared.") : coded(() => gum.card({ title: "No" }))),
  ],
  [
    "The parts of gum cannot be replaced",
    () => {
      const before = gum.storage.get;
      try {
        gum.storage.get = () => {};
      } catch {
        // Frozen.
      }
      ok(gum.storage.get === before, "gum.storage was changed.");
    },
  ],
];
