import type { ApiRequest } from "./client";

/**
 * `api` for code of a page's first load, which shows what the server has read already: the client itself comes with the
 * first call. @throws like `api`
 */
export async function api<T>(path: string, request?: ApiRequest): Promise<T> {
  const client = await import("./client").catch((cause: unknown) => {
    throw Object.assign(new Error("Unable to connect. Please check your internet connection.", { cause }), {
      code: "network_failure",
      status: 0,
    });
  });
  return client.api<T>(path, request);
}
