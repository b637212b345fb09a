// Databases of apps that are too large for the account and stay on the device.
/** Of one app, for one person. */
export const APP_DEVICE_MAX_BYTES = 200 * 1024 * 1024;
/** How long another tab of this browser has for its last save. */
export const DEVICE_HANDOVER_MS = 3_000;
/** A browser that does not open its storage by then keeps nothing. */
export const DEVICE_OPEN_MS = 3_000;
