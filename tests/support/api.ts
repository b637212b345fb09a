import { randomBytes } from "node:crypto";
import type { SignupResponse } from "@/lib/auth/contract";
import type { TestServer } from "./server";

export type ApiAnswer<T> = { status: number; body: T; headers: Headers };

/** A client of the API with a bearer token, as another program would be one. */
export class ApiClient {
  constructor(
    readonly url: string,
    public accessToken?: string,
  ) {}

  /** Sends JSON (or a form) and gives the answer, whatever its status; throws only where there is no answer. */
  async call<T = unknown>(method: string, path: string, body?: object): Promise<ApiAnswer<T>> {
    const form = body instanceof FormData;
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(this.accessToken && { authorization: `Bearer ${this.accessToken}` }),
        ...(body && !form && { "content-type": "application/json" }),
      },
      body: form ? body : body && JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : undefined) as T,
      headers: response.headers,
    };
  }

  /** Like `call`, for steps that must succeed on the way to what is tested. */
  async must<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.call<T>(method, path, body);
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** Signs somebody up through the API and goes through onboarding with the code from the outbox. */
export async function signUpOnboarded(
  server: { url: string; database: Pick<TestServer["database"], "query"> },
  username = `person_${randomBytes(4).toString("hex")}`,
  password = `pw-${randomBytes(9).toString("hex")}`,
): Promise<ApiClient> {
  const client = new ApiClient(server.url);
  const email = `${username}@gum.test`;
  const signup = await client.must<SignupResponse>("POST", "/v2/auth/signup", {
    email,
    password,
    username,
    displayName: username,
  });
  client.accessToken = signup.accessToken;
  const [mail] = await server.database.query<{ text: string }>(
    "SELECT text FROM outbox_mails WHERE recipient = $1 ORDER BY created_at DESC LIMIT 1",
    [email],
  );
  const code = /^ {4}(\d[\d ]+)$/m.exec(mail?.text ?? "")?.[1];
  if (!code) throw new Error(`No code was mailed to ${email}.`);
  await client.must("POST", "/v2/auth/verify", { email, code });
  await client.must("POST", "/v2/onboarding/consent", { version: "v1" });
  await client.must("PATCH", "/v2/users/me", { displayName: username });
  return client;
}
