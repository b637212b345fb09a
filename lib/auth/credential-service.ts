import "server-only";
import commonPasswords from "fxa-common-password-list";
import { serverEnv } from "@/lib/config/env.server";
import { AppError, type FieldProblem } from "@/lib/shared/errors";
import { findPasswordProblem, type PasswordProblem } from "./password";
import { readUsername, type UsernameProblem } from "@/lib/account/username";

/** The specification's message for an invalid address or password at sign-up. */
const FORMAT_MESSAGE = "Invalid email or password format. Password must be at least 8 characters.";

const PASSWORD_MESSAGES: Record<PasswordProblem, string> = {
  too_short: FORMAT_MESSAGE,
  too_long: "This password is too long.",
  too_common: "This password is one of the most used ones. Please choose another.",
  own_address: "Your password cannot be your own email address or name.",
};

const USERNAME_MESSAGES: Record<UsernameProblem, string> = {
  too_short: "This username is too short.",
  too_long: "This username is too long.",
  invalid_characters: "A username has letters, digits, and _ . - between them.",
  mixed_scripts: "A username cannot mix alphabets that look alike.",
  reserved: "This username is reserved. Please choose another.",
};

function invalid(problem: FieldProblem): AppError {
  return new AppError("validation_error", { message: problem.message, fields: [problem] });
}

/** @throws AppError sign_in_disabled without NEXTAUTH_SECRET */
export function requireSignInConfigured(): void {
  if (!serverEnv().isSignInConfigured) throw new AppError("sign_in_disabled");
}

/** Normalizes a username. @throws AppError validation_error */
export function requireUsername(typed: string): { username: string; key: string } {
  const read = readUsername(typed);
  if (!read.ok) {
    throw invalid({
      path: "username",
      code: `username_${read.problem}`,
      message: USERNAME_MESSAGES[read.problem],
    });
  }
  return read;
}

/** @throws AppError validation_error if a new password is too weak */
export function requireNewPassword(password: string, own: { email: string; username: string }): void {
  const problem = findPasswordProblem({
    password,
    own,
    isCommon: (text) => commonPasswords.test(text),
  });
  if (!problem) return;
  throw invalid({ path: "password", code: `password_${problem}`, message: PASSWORD_MESSAGES[problem] });
}
