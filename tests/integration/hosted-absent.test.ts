import { beforeAll, describe, expect, it } from "vitest";
import { HOSTED_PASSWORD, hostedClient, hostedOf } from "../support/hosted";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** What hosted backends have and an instance does not: an unmodified supabase-js is told so in its own words. */

let server: SharedServer;
beforeAll(() => {
  server = sharedServer();
});

describe("the hosted interface", () => {
  it("is not for phones, guests and companies' sign-ins, and says which", async () => {
    const client = await hostedClient(server);
    const phone = "15550001111";
    expect((await client.auth.signInAnonymously()).error).toMatchObject({
      code: "anonymous_provider_disabled",
      status: 422,
    });
    const byPhone = await Promise.all([
      client.auth.signUp({ phone, password: HOSTED_PASSWORD }),
      client.auth.signInWithPassword({ phone, password: HOSTED_PASSWORD }),
      client.auth.signInWithOtp({ phone }),
      client.auth.verifyOtp({ phone, token: "123456", type: "sms" }),
      client.auth.resend({ phone, type: "sms" }),
    ]);
    for (const { error } of byPhone)
      expect(error).toMatchObject({ code: "phone_provider_disabled", status: 400 });
    expect((await client.auth.signInWithSSO({ domain: "gum.test" })).error).toMatchObject({
      code: "saml_provider_disabled",
      status: 404,
    });
  });

  it("answers paths that it does not have to pages of other origins, whatever they send", async () => {
    const { url } = await hostedOf(server);
    for (const path of ["/auth/v1/admin/users", "/auth/v1/passkeys/authentication/options", "/graphql/v1"]) {
      for (const method of ["OPTIONS", "GET", "POST"]) {
        const response = await fetch(url + path, {
          method,
          headers: { origin: "https://elsewhere.test", "content-type": "application/json" },
          ...(method === "POST" && { body: JSON.stringify({ email: "x@gum.test" }) }),
        });
        expect(response.headers.get("access-control-allow-origin"), `${method} ${path}`).toBe("*");
        if (method === "OPTIONS") expect(response.status).toBe(204);
        else
          expect([response.status, await response.json()]).toMatchObject([
            404,
            { code: "not_found", error_code: "not_found", msg: expect.any(String) },
          ]);
      }
    }
    const own = await fetch(`${server.url}/api/v1/nothing`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-info": "gum-web" },
      body: JSON.stringify({ a: 1 }),
    });
    expect(own.status).toBe(404);
  });
});
