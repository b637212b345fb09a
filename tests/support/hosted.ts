import { randomBytes } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import type { instanceResponse } from "@/lib/hosted/gateway.server";
import type { TestServer } from "./server";

type Instance = z.infer<typeof instanceResponse>;
type Server = { url: string; database: Pick<TestServer["database"], "query"> };

export async function hostedOf({ url }: { url: string }): Promise<Instance["hosted"]> {
  return ((await (await fetch(`${url}/api/instance`)).json()) as Instance).hosted;
}

/** An unmodified client, with what `GET /api/instance` names and a session of its own. */
export async function hostedClient(
  server: { url: string },
  flowType: "implicit" | "pkce" = "implicit",
): Promise<SupabaseClient> {
  const { url, publicKey } = await hostedOf(server);
  return createClient(url, publicKey, {
    auth: {
      flowType,
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
    // Node has no WebSocket of its own before 22, and the client asks for one when it is made.
    realtime: { transport: class {} as never },
  });
}

export const HOSTED_PASSWORD = "a handful of words";

type Mail = { after?: number };

/** What the last mail to an address has of a pattern; waits, because some mails are sent after the response. */
async function mailed(
  { database }: Server,
  email: string,
  pattern: RegExp,
  { after = 0 }: Mail,
): Promise<string> {
  for (
    const until = Date.now() + 60_000;
    Date.now() < until;
    await new Promise((done) => setTimeout(done, 20))
  ) {
    const mails = await database.query<{ text: string }>(
      `SELECT text FROM outbox_mails WHERE recipient = $1 AND created_at >= to_timestamp($2 / 1000.0)
        ORDER BY created_at DESC, id DESC`,
      [email, after],
    );
    const found = mails.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean);
    if (found) return found;
  }
  throw new Error(`No such mail came to ${email}.`);
}

/** The six digits of a mail. */
export const hostedCode = (server: Server, email: string, mail: Mail = {}): Promise<string> =>
  mailed(server, email, /^ {4}(\d{6})$/m, mail);

/** The link of a mail that leads back to a client. */
export const hostedLink = (server: Server, email: string, mail: Mail = {}): Promise<string> =>
  mailed(server, email, /(http\S+\/api\/hosted\/auth\/v1\/verify\S+)/, mail);

/** The token of a mail's link. */
export const hostedToken = (server: Server, email: string, mail: Mail = {}): Promise<string> =>
  mailed(server, email, /#token=([\w-]+)/, mail);

export type HostedPerson = { client: SupabaseClient; id: string; email: string; username: string };

/** Somebody who signed up with the client, and who is onboarded unless it says otherwise. */
export async function hostedPerson(server: Server, { onboarded = true } = {}): Promise<HostedPerson> {
  const client = await hostedClient(server);
  const username = `hosted_${randomBytes(4).toString("hex")}`;
  const email = `${username}@gum.test`;
  const { data, error } = await client.auth.signUp({
    email,
    password: HOSTED_PASSWORD,
    options: { data: { username, display_name: username } },
  });
  if (error) throw error;
  if (onboarded)
    await server.database.query(
      `UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now()
       WHERE id = $1`,
      [data.user!.id],
    );
  return { client, id: data.user!.id, email, username };
}

export const hostedAccessToken = async ({ client }: HostedPerson): Promise<string> =>
  (await client.auth.getSession()).data.session!.access_token;

/** Calls the instance's own API as that person. */
export async function callAsHosted(
  server: { url: string },
  person: HostedPerson,
  [method, path, body]: [method: string, path: string, body?: object],
): Promise<{ id: string }> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await hostedAccessToken(person)}`,
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json().catch(() => ({}))) as { id: string };
}
