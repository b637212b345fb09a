import { createDecipheriv, createECDH, createHmac, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { importJWK, jwtVerify } from "jose";
import { createEgressFetch } from "@/lib/egress/egress-fetch.server";
import type { PushMessage } from "@/lib/push/message";

/** A browser's subscription, with the private key that only the browser has. */
export class BrowserKeys {
  readonly #pair: ECDH = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly p256dh = this.#pair.generateKeys("base64url");
  readonly auth = this.#auth.toString("base64url");

  /** Decrypts the body of a push message (RFC 8291 and 8188, one record). */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const serverKey = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const info = Buffer.concat([
      Buffer.from("WebPush: info\0"),
      Buffer.from(this.p256dh, "base64url"),
      serverKey,
    ]);
    const secret = Buffer.from(hkdfSync("sha256", this.#pair.computeSecret(serverKey), this.#auth, info, 32));
    const prk = createHmac("sha256", salt).update(secret).digest();
    const expand = (label: string, length: number) =>
      createHmac("sha256", prk)
        .update(`Content-Encoding: ${label}\0\x01`, "latin1")
        .digest()
        .subarray(0, length);
    const decipher = createDecipheriv("aes-128-gcm", expand("aes128gcm", 16), expand("nonce", 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

export type ReceivedPush = { path: string; headers: IncomingMessage["headers"]; body: Buffer };

/** A push service on loopback. */
export class PushService {
  readonly received: ReceivedPush[] = [];
  /** By path; 201 otherwise. */
  readonly answers = new Map<string, (response: ServerResponse) => void>();
  readonly #server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
    const answer = this.answers.get(path);
    if (answer) answer(response);
    else response.writeHead(201).end();
  });

  /** Reaches this server under every name, but for those that begin with `private`. */
  readonly fetch = createEgressFetch({
    resolve: async (name) => [name.startsWith("private") ? "10.0.0.1" : "93.184.216.34"],
    dial: () => connect((this.#server.address() as AddressInfo).port, "127.0.0.1"),
  });

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve()));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The messages to a browser, decrypted. */
  messagesTo(path: string, keys: BrowserKeys): PushMessage[] {
    return this.received
      .filter((each) => each.path === path)
      .map(({ body }) => JSON.parse(keys.decrypt(body)) as PushMessage);
  }
}

/** Verifies the signature of a message as push services do (RFC 8292). @returns the claims and the public key */
export async function verifyVapid(authorization: string | undefined) {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? "") ?? [];
  const point = Buffer.from(publicKey, "base64url");
  const key = await importJWK(
    {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
    "ES256",
  );
  return { publicKey, ...(await jwtVerify(token, key)).payload };
}
