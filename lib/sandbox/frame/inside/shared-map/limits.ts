/** Limits of the shared map. public/docs/gum.md lists them. */

export const KEY_CHARS = 200;
export const KEYS_MAX = 5_000;
/** JSON of a value, or of the items of one call, in bytes of UTF-8. It fits into a payload of 128 KB with room to spare. */
export const VALUE_BYTES = 64 * 1024;
export const VALUE_DEPTH = 32;
export const LIST_ITEMS_MAX = 10_000;
/** Of an increment, and of what one run adds to a counter: sums of these are exact. */
export const COUNT_MAX = 1e12;

/** A snapshot is due after so many updates, or bytes of payload. */
export const SNAPSHOT_UPDATES = 200;
export const SNAPSHOT_BYTES = 512 * 1024;
/** Larger states have no snapshot: the room would refuse its JSON. */
export const SNAPSHOT_MAX_BYTES = 2 * 1024 * 1024 - 2;

/** Items of one update, with the deleted ones. */
export const UPDATE_LENGTH_MAX = 200_000;
/** Parts of one update. A change has up to three. */
export const STRUCTS_MAX = 4_096;
export const MESSAGE_CHANGES_MAX = 1_000;
/** Sends that may be unanswered; more changes wait in the frame. */
export const IN_FLIGHT_MAX = 20;
/** What Yjs may walk over to find the places of an update's items. Of honest clients it is what they had not seen yet. */
export const INSERTION_STEPS_MAX = 2_000_000;
