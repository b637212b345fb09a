import { parseRichText } from "@/lib/shared/rich-text";

/** A hashtag without the sign, in its most common spelling. */
export type TagCount = { tag: string; posts: number; authors: number };

/** A tag's key: case and width do not matter. */
export const tagKey = (tag: string): string => tag.normalize("NFKC").toLowerCase();

/** The hashtags of texts, by number of people, then by number of texts. */
export function countTags(texts: readonly { authorId: string; body: string }[]): TagCount[] {
  const tags = new Map<string, { spellings: Map<string, number>; posts: number; authors: Set<string> }>();
  for (const { authorId, body } of texts) {
    const found = parseRichText(body).flatMap((part) => (part.type === "hashtag" ? [part.tag] : []));
    for (const [key, spelling] of new Map(found.map((tag) => [tagKey(tag), tag]))) {
      const tag = tags.get(key) ?? { spellings: new Map<string, number>(), posts: 0, authors: new Set() };
      tags.set(key, tag);
      tag.spellings.set(spelling, (tag.spellings.get(spelling) ?? 0) + 1);
      tag.posts++;
      tag.authors.add(authorId);
    }
  }
  return [...tags.values()]
    .map(({ spellings, posts, authors }) => {
      const [[tag]] = [...spellings].sort((a, b) => b[1] - a[1]) as [[string, number]];
      return { tag, posts, authors: authors.size };
    })
    .sort((a, b) => b.authors - a.authors || b.posts - a.posts || (a.tag < b.tag ? -1 : 1));
}
