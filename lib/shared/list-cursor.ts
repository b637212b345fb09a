/**
 * The cursor of a list ordered by a value and an id, as one opaque text. Whoever changes one gets another place in the
 * list or a validation error, nothing else: what it names is compared by the database with typed parameters.
 */
export type ListCursor = { key: string; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function encodeCursor({ key, id }: ListCursor): string {
  const bytes = new TextEncoder().encode(`${id} ${key}`);
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** The cursor, or null where the text is none. */
export function decodeCursor(text: string): ListCursor | null {
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const plain = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(binary, (c) => c.charCodeAt(0)),
    );
    const id = plain.slice(0, 36);
    if (!UUID.test(id) || plain[36] !== " " || plain.includes("\0")) return null;
    return { id, key: plain.slice(37) };
  } catch {
    return null;
  }
}
