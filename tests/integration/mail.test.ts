import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db, inTransaction } from "@/lib/db/client";
import { deliverMail, describeMailFailure } from "@/lib/mail/mailer.server";
import { sendCodeMail, sendNotice } from "@/lib/mail/service";
import { queueMail } from "@/lib/mail/queue-service";
import { logger } from "@/lib/infra/logger";
import { countJobs } from "@/lib/infra/queue";

/** What the mail server answers for these names. */
const answers: Record<string, [code: number, text: string]> = {
  gone: [550, "5.1.1 No such user"],
  relay: [554, "5.7.1 <relay@gum.test>: Relay access denied"],
};
const held: (() => void)[] = [];

type Received = { to: string[]; from: string | false; raw: string };
const received: Received[] = [];
let server: SMTPServer;

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "gum" && password === "p@ss" ? done(null, { user: "gum" }) : done(new Error("no")),
    onRcptTo: ({ address }, _session, done) => {
      const [responseCode, text] = answers[address.split("@")[0]!] ?? [];
      done(responseCode ? Object.assign(new Error(text), { responseCode }) : null);
    },
    onData: (stream, session, done) => {
      if (session.envelope.rcptTo[0]!.address.startsWith("slow")) {
        held.push(done);
        session.envelope.rcptTo.length = 0;
        return void stream.resume();
      }
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: session.envelope.mailFrom && session.envelope.mailFrom.address,
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  // Read when the first mail is sent.
  process.env.SMTP_URL = `smtp://gum:p%40ss@127.0.0.1:${port}`;
  process.env.MAIL_FROM = "Gum <hello@gum.test>";
});

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** The decoded parts of a mail, by their content type. */
function partsOf({ raw }: Received): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  const parts: Record<string, string> = {};
  for (const part of raw.split(`--${boundary}`).slice(1, -1)) {
    const [head = "", ...body] = part.trim().split(/\r\n\r\n/);
    const type = /content-type: ([\w/]+)/i.exec(head)?.[1] ?? "";
    const encoding = /content-transfer-encoding: ([\w-]+)/i.exec(head)?.[1]?.toLowerCase();
    const text = body.join("\r\n\r\n");
    parts[type] =
      encoding === "base64"
        ? Buffer.from(text, "base64").toString("utf8")
        : encoding === "quoted-printable"
          ? Buffer.from(
              text
                .replace(/=\r\n/g, "")
                .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
              "latin1",
            ).toString("utf8")
          : text;
  }
  return parts;
}

/** The mail that `send` causes, once it has come. */
async function mailOf(send: () => Promise<unknown>): Promise<Received> {
  const before = received.length;
  await send();
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(before), 30_000);
  return received.at(-1)!;
}
const isDone = () =>
  vi.waitFor(async () => {
    const { queued, running, dead } = (await countJobs()).find(({ queue }) => queue === "mail")!;
    expect([queued, running, dead]).toEqual([0, 0, 0]);
  }, 30_000);

const code = {
  purpose: "verify_email",
  code: "012345",
  token: "tok-EN_1234567890",
  seconds: 86_400,
} as const;

describe("mail by SMTP", () => {
  it("goes out in English as text and HTML, with code and link in both", async () => {
    const mail = await mailOf(() => sendCodeMail({ to: "mika@gum.test", ...code, language: "en" }));
    expect(mail).toMatchObject({ to: ["mika@gum.test"], from: "hello@gum.test" });
    expect(mail.raw).toMatch(/^Subject: 012345 is your code for Gum\r$/m);
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const parts = partsOf(mail);
    for (const type of ["text/plain", "text/html"]) {
      expect(parts[type], type).toContain("012345");
      expect(parts[type], type).toContain("Confirm your email address");
      expect(parts[type], type).toContain("24 hours");
    }
    expect(parts["text/plain"]).toContain("http://localhost:3000/auth/verify#token=tok-EN_1234567890");
    expect(parts["text/html"]).toContain('lang="en"');
  });

  it("goes out in Japanese", async () => {
    const mail = await mailOf(() =>
      sendCodeMail({
        to: "ren@gum.test",
        ...code,
        purpose: "recover_password",
        seconds: 3_600,
        language: "ja",
      }),
    );
    const parts = partsOf(mail);
    expect(parts["text/plain"]).toContain("パスワードの再設定");
    expect(parts["text/plain"]).toContain("1時間");
    expect(parts["text/plain"]).toContain("/auth/reset#token=");
    expect(parts["text/html"]).toContain('lang="ja"');
  });

  it.each(["password_changed", "email_changed", "totp_enabled", "totp_disabled"] as const)(
    "tells about %s in both languages",
    async (kind) => {
      for (const language of ["en", "ja"] as const) {
        const mail = await mailOf(() =>
          inTransaction((tx) => sendNotice({ to: "mika@gum.test", kind, language, tx })),
        );
        const parts = partsOf(mail);
        expect(parts["text/plain"]).toMatch(language === "ja" ? /[\u3040-\u30ff]/ : /Gum/);
        expect(parts["text/html"]).not.toContain("{");
      }
    },
  );

  it("writes to one address, whatever it holds", async () => {
    const before = received.length;
    await sendCodeMail({ to: "a@gum.test\r\nBcc: evil@gum.test", ...code, language: "en" });
    await isDone();
    for (const mail of received.slice(before)) {
      expect(mail.to).toHaveLength(1);
      expect(mail.raw).not.toMatch(/^Bcc:/im);
    }
  });

  it("that the mail server refuses for good, or that came too late, is not tried again", async () => {
    const before = received.length;
    await sendCodeMail({ to: "gone@gum.test", ...code, language: "en" });
    const late = { to: "mika@gum.test", subject: "late", text: "", html: "" };
    await queueMail(late, { until: new Date(Date.now() - 1_000) });
    await isDone();
    expect(received).toHaveLength(before);
  });

  it("that is refused for another reason waits for its next attempt, and the log has no address of it", async () => {
    const lines = vi.spyOn(logger(), "warn");
    await sendCodeMail({ to: "relay@gum.test", ...code, language: "en" });
    await vi.waitFor(
      async () =>
        expect(await db().$queryRaw`SELECT state::text FROM gum_queue.job`).toEqual([{ state: "retry" }]),
      30_000,
    );
    expect(lines).toHaveBeenCalledOnce();
    const { err } = lines.mock.calls[0]![0] as unknown as { err: Error };
    expect(err.message).toBe("The mail server answered: 554 5.7.1.");
    await db().$executeRaw`DELETE FROM gum_queue.job`;
  });

  it("is given up with its connection if the server is too slow", async () => {
    const closed = once(server, "close-of-connection");
    server.onClose = () => void server.emit("close-of-connection");
    const mail = { to: "slow@gum.test", subject: "slow", text: "", html: "" };
    await expect(deliverMail(mail, 500)).rejects.toThrow();
    await closed;
    held.forEach((answer) => answer());
  });
});

it.each([
  ["550 5.1.1 <a@b>: No such user", true],
  ["552 5.2.2 Mailbox full", true],
  ["550 No such user", true],
  ["501 Bad recipient address syntax", true],
  ["550-5.1.1 No such user\n550 5.1.1 see https://mail.test", true],
  ["550 5.1.8 Sender address rejected: Domain not found", false],
  ["554 5.7.1 Relay access denied", false],
  ["550 5.7.26 Unauthenticated", false],
  ["554 Go away", false],
  ["450 4.1.1 Try again", false],
])("%s is a refused mailbox: %s", (response, isRefused) => {
  expect(describeMailFailure({ response, rejected: ["a@b"] })).toMatchObject({ isRefused });
});
