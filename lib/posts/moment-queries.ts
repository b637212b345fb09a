import { api, ApiError } from "@/lib/browser/api";
import type { Moment } from "./moment-contract";

/** @throws ApiError not_found also for a moment of another app */
export async function fetchMoment(postId: string, appId: string): Promise<Moment> {
  const moment = await api<Moment>(`/posts/${postId}/moment`);
  if (moment.appId !== appId) throw new ApiError({ code: "not_found", message: "", status: 404 });
  return moment;
}

/** Distinguishes the run of a post's moment from other runs of the app in this browser. */
export const momentKey = (postId: string) => `moment:${postId}`;
