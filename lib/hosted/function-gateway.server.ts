import "server-only";
import { z } from "zod";
import { readUploadedPackage } from "@/lib/apps/package-service";
import { egressRequest, egressResponseSchema } from "@/lib/egress/contract";
import { fetchForApp } from "@/lib/egress/service";
import { isMultipart, readBytes, readForm, readJson, tooLarge } from "@/lib/http/body";
import { bodyLimit } from "@/lib/http/uploads-in-flight";
import { otherMethodsBehind } from "@/lib/http/other-methods";
import { type Gateway, parseWith, route, type RouteHandler } from "@/lib/http/route";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { PackageError } from "@/lib/package/package-error";
import { sizeOf } from "@/lib/package/package-files";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { hostedGateway } from "./gateway.server";

/** Functions by name, on top of the services that our own pages use. */
const functionGateway: Gateway = hostedGateway(() => ({}), {
  "access-control-expose-headers": "retry-after, x-relay-error, x-request-id",
});

export const otherFunctionMethods = (...allowed: Parameters<typeof otherMethodsBehind>[1]) =>
  otherMethodsBehind(functionGateway, allowed);

const EGRESS_BYTES = 2 * 1024 * 1024;
const FORM_BYTES = 64 * 1024;
const packageBodyBytes = (): number => PACKAGE_LIMITS.packedBytes + FORM_BYTES;

/** The result of a check: the package as it would be published, or why it is invalid. */
const checkResponse = z.union([
  z.object({
    ok: z.literal(true),
    name: z.string(),
    version: z.string(),
    manifest: z.unknown(),
    sha256: z.string(),
    bytes: z.number(),
    files: z.array(z.object({ path: z.string(), bytes: z.number() })),
  }),
  z.object({ ok: z.literal(false), message: z.string(), details: z.unknown() }),
]);

async function readSent(request: Request): Promise<{ bytes: Uint8Array; fileName?: string }> {
  if (!isMultipart(request))
    return { bytes: await readBytes(request, bodyLimit(request, PACKAGE_LIMITS.packedBytes)) };
  const form = await readForm(request, bodyLimit(request, packageBodyBytes()));
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw new AppError("validation_error", { message: "The form has no file." });
  if (file.size > PACKAGE_LIMITS.packedBytes) throw tooLarge(PACKAGE_LIMITS.packedBytes, "The package");
  return { bytes: new Uint8Array(await file.arrayBuffer()), fileName: file.name };
}

async function checkPackage(request: Request, viewer: Actor): Promise<z.input<typeof checkResponse>> {
  await consumeLimit("packageChecks", viewer.id);
  const sent = await readSent(request);
  if (sent.bytes.byteLength === 0)
    throw new AppError("validation_error", { message: "Send the package as the body." });
  try {
    const { name, version, manifest, sha256, bytes, files } = await readUploadedPackage({ viewer, ...sent });
    const listed = Array.from(files.keys(), (path) => ({ path, bytes: sizeOf(files, path) }));
    return { ok: true, name, version, manifest, sha256, bytes: bytes.byteLength, files: listed };
  } catch (error) {
    if (!(error instanceof AppError && error.cause instanceof PackageError)) throw error;
    return { ok: false, message: error.message, details: error.details };
  }
}

const invoke = route({
  auth: "onboarded",
  gateway: functionGateway,
  params: z.strictObject({ name: z.string().max(64) }),
  limit: "hostedFunctions",
  rawBody: { maxBytes: packageBodyBytes },
  response: z.union([checkResponse, egressResponseSchema]),
  handler: async ({ request, viewer, params: { name } }) => {
    switch (name) {
      case "egress": {
        const sent = parseWith(egressRequest, await readJson(request, { maxBytes: EGRESS_BYTES }));
        return { body: await fetchForApp({ viewerId: viewer.id, request: sent }) };
      }
      case "package-check":
        return { body: await checkPackage(request, viewer) };
      default:
        throw new AppError("not_found", { message: "There is no function of that name." });
    }
  },
});

/**
 * Marks failures of the instance itself, so that clients can distinguish them from failures of a function.
 */
const RELAY_STATUSES = new Set([500, 503, 507]);

export const functionRoute: RouteHandler = async (request, context) => {
  const response = await invoke(request, context);
  if (RELAY_STATUSES.has(response.status)) response.headers.set("x-relay-error", "true");
  return response;
};
