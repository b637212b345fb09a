import "server-only";
import { AwsClient } from "aws4fetch";
import { type FileStore, isFileKey } from "./file-key";

const TIMEOUT_MS = 15_000;

/**
 * Files in an S3-compatible store with path-style addresses (`endpoint/bucket/key`).
 * @throws Error if the endpoint or credentials are missing
 */
export function s3FileStore(config: {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}): FileStore {
  if (!URL.canParse(config.endpoint) || !config.accessKeyId || !config.secretAccessKey) {
    throw new Error(
      "S3_BUCKET is set: S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too.",
    );
  }
  const client = new AwsClient({ ...config, service: "s3", retries: 2 });
  const base = `${config.endpoint.replace(/\/$/, "")}/${config.bucket}`;

  async function call(method: string, key: string, body?: Uint8Array): Promise<Response> {
    return client.fetch(`${base}/${key}`, {
      method,
      body: body as BodyInit | undefined,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  function checked(key: string): string {
    if (!isFileKey(key)) throw new Error("not a file key");
    return key;
  }

  function fail(response: Response, operation: string): never {
    throw new Error(`The object store answered ${response.status} to ${operation}.`);
  }

  return {
    async put(key, bytes) {
      const response = await call("PUT", checked(key), bytes);
      if (!response.ok) fail(response, "a write");
    },
    async get(key) {
      const response = await call("GET", checked(key));
      if (response.status === 404) return null;
      if (!response.ok) fail(response, "a read");
      return new Uint8Array(await response.arrayBuffer());
    },
    async delete(key) {
      const response = await call("DELETE", checked(key));
      if (!response.ok && response.status !== 404) fail(response, "a removal");
    },
    // Object writes are atomic. A lifecycle rule removes orphaned upload parts (docs/deploy.md).
    removeStaleParts: () => Promise.resolve(0),
    async check() {
      const response = await call("GET", "?list-type=2&max-keys=1");
      if (!response.ok) fail(response, "a listing");
    },
  };
}
