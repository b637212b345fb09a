import { useShellUi } from "./shell-ui";

/** Signs out, after a question where apps keep data on this device only. */
export async function requestSignOut(userId: string): Promise<void> {
  const { deviceUses } = await import("@/lib/browser/device-data");
  const uses = await deviceUses(userId);
  if (uses.size === 0) return signOut(userId);
  const deviceBytes = [...uses.values()].reduce((total, bytes) => total + bytes, 0);
  useShellUi.setState({ signOut: true, deviceBytes });
}

/** Saves the state of running apps, signs out and loads /login; the page load clears the user's data from memory. */
export async function signOut(userId: string): Promise<void> {
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
  await Promise.all([forgetCopies(), forgetAllDeviceData(userId)]);
  location.assign(new URL("/login", location.href));
}
