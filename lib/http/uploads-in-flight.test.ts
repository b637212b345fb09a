import { beforeAll, expect, it, vi } from "vitest";
import { UPLOADS_IN_FLIGHT_BYTES, UPLOADS_IN_FLIGHT_PERSON_BYTES } from "@/lib/config/limits";
import { reserveUpload } from "./uploads-in-flight";

// The metrics read the configuration.
beforeAll(() => void vi.stubEnv("DATABASE_URL", "postgresql://nowhere"));

const MB = 1024 * 1024;
const request = (bytes?: number) =>
  new Request("http://localhost/api", {
    method: "POST",
    headers: bytes === undefined ? {} : { "content-length": String(bytes) },
  });
const reserve = (key: string, bytes?: number, maxBytes = 32 * MB) =>
  reserveUpload(request(bytes), { key, maxBytes });

it("bounds one sender and all together, and frees what is done", () => {
  const first = reserve("a", 32 * MB);
  expect(() => reserve("a", 32 * MB)).toThrow(
    expect.objectContaining({ code: "too_many_uploads", retryAfter: 5 }),
  );
  const small = reserve("a", UPLOADS_IN_FLIGHT_PERSON_BYTES - 32 * MB);
  const others = Array.from(
    { length: (UPLOADS_IN_FLIGHT_BYTES - UPLOADS_IN_FLIGHT_PERSON_BYTES) / (24 * MB) },
    (_, i) => reserve(`b${i}`, 24 * MB),
  );
  expect(() => reserve("c", 24 * MB)).toThrow(
    expect.objectContaining({ code: "unavailable", retryAfter: 5 }),
  );
  first();
  reserve("c", 24 * MB)();
  for (const release of [small, ...others]) release();
  reserve("a", 32 * MB)();
});

it("counts a body of unknown size as the largest, and refuses a larger one", () => {
  const releases = [reserve("a", undefined, 100 * MB), reserve("a")];
  expect(() => reserve("a")).toThrow(expect.objectContaining({ code: "too_many_uploads" }));
  for (const release of releases) release();
  expect(() => reserve("a", 33 * MB)).toThrow(
    expect.objectContaining({
      code: "payload_too_large",
      message: "The request body is larger than the limit of 32 MB.",
      details: { maxBytes: 32 * MB },
    }),
  );
});
