/**
 * Signs out and goes to /login by a real navigation: nothing of the person stays in this page's memory. The running
 * apps save their states first.
 */
export async function signOut(): Promise<void> {
  const [{ logout }, { useAppLifecycleStore }] = await Promise.all([
    import("@/lib/auth/session.client"),
    import("@/lib/lifecycle/store"),
  ]);
  await useAppLifecycleStore.getState().stopAll();
  await logout();
  location.assign(new URL("/login", location.href));
}
