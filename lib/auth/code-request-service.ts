import "server-only";
import { uuidv7 } from "uuidv7";
import { emailKey } from "@/lib/account/email";
import { findCredentialsByEmail } from "@/lib/account/user-repository";
import type { Locale } from "@/lib/i18n/locales";
import { defineQueue } from "@/lib/infra/queue";
import { canSendMail, noteUnsent } from "@/lib/mail/service";
import { makeSecret, SECONDS, sendCode } from "./code-service";
import { seal, unseal } from "./secret-service";

type Purpose = "sign_in" | "recover_password" | "verify_email";

type CodeRequest = {
  purpose: Purpose;
  email: string;
  secret: ReturnType<typeof makeSecret>;
  link: string | undefined;
  language: Locale;
};

export type CodeJob = {
  /** Of the code: a second run of the job makes no second one. */
  id: string;
  sealed: string;
  until: string;
};

export async function sendQueuedCode({ id, sealed, until }: CodeJob): Promise<void> {
  const expiresAt = new Date(until);
  if (expiresAt < new Date()) return;
  // We encrypted it, so its shape is known.
  const { purpose, email, secret, link, language } = JSON.parse(unseal("queued-code", sealed)) as CodeRequest;
  const person = await findCredentialsByEmail(emailKey(email));
  if (!person || (purpose === "verify_email" && person.emailVerifiedAt)) return;
  if (!canSendMail()) return noteUnsent();
  const request = { id, expiresAt };
  await sendCode({ userId: person.id, email: person.email, purpose, language, secret, link, request });
}

/** Codes that somebody asked for with an address alone. */
const codeQueue = defineQueue<CodeJob>("codes", sendQueuedCode);

/** Queues a code for whoever has the address. Whether anybody does is looked up later, so that the time does not reveal it. */
export async function queueCode({
  purpose,
  email,
  language,
  linkOf,
}: {
  purpose: Purpose;
  email: string;
  language: Locale;
  linkOf?: ((token: string) => string) | undefined;
}): Promise<void> {
  const secret = makeSecret();
  const request: CodeRequest = { purpose, email, secret, link: linkOf?.(secret.token), language };
  const until = new Date(Date.now() + SECONDS[purpose] * 1_000).toISOString();
  await codeQueue.send({ id: uuidv7(), sealed: seal("queued-code", JSON.stringify(request)), until });
}
