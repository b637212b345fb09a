/**
 * The cursor of a list that is ordered by a value and an id, as one opaque text. A forged cursor starts the list
 * elsewhere or is refused, nothing else: the database compares its parts as typed parameters.
 */
export type ListCursor = { key: string; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function encodeCursor({ key, id }: ListCursor): string {
  return Buffer.from(`${id} ${key}`).toString("base64url");
}

/** Returns null where the text is not a cursor. */
export function decodeCursor(text: string): ListCursor | null {
  const plain = Buffer.from(text, "base64url").toString();
  const id = plain.slice(0, 36);
  if (!UUID.test(id) || plain[36] !== " " || plain.includes("\0")) return null;
  return { id, key: plain.slice(37) };
}
