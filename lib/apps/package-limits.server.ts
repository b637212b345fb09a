import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { setPackageLimits } from "@/lib/package/limits";

const MIB = 1024 * 1024;

/** Puts the instance's settings into force, once per process. */
export function applyPackageSettings(): void {
  const env = serverEnv();
  setPackageLimits({
    packedBytes: env.PACKAGE_MAX_MB * MIB,
    unpackedBytes: env.PACKAGE_UNPACKED_MAX_MB * MIB,
    entryBytes: env.PACKAGE_FILE_MAX_MB * MIB,
    entries: env.PACKAGE_MAX_ENTRIES,
  });
}
