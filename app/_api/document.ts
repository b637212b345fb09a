import "server-only";
import { type ApiDocument, buildOpenApi, nameSchemas, readRoutes } from "@/lib/docs/openapi.server";

type Exports = Record<string, unknown>;
/** The bundler's: all modules of a folder, each loaded when it is asked for; those that wait for something are promises. */
type Modules = { keys(): string[]; (key: string): Exports | Promise<Exports> };
declare const require: { context(folder: string, deep: boolean, pattern: RegExp): Modules };

let made: Promise<ApiDocument> | undefined;

/** The document of the API, from the routes as they are. */
export const apiDocument = (): Promise<ApiDocument> => (made ??= make());

async function make(): Promise<ApiDocument> {
  const routes = require.context("../api", true, /\/route\.ts$/);
  const contracts = require.context("../../lib", true, /[/-]contract\.ts$/);
  const names = nameSchemas(await Promise.all(contracts.keys().map((key) => contracts(key))));
  return buildOpenApi(await readRoutes(routes.keys(), async (file) => routes(file)), names);
}
