/** Saves the state of running apps, signs out and loads /login; the page load clears the user's data from memory. */
export async function signOut(): Promise<void> {
  const [{ logout }, { useAppLifecycleStore }, { forgetCopies }, { forgetAllDeviceData }] = await Promise.all(
    [
      import("@/lib/auth/session.client"),
      import("@/lib/lifecycle/store"),
      import("@/lib/browser/offline-copies"),
      import("@/lib/browser/device-data"),
    ],
  );
  await useAppLifecycleStore.getState().stopAll();
  await logout();
  await Promise.all([forgetCopies(), forgetAllDeviceData()]);
  location.assign(new URL("/login", location.href));
}
