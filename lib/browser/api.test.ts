import { expect, it } from "vitest";
import { isFromApi, toApiError } from "./api";

const response = (status: number) => new Response(null, { status });

it("reads message, code and error type from an object", () => {
  expect(toApiError(response(409), { message: "Taken", code: "email_taken" })).toMatchObject({
    message: "Taken",
    code: "email_taken",
    type: "email_taken",
    status: 409,
  });
  expect(toApiError(response(401), { errorType: "invalid_credentials" })).toMatchObject({
    type: "invalid_credentials",
    message: "HTTP 401",
  });
});

it("uses a string as the message", () => {
  expect(toApiError(response(400), "No such thing").message).toBe("No such thing");
});

it.each([undefined, null, "", {}, "<html>".repeat(100), 7])(
  "falls back to 'HTTP {status}' for %j",
  (body) => {
    expect(toApiError(response(503), body).message).toBe("HTTP 503");
  },
);

it("falls back to 'Request failed' without a status", () => {
  expect(toApiError(Response.error(), undefined).message).toBe("Request failed");
});

it.each([
  ["", null],
  ["{}", "application/json"],
  ["{}", "application/json; charset=utf-8"],
  ["{}", "application/problem+json"],
])("takes %j of type %s for an answer of the API", (text, type) => {
  expect(isFromApi(text, type)).toBe(true);
});

it.each([
  ["<h1>Accept our terms</h1>", "text/html"],
  ["OK", "text/plain"],
  ["{}", null],
  ["{}", "text/html; application/json"],
])("does not take %j of type %s for one", (text, type) => {
  expect(isFromApi(text, type)).toBe(false);
});
