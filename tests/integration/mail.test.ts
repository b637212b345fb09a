import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendCodeMail, sendNotice } from "@/lib/mail/service";

type Received = { to: string[]; from: string | false; raw: string };
const received: Received[] = [];
let server: SMTPServer;

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "gum" && password === "p@ss" ? done(null, { user: "gum" }) : done(new Error("no")),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith("full") ? done(new Error("mailbox full")) : done(),
    onData: (stream, session, done) => {
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

const code = {
  purpose: "verify_email",
  code: "012345",
  token: "tok-EN_1234567890",
  seconds: 86_400,
} as const;

describe("mail by SMTP", () => {
  it("goes out in English as text and HTML, with code and link in both", async () => {
    await sendCodeMail({ to: "mika@gum.test", ...code, language: "en" });
    const mail = received.at(-1)!;
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
    await sendCodeMail({
      to: "ren@gum.test",
      ...code,
      purpose: "recover_password",
      seconds: 3_600,
      language: "ja",
    });
    const parts = partsOf(received.at(-1)!);
    expect(parts["text/plain"]).toContain("パスワードの再設定");
    expect(parts["text/plain"]).toContain("1時間");
    expect(parts["text/plain"]).toContain("/auth/reset#token=");
    expect(parts["text/html"]).toContain('lang="ja"');
  });

  it.each(["password_changed", "email_changed", "totp_enabled", "totp_disabled"] as const)(
    "tells about %s in both languages",
    async (kind) => {
      for (const language of ["en", "ja"] as const) {
        await sendNotice({ to: "mika@gum.test", kind, language });
        const parts = partsOf(received.at(-1)!);
        expect(parts["text/plain"]).toMatch(language === "ja" ? /[\u3040-\u30ff]/ : /Gum/);
        expect(parts["text/html"]).not.toContain("{");
      }
    },
  );

  it("writes to one address, whatever it holds", async () => {
    const before = received.length;
    await sendCodeMail({ to: "a@gum.test\r\nBcc: evil@gum.test", ...code, language: "en" }).catch(
      () => undefined,
    );
    for (const mail of received.slice(before)) {
      expect(mail.to).toHaveLength(1);
      expect(mail.raw).not.toMatch(/^Bcc:/im);
    }
  });

  it("fails with a code of its own where the server does not take it", async () => {
    await expect(sendCodeMail({ to: "full@gum.test", ...code, language: "en" })).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});
