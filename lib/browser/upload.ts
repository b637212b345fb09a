import { API_BASE } from "@/lib/config/env.client";
import { isFromApi, networkFailure, parseBody, toApiError } from "./api";

type UploadRequest = {
  /** Below the API's base. */
  path: string;
  method?: "POST" | "PATCH";
  form: FormData;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends a form with progress events, which fetch does not have.
 * @throws ApiError, DOMException AbortError if it was cancelled
 */
export function upload<T>({ path, method = "POST", form, onProgress, signal }: UploadRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, `${API_BASE}${path}`);
    request.withCredentials = true;
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("x-client-info", "gum-web");
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      const body = parseBody(request.responseText);
      if (request.status >= 200 && request.status < 300)
        return isFromApi(request.responseText, request.getResponseHeader("content-type"))
          ? resolve(body as T)
          : reject(networkFailure());
      const retryAfter = request.getResponseHeader("retry-after");
      const headers = new Headers(retryAfter ? { "retry-after": retryAfter } : {});
      reject(toApiError(new Response(null, { status: request.status || 500, headers }), body));
    };
    request.onerror = () => reject(networkFailure());
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    if (signal?.aborted) return request.onabort(new ProgressEvent("abort"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
