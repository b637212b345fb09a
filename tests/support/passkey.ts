import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

import type { LoginResponse } from "@/lib/auth/contract";

/**
 * An authenticator in software (WebAuthn, ES256, attestation "none"), written apart from the library that the product
 * verifies with. Each claim of a response can be forged.
 */
export type Claims = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  counter?: number;
  /** User present and user verified. */
  up?: boolean;
  uv?: boolean;
  /** Who signs; another key than the registered one is a forgery. */
  key?: KeyObject;
  userHandle?: string | null;
};

const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** CBOR, as far as an attestation needs it. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const parts = [...value].flat().map((each) => cbor(each as number));
    return Buffer.concat([head(5, value.size), ...parts]);
  }
  return Buffer.concat([head(2, value.length), value]);
}

export type Options = { challenge: string; user?: { id: string } };

export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  userHandle = "";
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(readonly origin: string) {}

  get rpId(): string {
    return new URL(this.origin).hostname;
  }

  #authData({ rpId, counter, up = true, uv = true }: Claims, attested?: Buffer): Buffer {
    const flags = (up ? 1 : 0) | (uv ? 4 : 0) | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([
      sha256(rpId ?? this.rpId),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ]);
  }

  #clientData(type: string, options: Options, claims: Claims): string {
    return b64(
      JSON.stringify({
        type: claims.type ?? type,
        challenge: claims.challenge ?? options.challenge,
        origin: claims.origin ?? this.origin,
        crossOrigin: claims.crossOrigin ?? false,
      }),
    );
  }

  #credential<T extends object>(response: T) {
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    };
  }

  create(options: Options, claims: Claims = {}) {
    this.userHandle = options.user!.id;
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const coordinate = (text: string | undefined) => Buffer.from(text!, "base64url");
    const key = cbor(
      new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    );
    const size = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const authData = this.#authData(claims, Buffer.concat([Buffer.alloc(16), size, this.id, key]));
    const attestation = new Map<unknown, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData("webauthn.create", options, claims),
      attestationObject: b64(cbor(attestation)),
      transports: ["internal"],
    });
  }

  get(options: Options, claims: Claims = {}) {
    if (claims.counter === undefined && this.counter > 0) this.counter++;
    const authData = this.#authData(claims);
    const clientDataJSON = this.#clientData("webauthn.get", options, claims);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    const userHandle = claims.userHandle === undefined ? this.userHandle : claims.userHandle;
    return this.#credential({
      clientDataJSON,
      authenticatorData: b64(authData),
      signature: b64(sign("sha256", signed, claims.key ?? this.#keys.privateKey)),
      ...(userHandle !== null && { userHandle }),
    });
  }
}

/** A browser that is not signed in: it keeps the cookie that challenges are bound to. */
export class PasskeyVisitor {
  cookie = "";

  constructor(readonly url: string) {}

  async send<T>(path: string, body: object): Promise<{ status: number; body: T & { code?: string } }> {
    const response = await fetch(`${this.url}/api/v2/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: this.cookie },
      body: JSON.stringify(body),
    });
    const set = response.headers.getSetCookie().find((each) => each.startsWith("gum-passkey="));
    if (set) {
      if (!/; Path=\/; Max-Age=300; HttpOnly; SameSite=Strict$/.test(set)) throw new Error(set);
      this.cookie = set.split(";")[0]!;
    }
    return { status: response.status, body: (await response.json()) as T & { code?: string } };
  }

  async options(challenge?: string): Promise<Options> {
    const { body } = await this.send<{ options: Options }>("passkeys/options", { challenge });
    return body.options;
  }

  async signIn(credential: object, challenge?: string) {
    const { status, body } = await this.send<LoginResponse>("passkeys/sign-in", { credential, challenge });
    return { status, code: body.code ?? "ok", user: body.user };
  }
}
