import { loadFormat } from "./library.mjs";

/** Prints the JSON Schema of the manifest: `node bin/gum.mjs schema > public/schema/manifest.json`. */
export async function schema() {
  const { manifestJsonSchema } = await loadFormat();
  console.log(JSON.stringify(manifestJsonSchema(), null, 2));
  return 0;
}
