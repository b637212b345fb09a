/** Apps that only a browser holds have ids of this form, so that they never meet an app of the store. */
export const LOCAL_APP_PREFIX = "local-";

export function isLocalAppId(id: string): boolean {
  return /^local-[0-9a-f-]{36}$/.test(id);
}
