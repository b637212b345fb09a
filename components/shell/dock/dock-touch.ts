/** A finger must rest this long before it drags or asks for a menu: a shorter touch scrolls the dock or opens the app. */
export const TOUCH_DELAY_MS = 280;
export const TOUCH_TOLERANCE_PX = 8;
