import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { useToasts } from "@/components/ui/toast";
import { messagesFor } from "@/lib/i18n/messages";
import { refusal, warning } from "@/lib/package/finding";
import type { SayFinding, SayValue } from "../upload/finding-values";
import { firstProblem, showProblem } from "./problem-toast";

describe("the first problem of a project", () => {
  const first = (...findings: Parameters<typeof firstProblem>[0]) =>
    firstProblem(findings, ({ message }) => message);

  it("is what refuses it, with its file and line", () => {
    const found = first(
      warning("icon_missing"),
      refusal("build_failed", { detail: "Unexpected ;" }, { entry: "app.ts", line: 3 }),
    );
    expect(found).toBe("app.ts:3: The code could not be built: Unexpected ;");
  });

  it("names a file once", () => {
    const params = { entry: "a?.js", reason: "it has ?" };
    const found = first(refusal("name_not_portable", params, { entry: "a?.js" }));
    expect(found).toBe("a?.js: a file cannot have this name on every system (it has ?).");
    expect(first(refusal("no_entry_point", {}, { entry: "manifest.json" }))).toBe(
      "manifest.json: No entry point specified in manifest",
    );
  });

  it("need not be in a file", () => {
    expect(first(refusal("archive_empty"))).toBe("The archive has no entries.");
    expect(first()).toBeNull();
  });
});

it.each([
  [
    "en",
    "Nothing was published: the app has a problem.",
    "a?.js: a file cannot have this name on every system (it has ?).",
  ],
  [
    "ja",
    "アプリに問題があるため、公開しませんでした。",
    "a?.js: 環境によってはファイルに付けられない名前です（? が入っている）。",
  ],
] as const)("what was not done is said with the reason (%s)", (locale, title, description) => {
  const t = createTranslator({ locale, messages: messagesFor(locale) });
  const say = createTranslator({ locale, messages: messagesFor(locale), namespace: "package" });
  const sayValue = createTranslator({
    locale,
    messages: messagesFor(locale),
    namespace: "apps.upload.values",
  });
  const found = [refusal("name_not_portable", { entry: "a?.js", reason: "it has ?" }, { entry: "a?.js" })];
  showProblem(
    t("playground.notDone.publish"),
    found,
    say as unknown as SayFinding,
    sayValue as unknown as SayValue,
  );
  expect(useToasts.getState().toasts[0]).toMatchObject({ tone: "danger", title, description });
});
