import sharp from "sharp";
import * as appsRoute from "@/app/api/apps/route";
import * as publishRoute from "@/app/api/apps/[id]/publish/route";
import type { App } from "@/lib/apps/contract";
import { buildPackage } from "@/lib/package/build-package";
import { packageFiles } from "./package-files";
import { call, type Answer, type TestPerson } from "./people";

export type Problem = { code: string; message: string; details?: Record<string, unknown> };

export async function png(width = 64, height = 64, colour = "#c44"): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return new Uint8Array(bytes);
}

/** A sound package with a real icon. */
export async function makePackage(
  manifest: object = {},
  files: Record<string, string | Uint8Array> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return buildPackage(packageFiles({ "icon.png": await png(), ...files }, manifest));
}

export type UploadParts = {
  gumFile?: Uint8Array<ArrayBuffer>;
  fileName?: string;
  metadata?: object;
  icon?: Uint8Array<ArrayBuffer>;
  banner?: Uint8Array<ArrayBuffer>;
};

export function uploadForm({ gumFile, fileName = "app.gum", metadata, icon, banner }: UploadParts): FormData {
  const form = new FormData();
  if (gumFile) form.set("gumFile", new File([gumFile], fileName));
  if (metadata) form.set("metadata", JSON.stringify(metadata));
  if (icon) form.set("icon", new File([icon], "icon.png", { type: "image/png" }));
  if (banner) form.set("banner", new File([banner], "banner.png", { type: "image/png" }));
  return form;
}

export function upload<T = App>(as: TestPerson | undefined, parts: UploadParts): Promise<Answer<T>> {
  return call<T>(appsRoute.POST, { as, form: uploadForm(parts) });
}

/** An app of the person's with that manifest, published where asked. */
export async function makeApp(
  as: TestPerson,
  manifest: { name: string; [field: string]: unknown },
  { published = false }: { published?: boolean } = {},
): Promise<App> {
  const uploaded = await upload(as, { gumFile: await makePackage(manifest) });
  if (uploaded.status !== 201) throw new Error(JSON.stringify(uploaded.body));
  if (!published) return uploaded.body;
  const params = { id: uploaded.body.id };
  const json = { isPublic: true };
  return (await call<App>(publishRoute.PATCH, { as, params, json, method: "PATCH" })).body;
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** The answer of a route that gives bytes. */
export function fetchRoute(
  handler: unknown,
  {
    as,
    params,
    url = "",
    headers,
  }: { as?: TestPerson; params: Record<string, string>; url?: string; headers?: object },
): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/test${url}`, {
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
  });
  return (handler as Handler)(request, { params: Promise.resolve(params) });
}
