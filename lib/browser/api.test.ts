import { expect, it } from "vitest";
import { toApiError } from "./api";

const answer = (status: number) => new Response(null, { status });

it("takes message, code and error type out of an object", () => {
  expect(toApiError(answer(409), { message: "Taken", code: "email_taken" })).toMatchObject({
    message: "Taken",
    code: "email_taken",
    type: "email_taken",
    status: 409,
  });
  expect(toApiError(answer(401), { errorType: "invalid_credentials" })).toMatchObject({
    type: "invalid_credentials",
    message: "HTTP 401",
  });
});

it("takes a string for the message", () => {
  expect(toApiError(answer(400), "No such thing").message).toBe("No such thing");
});

it.each([undefined, null, "", {}, "<html>".repeat(100), 7])(
  "falls back to 'HTTP {status}' for %j",
  (body) => {
    expect(toApiError(answer(503), body).message).toBe("HTTP 503");
  },
);

it("falls back to 'Request failed' where there is not even a status", () => {
  expect(toApiError(Response.error(), undefined).message).toBe("Request failed");
});
