import { FunctionsFetchError, FunctionsHttpError } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { hostedClient, type HostedPerson, hostedPerson } from "../support/hosted";
import { makePackage } from "../support/package-bytes";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Functions by name, invoked by an unmodified supabase-js. */

let server: SharedServer;
let kim: HostedPerson;
beforeAll(async () => {
  server = sharedServer();
  kim = await hostedPerson(server);
});

const packed = new Uint8Array(
  makePackage(
    { name: "Checked", version: "1.2.3", entry: { html: "index.html" } },
    { "index.html": "<!doctype html><title>x</title><p>Hi" },
  ),
);

type Checked = { ok: boolean; name?: string; message?: string; files?: { path: string }[] };

describe("functions", () => {
  it("check a package, as bytes or as a file of a form", async () => {
    const check = async (body: Blob | FormData) => {
      const { data, error } = await kim.client.functions.invoke<Checked>("package-check", { body });
      expect(error).toBeNull();
      return data!;
    };
    const blob = new Blob([packed], { type: "application/zip" });
    const checked = await check(blob);
    expect(checked).toMatchObject({ ok: true, name: "Checked", version: "1.2.3" });
    expect(checked.files?.map(({ path }) => path)).toContain("index.html");
    const form = new FormData();
    form.append("file", blob, "checked.gum");
    expect(await check(form)).toMatchObject({ ok: true, name: "Checked" });
    const refused = await check(new Blob([packed.subarray(0, 60)]));
    expect(refused).toMatchObject({ ok: false, message: expect.any(String) });
    // Nothing was uploaded by it.
    expect((await kim.client.from("apps").select("id").eq("owner_id", kim.id)).data).toEqual([]);
  });

  it("fail in ways that clients tell apart", async () => {
    const codeOf = async (client: HostedPerson["client"], name: string, body?: object) => {
      const { error } = await client.functions.invoke<Checked>(name, { body });
      expect(error).toBeInstanceOf(FunctionsHttpError);
      const response = (error as FunctionsHttpError).context as Response;
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await codeOf(kim.client, "none", {})).toEqual([404, "not_found"]);
    expect(await codeOf(kim.client, "egress", { url: "https://x.test" })).toEqual([400, "validation_error"]);
    const run = { req_id: "1", ts: Date.now(), method: "GET", url: "http://127.0.0.1/", runToken: "forged" };
    expect(await codeOf(kim.client, "egress", run)).toEqual([401, "invalid_token"]);
    expect(await codeOf(await hostedClient(server), "package-check", {})).toEqual([401, "unauthenticated"]);

    const aborted = new AbortController();
    aborted.abort();
    const { error } = await kim.client.functions.invoke("package-check", {
      body: {},
      signal: aborted.signal,
    });
    expect(error).toBeInstanceOf(FunctionsFetchError);
  });
});
