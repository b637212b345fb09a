/**
 * Leaves the auth screens after a sign-in. `/login` redirects to the remembered path, the timeline or onboarding. A full
 * load, so that nothing of the previous user stays in memory.
 */
export function enterProduct(): void {
  window.location.assign("/login");
}

/** A sign-in that waits for its second factor; `passkeyHost` is null if the person has no passkey. */
export type Challenge = { challenge: string; passkeyHost: string | null };

/** The challenge of a sign-in that requires a second factor; undefined for any other error. */
export function challengeOf(error: unknown): Challenge | undefined {
  const { code, details } = error as { code?: string; details?: Challenge };
  return code === "second_factor_required" ? details : undefined;
}
