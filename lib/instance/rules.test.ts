import { describe, expect, it } from "vitest";
import { isOfDomain, readDomain, readInvitationCode, showInvitationCode } from "./rules";

describe("an invitation code", () => {
  it.each([
    ["ABCD-EFGH-2345", "ABCDEFGH2345"],
    [" abcd efgh 2345 ", "ABCDEFGH2345"],
  ])("is read from %j", (typed, code) => {
    expect(readInvitationCode(typed)).toBe(code);
    expect(readInvitationCode(showInvitationCode(code))).toBe(code);
  });
  it.each(["", "ABCD", "ABCD-EFGH-23450", "ABCD-EFGH-234I", "ABCD-EFGH-2340"])("is not %j", (typed) => {
    expect(readInvitationCode(typed)).toBeNull();
  });
});

describe("a domain", () => {
  it.each([
    ["@Mail.Example.", "mail.example"],
    ["throwaway.test", "throwaway.test"],
    ["メール.example", "xn--4dkua4c.example"],
  ])("is read from %j", (typed, domain) => expect(readDomain(typed)).toBe(domain));
  it.each(["", "mail", "a b.test", "http://mail.test", "mail.test/x", "-a.test", `${"a".repeat(64)}.test`])(
    "is not %j",
    (typed) => expect(readDomain(typed)).toBeNull(),
  );
  it("holds the addresses of itself and of what is below it, in any spelling", () => {
    const domains = ["throwaway.test", "xn--4dkua4c.example"];
    for (const email of [
      "a@throwaway.test",
      "a@B.ThrowAway.test",
      "a@メール.example",
      '"x@y"@throwaway.test',
    ])
      expect(isOfDomain(email, domains), email).toBe(true);
    for (const email of [
      "a@notthrowaway.test",
      "throwaway.test@mail.test",
      "a@test",
      "a@throwaway.test.example",
    ])
      expect(isOfDomain(email, domains), email).toBe(false);
  });
});
