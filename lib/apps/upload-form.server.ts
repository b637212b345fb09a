import "server-only";
import type { z } from "zod";
import { MEDIA_MAX_BYTES } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { PACKAGE_LIMITS, UPLOAD_PART_MAX_BYTES } from "@/lib/package/limits";
import { tooLarge } from "@/lib/http/body";
import { parseJson } from "@/lib/http/json";
import { type FormFields, parseWith } from "@/lib/http/route";

export const UPLOAD_FORM_FIELDS: FormFields = {
  gumFile: "file",
  metadata: "json",
  icon: "file",
  banner: "file",
};

async function readFile(form: FormData, name: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const values = form.getAll(name);
  const value = values[0];
  if (value === undefined) return undefined;
  if (values.length > 1 || typeof value === "string") throw fieldError(name, `${name} must be one file.`);
  if (value.size > maxBytes) throw tooLarge(maxBytes, name);
  return value.size === 0 ? undefined : new Uint8Array(await value.arrayBuffer());
}

function fieldError(path: string, message: string): AppError {
  return new AppError("validation_error", { message, fields: [{ path, code: "invalid", message }] });
}

/**
 * The fields of an upload: gumFile, metadata (JSON), icon and banner.
 * @throws AppError validation_error, invalid_json, payload_too_large
 */
export async function readUploadForm<S extends z.ZodType>(
  form: FormData,
  metadataSchema: S,
): Promise<{
  /** Undefined where the package was uploaded in parts. */
  gumFile: Uint8Array | undefined;
  fileName: string | undefined;
  metadata: z.output<S>;
  icon: Uint8Array | undefined;
  banner: Uint8Array | undefined;
}> {
  const unknown = [...form.keys()].find((name) => !Object.hasOwn(UPLOAD_FORM_FIELDS, name));
  if (unknown !== undefined) throw fieldError(unknown.slice(0, 60), "There is no such part in an upload.");
  const gumFile = await readFile(form, "gumFile", PACKAGE_LIMITS.packedBytes);
  const written = form.getAll("metadata");
  if (written.length > 1) throw fieldError("metadata", "metadata must be one JSON text.");
  // API clients may send the JSON as a file with a content type.
  const text = written[0] instanceof File ? await written[0].text() : (written[0] ?? "{}");
  const file = form.get("gumFile");
  return {
    gumFile,
    fileName: file instanceof File ? file.name.slice(-255) : undefined,
    metadata: parseWith(metadataSchema, parseJson(text)),
    icon: await readFile(form, "icon", MEDIA_MAX_BYTES),
    banner: await readFile(form, "banner", MEDIA_MAX_BYTES),
  };
}

/** The file `part` of a form. @throws AppError validation_error, payload_too_large */
export async function readUploadPart(form: FormData): Promise<Uint8Array> {
  const part = await readFile(form, "part", UPLOAD_PART_MAX_BYTES);
  if (!part) throw fieldError("part", "part is missing.");
  return part;
}
