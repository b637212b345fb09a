import "server-only";
import path from "node:path";
import { serverEnv } from "@/lib/config/env.server";
import type { FileStore } from "./file-key";
import { localFileStore } from "./local-file-store";
import { s3FileStore } from "./s3-file-store";

let store: FileStore | undefined;

/** The instance's file store. */
export function fileStore(): FileStore {
  if (store) return store;
  const env = serverEnv();
  store = env.S3_BUCKET
    ? s3FileStore({
        endpoint: env.S3_ENDPOINT ?? "",
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
        secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
        cdnUrl: env.S3_CDN_URL,
        presignedEndpoint: env.S3_PRESIGNED_ENDPOINT,
      })
    : localFileStore(path.join(path.resolve(env.VAR_DIR), "files"));
  return store;
}
