import { describe, expect, it } from "vitest";
import { manifestSchema } from "@/lib/package/manifest-contract";
import { isShared } from "@/lib/rooms/rules";
import { checkProject } from "../upload/check-upload";
import { builtName, compilePlan } from "@/lib/package/compile-plan";
import { TEMPLATES } from "./playground-names";
import { textOf } from "./project";
import { loadTemplate } from "./templates";

const ROOMS = ["poll", "list", "chat", "pointers"] as const;

describe.each(["en", "ja"])("the templates in %s", (locale) => {
  it.each(TEMPLATES)("%s is a package", async (name) => {
    const project = await loadTemplate(name, locale);
    const plan = compilePlan(project);
    const built = [...(plan?.modules ?? []), ...(plan?.scripts ?? [])].map(
      (path) => [builtName(path), new Uint8Array()] as const,
    );
    const { package: opened, findings } = await checkProject(
      new Map([...(plan?.project ?? project), ...built]),
    );
    expect(opened).not.toBeNull();
    expect(findings.map(({ code }) => code).filter((code) => code !== "icon_missing")).toEqual([]);
    for (const path of project.keys()) expect(textOf(project, path)).not.toContain("undefined");
    expect(textOf(project, "index.html")).toContain(`<html lang="${locale}">`);
    const { name: title, description } = manifestSchema.parse(JSON.parse(textOf(project, "manifest.json")));
    const isJapanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
    for (const text of [title, description])
      expect(text).toEqual(
        locale === "ja" ? expect.stringMatching(isJapanese) : expect.not.stringMatching(isJapanese),
      );
  });

  it.each(ROOMS)("%s is for several people", async (name) => {
    const project = await loadTemplate(name, locale);
    const manifest = manifestSchema.parse(JSON.parse(textOf(project, "manifest.json")));
    expect(isShared(manifest)).toBe(true);
    // It runs as it stands: a syntax error would be thrown here.
    expect(() => new Function(textOf(project, "app.js"))).not.toThrow();
    // Comments fit beside two panes.
    const lines = textOf(project, "app.js").split("\n");
    expect(lines.filter((line) => line.length > 90)).toEqual([]);
  });

  it("only those with a map load its code", async () => {
    const texts = await Promise.all(
      ROOMS.map(async (name) => [name, textOf(await loadTemplate(name, locale), "app.js")] as const),
    );
    expect(texts.filter(([, text]) => text.includes("shared")).map(([name]) => name)).toEqual([
      "poll",
      "list",
    ]);
  });
});
