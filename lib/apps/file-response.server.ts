import "server-only";
import { ifNoneMatchHits } from "@/lib/http/etag";

/** What a service says of a file; `read` is not called where the browser has it already. */
type FileToSend = { etag: string; type: string; read: () => Promise<Uint8Array<ArrayBuffer>> };

const DAY = 24 * 60 * 60;

/**
 * A file of an app: kept by the browser that was allowed to fetch it, by nobody in between. An address that names the
 * content (`v`) is good for a day without asking again, another is asked for each time, which a 304 answers.
 * Never shown as a document of ours: the policy in its headers is empty and the type is not guessed.
 */
export async function appFileResponse(request: Request, file: FileToSend): Promise<Response> {
  const named = new URL(request.url).searchParams.has("v");
  const headers = {
    etag: file.etag,
    "cache-control": named ? `private, max-age=${DAY}, immutable` : "private, no-cache",
    vary: "cookie, authorization",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
  if (ifNoneMatchHits(request.headers.get("if-none-match"), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(await file.read(), { headers: { ...headers, "content-type": file.type } });
}
