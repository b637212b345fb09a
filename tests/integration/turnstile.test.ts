import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isHumanCheckOn, requireHuman } from "@/lib/auth/turnstile.server";
import { signInWithPassword } from "@/lib/auth/service";

const asked: URLSearchParams[] = [];
let answer: { status: number; body: string };
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push(new URLSearchParams(body));
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  Object.assign(process.env, {
    TURNSTILE_SITE_KEY: "site",
    TURNSTILE_SECRET_KEY: "secret",
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
  });
});

beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: '{"success":true,"action":"login","hostname":"localhost"}' };
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

let count = 0;
const fresh = () => `token-${count++}`;
const check = (token: string | undefined, address = "192.0.2.1") =>
  requireHuman({ action: "login", token, address }).then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );

describe("the human check", () => {
  it("is on where keys are set, and asks the verifier", async () => {
    expect(isHumanCheckOn()).toBe(true);
    const token = fresh();
    expect(await check(token)).toBe("ok");
    expect(Object.fromEntries(asked[0]!)).toEqual({
      secret: "secret",
      response: token,
      remoteip: "192.0.2.1",
    });
  });

  it("refuses a missing token without asking", async () => {
    expect(await check(undefined)).toBe("human_check_failed");
    expect(await check("")).toBe("human_check_failed");
    expect(asked).toHaveLength(0);
  });

  it("refuses a token that was used, even where the verifier would take it again", async () => {
    const token = fresh();
    const results = await Promise.all([check(token), check(token), check(token)]);
    expect(results.sort()).toEqual(["human_check_failed", "human_check_failed", "ok"]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['{"success":false,"error-codes":["invalid-input-response"]}', "human_check_failed"],
    ['{"success":"true","action":"login","hostname":"localhost"}', "human_check_failed"],
    ['{"success":true,"action":"signup","hostname":"localhost"}', "human_check_failed"],
    ['{"success":true,"action":"login","hostname":"elsewhere.example"}', "human_check_failed"],
    ['{"success":true}', "human_check_failed"],
    ['{"success":true,"action":"login","hostname":"127.0.0.1"}', "ok"],
    ["null", "human_check_failed"],
    ["<html>", "unavailable"],
  ])("takes %s for %s", async (body, code) => {
    answer = { status: 200, body };
    expect(await check(fresh())).toBe(code);
  });

  it("does not follow a verifier that leads elsewhere", async () => {
    answer = { status: 302, body: "" };
    expect(await check(fresh())).not.toBe("ok");
  });

  it("stands before every look at a password", async () => {
    const attempt = signInWithPassword({
      kind: "api",
      userAgent: "",
      device: null,
      language: "en",
      address: "192.0.2.2",
      email: "somebody@gum.test",
      password: "whatever it is",
      humanToken: undefined,
    });
    await expect(attempt).rejects.toMatchObject({ code: "human_check_failed" });
  });
});
