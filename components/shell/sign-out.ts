/** Saves the state of running apps, signs out and loads /login; the page load clears the user's data from memory. */
export async function signOut(): Promise<void> {
  const [{ logout }, { useAppLifecycleStore }] = await Promise.all([
    import("@/lib/auth/session.client"),
    import("@/lib/lifecycle/store"),
  ]);
  await useAppLifecycleStore.getState().stopAll();
  await logout();
  location.assign(new URL("/login", location.href));
}
