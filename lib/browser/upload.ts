import { API_BASE } from "@/lib/config/env.client";
import { ApiError, toApiError } from "./api";

export type UploadRequest = {
  /** Below the API's base. */
  path: string;
  method?: "POST" | "PATCH";
  form: FormData;
  /** 0 to 1, of the bytes that are on their way. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends a form and tells how far it is, which fetch cannot.
 * @throws ApiError; `network_failure` where the connection was lost, DOMException AbortError where it was cancelled
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
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(body as T);
      const retryAfter = request.getResponseHeader("retry-after");
      const headers = new Headers(retryAfter ? { "retry-after": retryAfter } : {});
      reject(toApiError(new Response(null, { status: request.status || 500, headers }), body));
    };
    const lost = () =>
      reject(
        new ApiError({
          code: "network_failure",
          message: "Unable to connect. Please check your internet connection.",
          status: 0,
        }),
      );
    request.onerror = lost;
    request.ontimeout = lost;
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    if (signal?.aborted) return request.onabort(new ProgressEvent("abort"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
