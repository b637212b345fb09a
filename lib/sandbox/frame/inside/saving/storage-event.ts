/** The platform's constructor takes its own Storage objects only; apps name ours in the events that they make. */
import { replaceConstructor } from "@/lib/sandbox/frame/look-alike";

const { construct } = Reflect;
const Native = StorageEvent;

export function makeStorageEvent(type: string, fields: StorageEventInit, newTarget = Native): StorageEvent {
  const { storageArea, ...others } = fields;
  const event = construct(Native, [type, others], newTarget) as StorageEvent;
  Object.defineProperty(event, "storageArea", { value: storageArea });
  return event;
}

export function patchStorageEvent(): void {
  replaceConstructor("StorageEvent", (args, newTarget) => {
    const [type, fields] = args as [unknown, StorageEventInit | undefined];
    const area = fields?.storageArea;
    const isOurs = area !== undefined && area !== null && [localStorage, sessionStorage].includes(area);
    if (!isOurs) return construct(Native, args, newTarget) as object;
    return makeStorageEvent(String(type), fields!, newTarget as typeof Native);
  });
}
