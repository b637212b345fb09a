import { expect, it } from "vitest";
import { ApiError } from "@/lib/browser/api";
import { profileFailureOf } from "./profile.client";

it("leaves refusals that have words of their own to them", () => {
  const failureOf = (code: string) => profileFailureOf(new ApiError({ code, message: "", status: 403 }));
  expect(failureOf("account_limited")).toBeNull();
  expect(failureOf("forbidden")).toBe("failed");
  expect(profileFailureOf(new Error("unknown"))).toBe("failed");
});
