/** A check is a name and a function that throws where the host breaks its promise. */

export class Skip extends Error {}

/** This host does not offer it, or not here: no promise is broken. */
export function skip(why) {
  throw new Skip(why);
}

export function is(actual, expected, what = "") {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value) ?? String(value));
  if (one !== other) throw new Error(`${what && `${what}: `}${one} instead of ${other}`);
}

export function ok(value, what) {
  if (!value) throw new Error(what);
}

/** The work must fail; returns what it failed with. */
export async function fails(work, what = "It did not fail.") {
  try {
    await work();
  } catch (error) {
    if (error instanceof Skip) throw error;
    return error;
  }
  throw new Error(what);
}

/** Resolves with the first event of that name. */
export function event(target, name) {
  return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
}
