import { randomBytes } from "node:crypto";
import { UsageError } from "./arguments.mjs";
import { loadDotEnv } from "../launcher/environment.mjs";
import { varDir } from "../launcher/paths.mjs";
import { forgetPreviousSecret, rotateSecret } from "../launcher/secrets.mjs";

const NEXT_START = "It counts from the next start.";

/**
 * `rotate` replaces the secret that signs sessions, and keeps the old one valid; `forget` ends that. What the environment
 * names cannot be changed from here: the values to set are printed.
 */
export async function secret({ target }) {
  if (!["rotate", "forget"].includes(target))
    throw new UsageError(`"${target}" is not one of rotate, forget.`);
  loadDotEnv();
  const { NEXTAUTH_SECRET, DATA_SECRET } = process.env;
  if (target === "forget") {
    if (NEXTAUTH_SECRET)
      console.log("Take NEXTAUTH_SECRET_PREVIOUS out of the environment, then start Gum again.");
    else {
      forgetPreviousSecret(varDir());
      console.log(`The previous secret is forgotten. ${NEXT_START}`);
    }
    return 0;
  }
  if (NEXTAUTH_SECRET) {
    console.log("Set these for every process, then start Gum again:\n");
    console.log(`NEXTAUTH_SECRET=${randomBytes(32).toString("base64url")}`);
    console.log(`NEXTAUTH_SECRET_PREVIOUS=${NEXTAUTH_SECRET}`);
    console.log(`DATA_SECRET=${DATA_SECRET || NEXTAUTH_SECRET}`);
  } else {
    rotateSecret(varDir());
    console.log(
      `There is a new secret; the previous one stays valid until \`gum secret forget\`. ${NEXT_START}`,
    );
  }
  return 0;
}
