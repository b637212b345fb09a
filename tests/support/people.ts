import { uuidv7 } from "uuidv7";
import { readUsername } from "@/lib/account/username";
import { issueAccessToken } from "@/lib/auth/access-token.server";
import { db, inTransaction } from "@/lib/db/client";
import { indexPerson } from "@/lib/search/index-service";

export type TestPerson = { id: string; username: string; token: string };

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1_000;

/** A person who is signed up, onboarded and signed in, made straight in the database. */
export async function makePerson(
  username: string,
  overrides: {
    displayName?: string;
    bio?: string;
    onboarded?: boolean;
    /** In the first day of the account, with its lower limits. */
    isNew?: boolean;
  } = {},
): Promise<TestPerson> {
  const name = readUsername(username);
  if (!name.ok) throw new Error(`${username}: ${name.problem}`);
  const id = uuidv7();
  const sessionId = uuidv7();
  const done = overrides.onboarded === false ? null : new Date();
  const profile = { displayName: overrides.displayName ?? username, bio: overrides.bio ?? "" };
  const createdAt = new Date(Date.now() - (overrides.isNew ? 0 : TWO_DAYS_MS));
  await inTransaction(async (tx) => {
    await tx.user.create({
      data: {
        id,
        username: name.username,
        usernameKey: name.key,
        ...profile,
        email: `${id}@gum.test`,
        emailKey: `${id}@gum.test`,
        emailVerifiedAt: done,
        consentVersion: done && "v1",
        consentAt: done,
        profileCompletedAt: done,
        createdAt,
      },
      select: { id: true },
    });
    await indexPerson({ id, username: name.username, ...profile }, tx);
  });
  await db().session.create({
    data: { id: sessionId, userId: id, kind: "api", expiresAt: new Date(Date.now() + 86_400_000) },
    select: { id: true },
  });
  const { accessToken } = await issueAccessToken({ userId: id, sessionId });
  return { id, username: name.username, token: accessToken };
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

export type Answer<T> = { status: number; body: T; headers: Headers };

/** Calls a route handler as a person with their bearer token; `json` becomes the body, a form is sent as multipart. */
export async function call<T = unknown>(
  handler: unknown,
  {
    as,
    params = {},
    query = {},
    json,
    form,
    method,
    headers = {},
  }: {
    as?: TestPerson;
    params?: Record<string, string>;
    query?: Record<string, string | number>;
    json?: unknown;
    form?: FormData;
    method?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<Answer<T>> {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const body = json === undefined ? undefined : JSON.stringify(json);
  const request = new Request(`http://localhost:3000/api/test?${search}`, {
    method: method ?? (json !== undefined || form ? "POST" : "GET"),
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      // Browsers name the size of a text.
      ...(body !== undefined && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      }),
      ...headers,
    },
    body: form ?? body,
  });
  const response = await (handler as Handler)(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : undefined) as T,
    headers: response.headers,
  };
}
