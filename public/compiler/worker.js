/**
 * The worker in which the playground builds TypeScript and JSX: esbuild, and the files that it is given. Its policy
 * (lib/http/page-headers.ts) lets it load nothing but the files beside it.
 */
import { buildProject } from "./build-project.mjs";
import * as esbuild from "./esbuild.mjs";

const ready = esbuild.initialize({ wasmURL: "/compiler/esbuild.wasm", worker: false });
// Each build says so.
ready.catch(() => undefined);

self.onmessage = async ({ data: { id, ...job } }) => {
  try {
    await ready;
  } catch (error) {
    return self.postMessage({ id, failed: String(error) });
  }
  self.postMessage({ id, ...(await buildProject(esbuild, job)) });
};
