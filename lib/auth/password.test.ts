import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { findPasswordProblem, isPasswordTooLong, normalizePassword } from "./password";

const own = { email: "Mika@Example.com", username: "mika" };
const check = (password: string, isCommon: (text: string) => boolean = () => false) =>
  findPasswordProblem({ password, own, isCommon });

describe("findPasswordProblem", () => {
  it.each([
    ["seven77", "too_short"],
    ["eight888", null],
    ["パスワードは八文字以上🍡🍡🍡", null],
    [`${"森の中の小さな家🏡".repeat(7)}!`, null],
    ["x".repeat(1_024).replace(/./g, (_, at: number) => "abcdefg"[at % 7]!), null],
    ["a".repeat(1_025), "too_long"],
    ["😀".repeat(300), "too_long"],
    ["mika@example.com", "own_address"],
    ["MIKA@EXAMPLE.COM", "own_address"],
    ["aaaaaaaaaaaa", "too_common"],
    ["abababababab", "too_common"],
  ])("%j: %s", (password, problem) => {
    expect(check(password)).toBe(problem);
  });

  it("checks the list with and without appended symbols", () => {
    const isCommon = (text: string) => text === "password1";
    expect(check("Password1", isCommon)).toBe("too_common");
    expect(check("Password1!!!", isCommon)).toBe("too_common");
    expect(check("Password1 or not", isCommon)).toBeNull();
  });

  it("counts an emoji as one character", () => {
    expect(check("😀😁😂🤣😃😄😅")).toBe("too_short");
    expect(check("😀😁😂🤣😃😄😅😆")).toBeNull();
  });

  it("refuses ten thousand characters at once", () => {
    const text = "x".repeat(10_000);
    expect(cpuMilliseconds(() => expect(isPasswordTooLong(text)).toBe(true))).toBeLessThan(50);
  });
});

it("normalizes Unicode forms to one password", () => {
  expect(normalizePassword("か\u3099くせい")).toBe(normalizePassword("がくせい"));
});
