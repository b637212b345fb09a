/**
 * Pictures that CSS names and whose file is remote: a custom property takes the place of the URL. It is registered once the file is
 * there: its initial value counts for every element, in shadow trees too, and the document shows nothing of it.
 */
import { isRemote, readyFile, remoteFileAt, resolveUrl, toLoadable } from "@/lib/sandbox/frame/inside/files";
import { nameLate } from "@/lib/sandbox/frame/inside/late-names";

const { registerProperty } = CSS as Partial<typeof CSS>;
/** By file and the URL as the app wrote it. */
const waiting = new Map<string, string>();

/** @returns what a declaration has in place of the URL; null if the file is here, or none of the package */
export function lateCss(url: string, base?: string): string | null {
  const file = registerProperty ? remoteFileAt(url, base) : null;
  if (file === null) return null;
  const key = `${file}\n${url}`;
  const known = waiting.get(key);
  if (known !== undefined) return known;
  const { property, value } = nameLate(url, resolveUrl(url, base)?.href ?? url);
  waiting.set(key, value);
  const show = (): void => {
    waiting.delete(key);
    if (isRemote(file)) return;
    const initialValue = `url("${toLoadable(url, base)}")`;
    registerProperty!.call(CSS, { name: property, syntax: "*", inherits: false, initialValue });
  };
  // If it does not arrive, the next mention asks for it again.
  readyFile(file).then(show, show);
  return value;
}
