import { expect, it } from "vitest";
import { readDsn, withoutPersonalData } from "./error-reports";

it.each([
  ["https://key@sentry.example/7", "https://sentry.example/api/7/envelope/"],
  ["https://key@example.org:8443/errors/12", "https://example.org:8443/errors/api/12/envelope/"],
])("reads %s", (dsn, url) => expect(readDsn(dsn)).toEqual({ url, key: "key" }));

it.each([
  ['Unexpected token in "my diary"', "Unexpected token in …"],
  ["no mail to mika@gum.test", "no mail to …"],
  ["user 0190a0a0-0000-7000-8000-000000000000 is gone", "user … is gone"],
  ["connect ECONNREFUSED 203.0.113.7:5432", "connect ECONNREFUSED …:5432"],
  ["connect to 2001:db8::1 failed", "connect to … failed"],
  ["GET /search?q=secret failed", "GET /search… failed"],
  ["timeout exceeded when trying to connect", "timeout exceeded when trying to connect"],
])("%s", (given, sent) => expect(withoutPersonalData(given)).toBe(sent));
