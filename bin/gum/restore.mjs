import fs from "node:fs";
import path from "node:path";
import { SHORT, withClient } from "../launcher/database-client.mjs";
import { Fault } from "../launcher/fault.mjs";
import { writeFileAtomic, readJson, varDir } from "../launcher/paths.mjs";
import { loadDotEnv } from "../launcher/environment.mjs";
import { readArchive } from "./archive.mjs";
import { readFromBucket } from "./s3-archive.mjs";
import { chosenTime, isS3, openPlace } from "./s3-place.mjs";
import { assertNobody, RowLoader } from "./row-loader.mjs";
import { isFileKey, withInstance } from "./stores.mjs";

/**
 * Restores an empty instance from an archive. All rows appear at once, after the whole archive was read and verified;
 * until then, and after a failure, the database is empty.
 */
export async function restore({ target }) {
  const source = await openSource(target);
  loadDotEnv();
  const dir = varDir();
  const wasThere = fs.existsSync(path.join(dir, "secrets.json"));
  return withInstance({ isNew: true }, async ({ files, url }) => {
    await withClient(url, assertNobody, SHORT);
    for await (const key of files.list())
      throw new Fault(`The file store is not empty: it has ${key}. Restore into an empty folder or bucket.`);
    const { tables, createdAt } = await load({ read: source.read, url, files, dir, wasThere });
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    console.log(`Restored ${rows} rows and the files of ${createdAt} from ${source.name}.`);
    return 0;
  });
}

/** What is restored: an archive, or a backup in a bucket. */
export async function openSource(target) {
  if (isS3(target)) {
    const place = openPlace(target);
    const time = await chosenTime(place);
    return { name: `${place.address}@${time}`, read: (on) => readFromBucket({ place, time }, on) };
  }
  if (!fs.existsSync(target)) throw new Fault(`${target} does not exist.`);
  return { name: target, read: (on) => readArchive(target, on) };
}

async function load({ read, url, files, dir, wasThere }) {
  const put = [];
  let foreign = 0;
  const loader = new RowLoader(url);
  let secrets;
  try {
    const manifest = await read({
      async file(key, content) {
        if (!isFileKey(key)) return void foreign++;
        put.push(key);
        await (Buffer.isBuffer(content) ? files.put(key, content) : files.putFrom(key, content));
      },
      async entry(name, bytes) {
        const [kind, table] = name.split("/");
        if (name === "database.json") await loader.begin(JSON.parse(bytes.toString()));
        else if (kind === "database") await loader.add(table, bytes);
        else if (name === "secrets.json") secrets = JSON.parse(bytes.toString());
      },
    });
    await loader.commit(manifest.tables);
    restoreSecrets({ dir, secrets, wasThere });
    if (foreign > 0) console.error(`Left out: ${foreign} files in the backup that Gum did not write.`);
    return manifest;
  } catch (error) {
    await loader.rollback();
    for (const key of put) await files.delete(key);
    throw error;
  } finally {
    await loader.close();
  }
}

/** The new embedded database keeps its password; sessions, second factors and apps' ids need the old secrets. */
function restoreSecrets({ dir, secrets, wasThere }) {
  const { NEXTAUTH_SECRET, DATA_SECRET } = process.env;
  if (NEXTAUTH_SECRET) {
    if ((DATA_SECRET || NEXTAUTH_SECRET) !== (secrets?.dataSecret ?? secrets?.nextauthSecret))
      console.error(
        "DATA_SECRET (NEXTAUTH_SECRET where it is not set) is another one than that of the archive: second factors and access tokens will not work, and apps will know people by other ids.",
      );
    return;
  }
  const file = path.join(dir, "secrets.json");
  if (wasThere && process.env.DATABASE_URL)
    return console.error(`${file} was kept. The archive has its own secrets.json.`);
  fs.mkdirSync(dir, { recursive: true });
  // Those of the folder's own rotation do not belong to the archive's data.
  const { nextauthSecretPrevious: _, dataSecret: _data, ...own } = readJson(file) ?? {};
  writeFileAtomic(file, `${JSON.stringify({ ...own, ...secrets }, null, 2)}\n`, 0o600);
}
