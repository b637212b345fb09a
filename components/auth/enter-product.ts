/**
 * Leaves the auth screens after a sign-in. The login address leads on by itself: to the remembered path, to the
 * timeline, or to onboarding. A full load, so that nothing of whoever was here before is left in memory.
 */
export function enterProduct(): void {
  window.location.assign("/login");
}
