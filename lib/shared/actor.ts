/** Whoever does something: a signed-in person, or the demo's seed in a person's name. Services need no more of them. */
export type Actor = { id: string };
