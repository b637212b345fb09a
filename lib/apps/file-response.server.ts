import "server-only";
import { ifNoneMatchHits } from "@/lib/http/etag";
import { fileResponse } from "@/lib/http/file-response";

/** `read` is not called where the browser has the file cached. */
type FileToSend = {
  etag: string;
  type: string;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
  /** False if the URL's `v` is of another content. */
  isCurrent?: boolean;
};

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The headers of a file of an app. Only the browser that was allowed to fetch it may cache it: for a day where the URL has
 * `v`, which changes with the content, else with revalidation. Never rendered as a document of ours: its CSP allows nothing
 * and its type is not sniffed.
 */
function headersFor(request: Request, isCurrent = true): Record<string, string> {
  const named = new URL(request.url).searchParams.has("v") && isCurrent;
  return {
    "cache-control": named ? `private, max-age=${DAY_SECONDS}, immutable` : "private, no-cache",
    vary: "cookie, authorization",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
}

export async function appFileResponse(request: Request, file: FileToSend): Promise<Response> {
  const headers = { ...headersFor(request, file.isCurrent), etag: file.etag };
  if (ifNoneMatchHits(request.headers.get("if-none-match"), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(await file.read(), { headers: { ...headers, "content-type": file.type } });
}

/**
 * @param file its name is the hash of the package, of which `v` is the beginning
 * @param receiver who downloads it: a user id or a network address
 */
export function appPackageResponse(
  request: Request,
  file: Parameters<typeof fileResponse>[1],
  receiver: string,
): Promise<Response> {
  const isCurrent = new URL(request.url).searchParams.get("v") === file.name.slice(0, 16);
  return fileResponse(request, file, { headers: headersFor(request, isCurrent), receiver });
}
