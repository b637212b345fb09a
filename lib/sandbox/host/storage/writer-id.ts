/** The id by which the server knows this browser as a writer of apps' data. */
import { STORAGE_WRITER_KEY } from "@/lib/config/storage-keys";
import { WRITER_PATTERN, type Device } from "@/lib/storage/rules";
import { randomPersonId } from "@/lib/sandbox/host/storage/app-storage";

let own: string | null = null;

export function writerId(): string {
  return (own ??= storedId() ?? newId());
}

function storedId(): string | null {
  try {
    const known = localStorage.getItem(STORAGE_WRITER_KEY);
    if (known && WRITER_PATTERN.test(known)) return known;
    const created = newId();
    localStorage.setItem(STORAGE_WRITER_KEY, created);
    return created;
  } catch {
    // localStorage is full or blocked: each page is a writer of its own.
    return null;
  }
}

function newId(): string {
  return `${thisDevice()}:${randomPersonId()}`;
}

/** For the notice on the person's other devices. */
function thisDevice(): Device {
  if (!matchMedia("(pointer: coarse)").matches) return "computer";
  return Math.min(screen.width, screen.height) < 600 ? "phone" : "tablet";
}
