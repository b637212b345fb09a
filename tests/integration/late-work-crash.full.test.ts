import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiClient } from "../support/api";
import { type TestServer, startServer } from "../support/server";

/** A server that is killed while it sends a mail. */

const received: string[] = [];
/** The mail server has the mail, and says nothing. */
let isSilent = false;
let silences = 0;
let smtp: SMTPServer;
let server: TestServer;

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      stream.resume();
      stream.on("end", () => {
        if (isSilent) return void silences++;
        received.push(session.envelope.rcptTo[0]!.address);
        done();
      });
    },
  });
  smtp.on("error", () => undefined);
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  server = await startServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await server?.dispose();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const signUp = (username: string) =>
  new ApiClient(server.url).must("POST", "/v2/auth/signup", {
    email: `${username}@gum.test`,
    password: "a handful of words",
    username,
  });
const jobs = () =>
  server.database.query<{ name: string; state: string }>("SELECT name, state::text FROM gum_queue.job");

it("the mail of an acknowledged sign-up comes, at once or after kill -9", async () => {
  await signUp("queue_first");
  await expect.poll(() => received).toContain("queue_first@gum.test");
  await expect.poll(jobs).toEqual([]);

  isSilent = true;
  await signUp("queue_second");
  await expect.poll(() => silences).toBeGreaterThan(0);
  await server.kill9();
  expect(await jobs()).toContainEqual({ name: "mail", state: "active" });
  isSilent = false;
  await server.start();
  // The minute after which a job counts as abandoned.
  await server.database.query("UPDATE gum_queue.job SET started_on = started_on - interval '1 minute'");
  await expect.poll(() => received).toContain("queue_second@gum.test");
  await expect.poll(jobs).toEqual([]);
});
