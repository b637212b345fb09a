import { describe, expect, it } from "vitest";
import { loopbackTwin, sandboxOriginFor, shellOriginOf, shellOrigins } from "./origins";

describe("origins", () => {
  it("knows the loopback twin, and none for a public host", () => {
    expect(loopbackTwin("http://localhost:3000")).toBe("http://127.0.0.1:3000");
    expect(loopbackTwin("http://127.0.0.1:3000")).toBe("http://localhost:3000");
    expect(loopbackTwin("https://gum.example")).toBeNull();
    expect(shellOrigins("https://gum.example/")).toEqual(["https://gum.example"]);
  });

  it.each([
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["localhost:3000", "http://localhost:3000"],
    ["evil.test", "http://localhost:3000"],
    ["localhost:4000", "http://localhost:3000"],
    [null, "http://localhost:3000"],
  ])("a request to %s is at %s", (host, origin) => {
    expect(shellOriginOf(host, "http://localhost:3000")).toBe(origin);
  });

  it("keeps frames on another site where there is one", () => {
    expect(sandboxOriginFor({ shellOrigin: "http://localhost:3000", configured: undefined })).toBe(
      "http://127.0.0.1:3000",
    );
    expect(sandboxOriginFor({ shellOrigin: "http://127.0.0.1:3000", configured: undefined })).toBe(
      "http://localhost:3000",
    );
    expect(
      sandboxOriginFor({ shellOrigin: "https://gum.example", configured: "https://gum-apps.example/" }),
    ).toBe("https://gum-apps.example");
    expect(sandboxOriginFor({ shellOrigin: "https://gum.example", configured: undefined })).toBe(
      "https://gum.example",
    );
  });
});
