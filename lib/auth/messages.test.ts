import { describe, expect, it } from "vitest";
import { messagesFor } from "@/lib/i18n/messages";
import { type AuthFlow, authMessageFor, FLOW_MESSAGES, FRIENDLY_MESSAGES } from "./messages";

type Tree = { [key: string]: string | Tree };

function textOf(key: string, catalogue: "base" | "en" | "ja" = "base"): string {
  const errors = (messagesFor(catalogue) as unknown as { errors: Tree }).errors;
  const found = key
    .split(".")
    .reduce<string | Tree | undefined>((at, part) => (at as Tree | undefined)?.[part], errors);
  if (typeof found !== "string") throw new Error(`no text ${key} in ${catalogue}`);
  return found;
}

// Section 5 of the specification, row by row; `says` are sentences of real backends.
const SECTION_5 = [
  ["invalid credentials", "Invalid email or password. Please try again.", ["Invalid login credentials"]],
  [
    "email not confirmed",
    "Please check your email to confirm your account before signing in.",
    ["Email not confirmed"],
  ],
  ["already registered", "An account with this email already exists.", ["User already registered"]],
  [
    "short password",
    "Password must be at least 6 characters long.",
    ["Password should be at least 6 characters."],
  ],
  [
    "invalid email",
    "Please enter a valid email address.",
    ["Unable to validate email address: invalid format", "Invalid email"],
  ],
  [
    "rate limit",
    "Too many attempts. Please try again later.",
    ["Email rate limit exceeded", "For security purposes, you can only request this after 50 seconds."],
  ],
  [
    "signups disabled",
    "Sign ups are currently disabled.",
    ["Signups not allowed for this instance", "Sign ups are disabled"],
  ],
  [
    "username taken",
    "This username is already in use. Please choose another.",
    ["Username is already taken", 'duplicate key value violates unique constraint "profiles_username_key"'],
  ],
  [
    "network failure",
    "Unable to connect. Please check your internet connection.",
    ["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"],
  ],
  ["user not found", "No account found with this email address.", ["User not found"]],
  [
    "invalid token",
    "Your session has expired. Please sign in again.",
    ["Invalid Refresh Token: Already Used", "jwt expired"],
  ],
] as const;

describe("section 5: friendly messages for backend errors", () => {
  it("has every row of the table and no other", () => {
    expect(FRIENDLY_MESSAGES.map(({ cause }) => cause)).toEqual(SECTION_5.map(([cause]) => cause));
  });

  describe.each(SECTION_5)("%s", (cause, text, sentences) => {
    const row = FRIENDLY_MESSAGES.find((each) => each.cause === cause)!;

    it("has the specification's wording", () => {
      expect(textOf(row.key)).toBe(text);
      expect(textOf(row.key, "ja")).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    });

    it.each(row.codes)("answers to code %s", (code) => {
      expect(textOf(authMessageFor({ code, message: "x" }, "other").key)).toBe(text);
    });

    it.each(sentences)("answers to %j", (message) => {
      expect(textOf(authMessageFor({ message }, "other").key)).toBe(text);
    });
  });

  it("has a message for unknown failures", () => {
    expect(textOf(authMessageFor(undefined, "login").key)).toBe("An unknown error occurred");
    expect(textOf(authMessageFor({}, "login").key)).toBe("An unknown error occurred");
    expect(textOf(authMessageFor({ message: "kaboom" }, "login").key)).toBe(
      "An unexpected error occurred. Please try again.",
    );
    expect(textOf(authMessageFor({ code: "toString" }, "login").key)).toBe(
      "An unexpected error occurred. Please try again.",
    );
  });
});

// Section 8 of the specification
const SECTION_8: [AuthFlow, string, string, string | undefined][] = [
  ["login", "invalid_credentials", "Invalid email or password", undefined],
  ["login", "email_unverified", "Please verify your email before logging in", "email"],
  ["login", "rate_limited", "Too many login attempts. Please try again later", undefined],
  ["signup", "email_taken", "This email is already registered", "email"],
  [
    "signup",
    "validation_error",
    "Invalid email or password format. Password must be at least 8 characters.",
    "password",
  ],
  ["signup", "rate_limited", "Too many signup attempts. Please try again later.", undefined],
  ["signup", "username_taken", "This username is already in use. Please choose another.", "username"],
  ["signup", "signups_disabled", "Sign ups are currently disabled.", undefined],
  ["login", "network_failure", "Unable to connect. Please check your internet connection.", undefined],
];

describe("section 8: the words of each flow", () => {
  it.each(SECTION_8)("%s, %s: %s", (flow, code, text, field) => {
    const message = authMessageFor({ code, message: "whatever the server says" }, flow);
    expect(textOf(message.key)).toBe(text);
    expect(message.field).toBe(field);
  });

  it("has a text in every language for every key", () => {
    const keys = [
      ...Object.values(FLOW_MESSAGES).flatMap((flow) => Object.values(flow)),
      ...FRIENDLY_MESSAGES,
    ];
    for (const { key } of keys) {
      for (const catalogue of ["base", "en", "ja"] as const) expect(textOf(key, catalogue)).not.toBe("");
    }
  });

  it.each([
    ["profile.noUser", "No user logged in"],
    ["profile.noSession", "No active session"],
    ["profile.failed", "Failed to update profile"],
    ["codes.no_refresh_token", "No refresh token available"],
  ])("%s says %s", (key, text) => {
    expect(textOf(key)).toBe(text);
  });
});
