import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { bodyOf, preferOf } from "./rest-format";

const asked = (headers: Record<string, string>) => new Request("http://gum.test/", { headers });

function codeOf(work: () => unknown): string {
  try {
    work();
    return "ok";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details?.rest as { code: string }).code;
  }
}

describe("the format of rows", () => {
  const rows = [
    { id: "a", body: 'plums, "ripe"', tags: ["x", "y"], app: null },
    { id: "b", body: "two\nlines", tags: [], app: 3 },
  ];

  it("is JSON, one object, without nulls, or CSV", () => {
    const body = (accept: string, shown = rows) => bodyOf(asked({ accept }), shown);
    expect(JSON.parse(body("application/json").text)).toEqual(rows);
    expect(JSON.parse(body("text/html, */*").text)).toEqual(rows);
    expect(JSON.parse(body("application/vnd.pgrst.object+json;nulls=stripped", [rows[0]!]).text)).toEqual({
      id: "a",
      body: 'plums, "ripe"',
      tags: ["x", "y"],
    });
    expect(body("text/csv")).toEqual({
      type: "text/csv; charset=utf-8",
      text: 'id,body,tags,app\na,"plums, ""ripe""","[""x"",""y""]",\nb,"two\nlines",[],3',
    });
    expect(body("text/csv", []).text).toBe("");
    expect(codeOf(() => body("application/vnd.pgrst.object+json"))).toBe("PGRST116");
  });

  it.each([
    'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|verbose;',
    "application/geo+json",
    "text/html",
  ])("is not %s", (accept) => {
    expect(codeOf(() => bodyOf(asked({ accept }), rows))).toBe("PGRST107");
  });
});

it("wishes are understood, or refused where ignoring them would do harm", () => {
  expect(
    preferOf(asked({ prefer: "return=representation,count=exact, resolution=ignore-duplicates" })),
  ).toEqual({ count: true, returning: true, duplicates: "ignore", maxAffected: null });
  expect(preferOf(asked({ prefer: "handling=strict, max-affected=3" })).maxAffected).toBe(3);
  expect(codeOf(() => preferOf(asked({ prefer: "tx=rollback" })))).toBe("0A000");
  expect(codeOf(() => preferOf(asked({ prefer: "max-affected=-1" })))).toBe("PGRST100");
});
