import { randomBytes } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LinkedProvider } from "@/lib/auth/provider-contract";
import { callAsHosted, hostedClient, hostedCode, hostedOf } from "../support/hosted";
import { startServer, type TestServer } from "../support/server";
import { ethereumWallet, solanaWallet } from "../support/wallets";

/** Wallets that sign in through an unmodified supabase-js. No chain is asked. */

const PAGE = "https://client.test/in";
let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    env: {
      AUTH_WEB3_CHAINS: "eip155:1 eip155:10 solana:mainnet",
      AUTH_REDIRECT_URLS: "https://client.test",
      RATE_LIMIT_SCALE: "100",
    },
  });
});
afterAll(() => server?.dispose());

type Ethereum = ReturnType<typeof ethereumWallet>;
type Solana = ReturnType<typeof solanaWallet>;

const withEthereum = (client: SupabaseClient, wallet: Ethereum, options: object = {}, url = PAGE) =>
  client.auth.signInWithWeb3({
    chain: "ethereum",
    wallet: wallet as never,
    options: { url, signInWithEthereum: options as never },
  });
const withSolana = (client: SupabaseClient, wallet: Solana, options: object = {}, url = PAGE) =>
  client.auth.signInWithWeb3({
    chain: "solana",
    wallet: wallet as never,
    statement: "Sign in to the client.",
    options: { url, signInWithSolana: options as never },
  });

/** A newcomer gives an address and a username, and has an account. */
async function settle(client: SupabaseClient): Promise<{ id: string; email: string; username: string }> {
  const username = `wa_${randomBytes(4).toString("hex")}`;
  const email = `${username}@gum.test`;
  expect((await client.auth.updateUser({ data: { username } })).error?.code).toBe("validation_failed");
  const made = await client.auth.updateUser({ email, data: { username } });
  expect(made.error).toBeNull();
  const renewed = await client.auth.refreshSession();
  expect(renewed.error).toBeNull();
  return { id: renewed.data.user!.id, email, username };
}

describe("signInWithWeb3", () => {
  it.each([
    [
      "ethereum",
      (client: SupabaseClient) => {
        const wallet = ethereumWallet();
        return () => withEthereum(client, wallet, { nonce: randomBytes(8).toString("hex") });
      },
    ],
    [
      "solana",
      (client: SupabaseClient) => {
        const wallet = solanaWallet();
        return () => withSolana(client, wallet, { nonce: randomBytes(8).toString("hex") });
      },
    ],
  ])("of %s gives a newcomer an account, and signs in from then on", async (chain, walletOf) => {
    const client = await hostedClient(server);
    const signIn = walletOf(client);
    const met = await signIn();
    expect(met.data.user).toMatchObject({
      email: "",
      app_metadata: { provider: chain },
      user_metadata: { onboarded: false },
    });
    const { id, email, username } = await settle(client);
    expect(id).toBe(met.data.user!.id);
    // Onboarding goes on as for everybody: the address is confirmed by mail.
    const token = await hostedCode(server, email);
    expect((await client.auth.verifyOtp({ email, token, type: "signup" })).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email_confirmed_at).toEqual(expect.any(String));
    await client.auth.signOut();
    const again = await signIn();
    expect(again.data.user).toMatchObject({ id, user_metadata: { username } });
    const { data } = await client.auth.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(["email", chain]);
    const sessions = await server.database.query(
      "SELECT opened_by FROM sessions WHERE user_id = $1 AND revoked_at IS NULL",
      [id],
    );
    expect(sessions).toEqual([{ opened_by: chain }]);

    const person = { client, id, email, username };
    const { items } = (await callAsHosted(server, person, ["GET", "/v2/auth/providers"])) as unknown as {
      items: LinkedProvider[];
    };
    expect(items).toMatchObject([{ provider: chain, isOffered: false, linked: { email: null } }]);
    // It is the only way to sign in.
    await expect(callAsHosted(server, person, ["DELETE", `/v2/auth/providers/${chain}`])).rejects.toThrow(
      "last_sign_in",
    );
    expect((await client.auth.unlinkIdentity(data!.identities[1]!)).error?.code).toBe(
      "single_identity_not_deletable",
    );
  });

  it("reauthenticates by mail, sets a password, and is no longer the only way to sign in", async () => {
    const client = await hostedClient(server);
    await withEthereum(client, ethereumWallet());
    const { id, email } = await settle(client);
    await server.database.query(
      `UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now()
        WHERE id = $1`,
      [id],
    );
    await server.database.query(
      "UPDATE sessions SET reauthenticated_at = now() - interval '1 hour' WHERE user_id = $1",
      [id],
    );
    const password = "a handful of words";
    expect((await client.auth.updateUser({ password })).error?.code).toBe("reauthentication_needed");
    const since = Date.now();
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = await hostedCode(server, email, { after: since });
    expect((await client.auth.updateUser({ password, nonce })).error).toBeNull();
    const { data } = await client.auth.getUserIdentities();
    expect((await client.auth.unlinkIdentity(data!.identities[1]!)).error).toBeNull();
    expect((await client.auth.signInWithPassword({ email, password })).data.user?.id).toBe(id);
  });

  it("no longer opens an account whose unconfirmed address its owner proves with a mailed code", async () => {
    const [client, wallet] = [await hostedClient(server), ethereumWallet()];
    const signIn = () => withEthereum(client, wallet, { nonce: randomBytes(8).toString("hex") });
    await signIn();
    const { id, email } = await settle(client);
    const owner = await hostedClient(server);
    const since = Date.now();
    expect((await owner.auth.signInWithOtp({ email })).error).toBeNull();
    const token = await hostedCode(server, email, { after: since });
    expect((await owner.auth.verifyOtp({ email, token, type: "email" })).data.user?.id).toBe(id);
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await signIn()).data.user?.id).not.toBe(id);
    expect((await owner.auth.getUser()).data.user?.id).toBe(id);
  });

  const refusal = async (signing: Promise<{ error: { code?: string | undefined } | null }>) =>
    (await signing).error?.code;

  it("takes a message once", async () => {
    const { address, personalSign } = ethereumWallet();
    const message = messageOf({ address });
    const signature = personalSign(message) as `0x${string}`;
    const client = await hostedClient(server);
    const all = await Promise.all(
      [1, 2, 3].map(() => refusal(client.auth.signInWithWeb3({ chain: "ethereum", message, signature }))),
    );
    expect(all.filter((code) => code === undefined)).toHaveLength(1);
    expect(all.filter((code) => code === "bad_web3_message")).toHaveLength(2);
    // The other signature of the same message.
    const bare = `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}` as const;
    expect(
      await refusal(
        client.auth.signInWithWeb3({ chain: "ethereum", message, signature: bare as `0x${string}` }),
      ),
    ).toBe("bad_web3_message");
  });

  const messageOf = (changes: Record<string, string> = {}) => {
    const { address = "", domain = "client.test", ...fields } = changes;
    const all = {
      URI: PAGE,
      Version: "1",
      "Chain ID": "1",
      Nonce: randomBytes(8).toString("hex"),
      "Issued At": new Date().toISOString(),
      ...fields,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `${domain} wants you to sign in with your Ethereum account:\n${address}\n\n\n${lines.join("\n")}`;
  };
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

  it.each<[string, Record<string, string>, string]>([
    ["another domain", { domain: "evil.test" }, "bad_web3_message"],
    ["another page", { URI: "https://evil.test/", domain: "evil.test" }, "redirect_not_allowed"],
    ["a domain before another", { domain: "client.test@evil.test" }, "bad_web3_message"],
    ["another scheme", { URI: "http://client.test/" }, "redirect_not_allowed"],
    ["another chain", { "Chain ID": "137" }, "bad_web3_message"],
    ["another version", { Version: "2" }, "bad_web3_message"],
    ["a time that is over", { "Issued At": at(-700) }, "bad_web3_message"],
    ["a time to come", { "Issued At": at(3_600) }, "bad_web3_message"],
    ["an end that is over", { "Expiration Time": at(-1) }, "bad_web3_message"],
    ["a start to come", { "Not Before": at(3_600) }, "bad_web3_message"],
    ["a line more", { Other: "x" }, "bad_web3_message"],
  ])("refuses a message with %s", async (_, changes, code) => {
    const { address, personalSign } = ethereumWallet();
    const message = messageOf({ address, ...changes });
    const client = await hostedClient(server);
    const signature = personalSign(message) as `0x${string}`;
    expect(await refusal(client.auth.signInWithWeb3({ chain: "ethereum", message, signature }))).toBe(code);
  });

  it("refuses a message that another wallet signed, or that was changed afterwards", async () => {
    const [mine, theirs] = [ethereumWallet(), ethereumWallet()];
    const client = await hostedClient(server);
    const send = (message: string, signature: string) =>
      refusal(
        client.auth.signInWithWeb3({ chain: "ethereum", message, signature: signature as `0x${string}` }),
      );
    const message = messageOf({ address: theirs.address });
    expect(await send(message, mine.personalSign(message))).toBe("bad_web3_message");
    expect(await send(message, theirs.personalSign(messageOf({ address: theirs.address })))).toBe(
      "bad_web3_message",
    );
    expect(await send(message, "0x")).toBe("bad_web3_message");
    expect(await refusal(withSolana(client, solanaWallet(), { chainId: "devnet" }))).toBe("bad_web3_message");
    expect(await refusal(withSolana(client, solanaWallet(), {}, "https://evil.test/"))).toBe(
      "redirect_not_allowed",
    );
    const impostor = { ...solanaWallet(), publicKey: solanaWallet().publicKey };
    expect(await refusal(withSolana(client, impostor))).toBe("bad_web3_message");
  });

  it("is named in the settings, and off where no chain is set", async () => {
    const { url, publicKey } = await hostedOf(server);
    const settings = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publicKey } });
    expect(await settings.json()).toMatchObject({ external: { ethereum: true, solana: true } });
  });
});
