/** Hears which names a browser looks up: the browser gets a `resolv.conf` of its own, which sends it to a recorder here. */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import dgram from "node:dgram";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export const NAMES_DOMAIN = "leak.test";

export interface NameRecorder {
  asked: Set<string>;
  wrap(file: string): string;
  close(): Promise<void>;
}

const SETUP = (resolvConf: string, file: string): string =>
  `#!/bin/sh\nexec unshare --mount sh -c 'mount --bind ${resolvConf} /etc/resolv.conf && exec ${file} "$@"' sh "$@"\n`;

/** @returns null where a process may not have a file system view of its own, or the port is taken */
export async function recordNames(): Promise<NameRecorder | null> {
  if (process.platform !== "linux" || spawnSync("unshare", ["--mount", "true"]).status !== 0) return null;
  const asked = new Set<string>();
  const socket = dgram.createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const { name, end } = readName(question);
    asked.add(name);
    socket.send(answer(question, name, end), port, address);
  });
  // An address of its own, as engines are tried side by side.
  const own = `127.${1 + randomInt(250)}.${randomInt(250)}.53`;
  const isBound = await new Promise<boolean>((resolve) => {
    socket.once("error", () => resolve(false));
    socket.bind(53, own, () => resolve(true));
  });
  if (!isBound) return null;
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-names-"));
  const resolvConf = path.join(dir, "resolv.conf");
  fs.writeFileSync(resolvConf, `nameserver ${own}\n`);
  return {
    asked,
    wrap(file) {
      const wrapper = path.join(dir, path.basename(file));
      fs.writeFileSync(wrapper, SETUP(resolvConf, file), { mode: 0o755 });
      return wrapper;
    },
    async close() {
      await new Promise<void>((resolve) => socket.close(resolve));
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

const HEADER_BYTES = 12;
const TYPE_A = 1;

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at]!; length; length = question[at]!) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 };
}

/** Ours lead to this machine, all others nowhere. */
function answer(question: Buffer, name: string, end: number): Buffer {
  const isOurs = name.endsWith(NAMES_DOMAIN);
  const hasAddress = isOurs && question.readUInt16BE(end - 4) === TYPE_A;
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(isOurs ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(hasAddress ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
  const parts = [header, question.subarray(HEADER_BYTES, end), ...(hasAddress ? [record] : [])];
  return Buffer.concat(parts);
}
