import { describe, expect, it } from "vitest";
import { assertDeployable } from "./deployment.server";

const deployed = { APP_URL: "https://gum.example", isDeployed: true, hasSeveralProcesses: false };
const several = { ...deployed, hasSeveralProcesses: true };
const shared = { hasRedis: true, S3_BUCKET: "gum" };
const none = { hasRedis: false, S3_BUCKET: undefined };

describe("assertDeployable", () => {
  it("refuses several processes that share nothing, and names the missing settings", () => {
    expect(() => assertDeployable({ ...several, ...none })).toThrow(
      /Set REDIS_URL \(or REDIS_SENTINELS, REDIS_CLUSTER\) and S3_BUCKET/,
    );
    expect(() => assertDeployable({ ...several, ...shared, S3_BUCKET: undefined })).toThrow(/Set S3_BUCKET/);
    expect(() => assertDeployable({ ...several, ...shared, hasRedis: false })).toThrow(
      /Set REDIS_URL \(or REDIS_SENTINELS, REDIS_CLUSTER\)\./,
    );
  });

  it("accepts several processes that share both", () => {
    expect(assertDeployable({ ...several, ...shared })).toBeNull();
  });

  it("notes what a single deployed process does not share", () => {
    expect(assertDeployable({ ...deployed, ...none })).toMatch(
      /without REDIS_URL \(or REDIS_SENTINELS, REDIS_CLUSTER\) and S3_BUCKET/,
    );
    expect(assertDeployable({ ...deployed, ...shared })).toBeNull();
  });

  it("refuses a serverless host without APP_URL", () => {
    const nowhere = { ...several, ...shared, APP_URL: "http://localhost:3000" };
    expect(() => assertDeployable(nowhere)).toThrow(/Set APP_URL/);
  });

  it("has no notice for a local instance", () => {
    const local = { APP_URL: "http://localhost:3000", isDeployed: false, hasSeveralProcesses: true, ...none };
    expect(assertDeployable(local)).toBeNull();
  });
});
