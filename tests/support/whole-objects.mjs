import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";

/**
 * Lets s3rver have an object whole or not at all, as S3 does. By itself it writes over the one that is there, and answers
 * before its file has everything: a list asked for next has a smaller size.
 */
export function keepWholeObjects({ store }) {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const file = (what) => store.getResourcePath(bucket, key, what);
    const bytes = await buffer(content);
    const md5 = createHash("md5").update(bytes).digest("hex");
    await fs.mkdir(path.dirname(file("object")), { recursive: true });
    await replace(file("object.md5"), md5);
    await replace(file("metadata.json"), JSON.stringify(metadata));
    await replace(file("object"), bytes);
    return { size: bytes.length, md5 };
  };
}

async function replace(file, content) {
  const part = `${file}.${randomUUID()}`;
  await fs.writeFile(part, content);
  await fs.rename(part, file);
}
