import { describe, expect, it } from "vitest";
import { rankCommands, type PaletteCommand } from "./palette-commands";

function command(label: string, more: Partial<PaletteCommand> = {}): PaletteCommand {
  return { id: label, group: "pages", label, icon: null, run: () => undefined, ...more };
}

const labels = (commands: PaletteCommand[]) => commands.map((entry) => entry.label);

describe("rankCommands", () => {
  const all = [
    command("Edit profile"),
    command("Profile"),
    command("Settings", { words: "profile theme" }),
    command("Apps"),
  ];

  it("gives everything for no query", () => {
    expect(labels(rankCommands(all, "  "))).toEqual(labels(all));
  });

  it("puts what begins with the query first", () => {
    expect(labels(rankCommands(all, "prof"))).toEqual(["Profile", "Edit profile", "Settings"]);
  });

  it("needs every word", () => {
    expect(labels(rankCommands(all, "profile theme"))).toEqual(["Settings"]);
    expect(rankCommands(all, "zzz")).toEqual([]);
  });

  it("finds Japanese inside a word", () => {
    expect(labels(rankCommands([command("タイムライン"), command("設定")], "ライン"))).toEqual([
      "タイムライン",
    ]);
  });
});
