import { api, ApiError, apiWithHeaders } from "@/lib/browser/api";
import { accountKeys, type MeWithEtag } from "./queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { useAuthStore } from "@/lib/auth/store";
import type { UpdateProfile, UpdateProfileResponse } from "./contract";
import type { PictureKind } from "./profile-pictures";
import { initialize, noteMe } from "@/lib/auth/session.client";

/** Why a profile change failed (specification, sections 5 and 8). */
type ProfileFailure = "noUser" | "noSession" | "failed";

/** The message key of a failed change, or null if the error has its own message (a field, a conflict, the network). */
export function profileFailureOf(error: unknown): ProfileFailure | null {
  if (!(error instanceof ApiError)) return "failed";
  if (error.code === "no_user") return "noUser";
  if (error.code === "no_session") return "noSession";
  const known = [
    "validation_error",
    "username_taken",
    "precondition_failed",
    "network_failure",
    "rate_limited",
    "account_limited",
    "invalid_image",
    "payload_too_large",
  ];
  return known.includes(error.code) ? null : "failed";
}

async function requireSession(): Promise<void> {
  if (!useAuthStore.getState().initialized) await initialize();
  const { user, expired } = useAuthStore.getState();
  if (expired) throw new ApiError({ code: "no_session", message: "No active session", status: 401 });
  if (!user) throw new ApiError({ code: "no_user", message: "No user logged in", status: 401 });
}

/** Sends a change of the viewer's profile and caches the result. */
async function change(path: string, request: Parameters<typeof apiWithHeaders>[1]): Promise<MeWithEtag> {
  await requireSession();
  try {
    const { data, headers } = await apiWithHeaders<UpdateProfileResponse>(path, request);
    const next = { me: data.data, etag: headers.get("etag") ?? "*" };
    const client = getQueryClient();
    client.setQueryData(accountKeys.me, next);
    void client.invalidateQueries({ queryKey: ["people"] });
    noteMe(next.me);
    return next;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      throw new ApiError({ code: "no_session", message: "No active session", status: 401, cause: error });
    }
    throw error;
  }
}

/**
 * Changes the viewer's profile.
 * @param etag of the edited state; a 412 if it is stale
 * @throws ApiError; see profileFailureOf
 */
export function updateProfile(patch: UpdateProfile, etag?: string): Promise<MeWithEtag> {
  return change("/v2/users/me", {
    method: "PATCH",
    body: patch,
    headers: etag === undefined ? undefined : { "if-match": etag },
  });
}

export function setPicture(kind: PictureKind, picture: Blob): Promise<MeWithEtag> {
  const form = new FormData();
  form.set("file", picture, `${kind}.png`);
  return change(`/v2/users/me/${kind}`, { method: "PUT", body: form });
}

export function removePicture(kind: PictureKind): Promise<MeWithEtag> {
  return change(`/v2/users/me/${kind}`, { method: "DELETE" });
}

export async function deleteAccount(username: string): Promise<void> {
  await api("/v2/users/me", { method: "DELETE", body: { username } });
}
