import { expect, it } from "vitest";
import { refusalLine } from "@/lib/sandbox/frame/inside/network/refusals";
import { violationText } from "@/lib/sandbox/protocol/violation-text";
import { refusedRequest } from "./refused-requests";

const blocked = (directive: string, uri: string) =>
  violationText({ directive, uri, source: "page.html" }, "frame.example");

it("knows the frame's lines about what it refused", () => {
  expect(refusedRequest(blocked("img-src", "https://pictures.example/a.png"))).toMatchObject({
    url: "https://pictures.example/a.png",
    outcome: "refused",
    reason: expect.stringContaining("gum.fetch"),
  });
  expect(refusedRequest(refusalLine("WebSocket", "wss://live.example/x"))).toMatchObject({
    url: "live.example",
    outcome: "refused",
  });
  expect(refusedRequest(blocked("img-src", "https://frame.example/sandbox/img/a.png"))).toEqual({
    url: "/img/a.png",
    outcome: "missing",
  });
});

it.each(["Hello", "a.png is not in the package.", "It is not part of the package, so what?"])(
  "leaves other lines alone: %s",
  (line) => expect(refusedRequest(line)).toBeNull(),
);
