import { z } from "zod";
import { parseWith, route } from "@/lib/http/route";
import {
  signAllBody,
  signBody,
  signedListResponse,
  signedResponse,
  tokenQuery,
} from "@/lib/hosted/storage-contract";
import {
  linkGateway,
  objectResponse,
  otherStorageMethods,
  requirePlace,
  storageGateway,
} from "@/lib/hosted/storage-gateway.server";
import { openSigned, signFile } from "@/lib/hosted/storage-link-service";
import { addressOf, type Place } from "@/lib/hosted/storage-names";
import { AppError } from "@/lib/shared/errors";

/** Serves the file of a signed URL. A URL signed for a resized image does not give access to the original. */
export const GET = route({
  auth: "none",
  gateway: linkGateway,
  limit: "hostedPictures",
  query: tokenQuery,
  handler: async ({ request, address, query: { token } }) => {
    const { object, transform } = await openSigned(requirePlace(request), token);
    if (transform) throw new AppError("invalid_token", { message: "This token is for a resized image." });
    return objectResponse(request, { object, sender: address });
  },
});

/** Creates signed URLs for the file at the path, or for the files listed in the body. */
export const POST = route({
  auth: "onboarded",
  gateway: storageGateway,
  limit: "writes",
  body: z.looseObject({}),
  response: z.union([signedResponse, signedListResponse]),
  handler: async ({ request, viewer: actor, body }) => {
    const { bucket, path: named } = requirePlace(request);
    const sign = async (place: Place, options: Pick<z.infer<typeof signBody>, "expiresIn" | "transform">) => {
      const { expiresIn: seconds, transform } = options;
      const token = await signFile({ actor, place, seconds, transform });
      return `${addressOf(transform ? "/render/image/sign" : "/object/sign", place)}?token=${token}`;
    };
    if (named !== "")
      return { body: { signedURL: await sign({ bucket, path: named }, parseWith(signBody, body)) } };
    const { expiresIn, paths } = parseWith(signAllBody, body);
    const signOne = async (path: string) => {
      try {
        return { error: null, path, signedURL: await sign({ bucket, path }, { expiresIn }) };
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        return { error: error.message, path, signedURL: null };
      }
    };
    return { body: await Promise.all(paths.map(signOne)) };
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("GET", "POST");
