import { expect, it } from "vitest";
import { textsIn } from "./texts";

const manifest = {
  description: "Counts heads",
  metadata: { translations: { ja: { name: "人数", description: "人を数えます" }, pt: { name: "Cabeças" } } },
};

it("speaks the language that the package brings, region or not", () => {
  const app = { name: "Headcount", description: "Counts heads", manifest };
  expect(textsIn(app, "ja")).toEqual({ name: "人数", description: "人を数えます" });
  expect(textsIn(app, "pt-BR")).toEqual({ name: "Cabeças", description: "Counts heads" });
  expect(textsIn(app, "en")).toEqual({ name: "Headcount", description: "Counts heads" });
  expect(textsIn({ ...app, manifest: { description: "", metadata: {} } }, "ja").name).toBe("Headcount");
});

it("leaves what the owner wrote in the store", () => {
  const app = { name: "Headcount", description: "Counts heads, and cats", manifest };
  expect(textsIn(app, "ja")).toEqual({ name: "人数", description: "Counts heads, and cats" });
});
