/**
 * Storage in frames of the package's own files. Such a frame is a document of another opaque origin: it cannot look into the
 * page's storage, so it is born with a copy, tells the page what it changes, and is told what changes elsewhere. The page keeps
 * it all, quota included. IndexedDB is the page's alone; in a frame it is absent, so that scripts take their other way.
 */
import { bytesOf, fileNames, hasFile, prepareFile, space } from "@/lib/sandbox/frame/inside/files";
import type { OwnFrameSetup } from "@/lib/sandbox/frame/inside/own-frame/setup";
import { watchSaves } from "@/lib/sandbox/frame/inside/saving/queue";
import { SESSION_COOKIE } from "@/lib/sandbox/frame/inside/saving/cookies";
import frameCode from "gum:own-frame-prelude";

/** What goes to and fro under this name is none of the app's messages. `key` null: all of the area. */
const MARK = "gumOwnFrame";
type Change = [area: "local" | "session" | "cookie", key: string | null, value: string | null];
/** What a frame asks for beside: a file, or another page in its place (see own-frame/prelude.ts). */
type Wish = ["read", file: string, null] | ["go", url: string, target: string];
/** First word of a frame: what changed between its making and its birth is sent to it. */
const BORN = "born";

const frames = new Set<MessageEventSource>();
const nativePost = window.postMessage;

/** First of all scripts of such a frame; without storage of its own it would meet a SecurityError. */
export function framePrelude(page: { base: string; isFile: boolean }): string {
  const setup: OwnFrameSetup = {
    ...page,
    origin: space.origin,
    folder: space.folder,
    names: fileNames(),
    mark: MARK,
  };
  return `(${PRELUDE})(${inScript(copyOfAll())});__gumFrame=${inScript(setup)};${frameCode}`;
}

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

const copyOfAll = () => ({
  local: Object.entries(localStorage),
  session: Object.entries(sessionStorage),
  cookie: document.cookie,
});

const PRELUDE = `(copy)=>{const host=parent,tell=(...change)=>host.postMessage({${MARK}:change},"*");tell("${BORN}");
const areas={},touched=new Set();for(const [name,area] of [["localStorage","local"],["sessionStorage","session"]]){const items=areas[area]=new Map(copy[area]);
const methods={getItem:(k)=>items.get(String(k))??null,setItem(k,v){touched.add(area+k);items.set(String(k),String(v));tell(area,String(k),String(v))},removeItem(k){touched.add(area+k);if(items.delete(String(k)))tell(area,String(k),null)},clear(){touched.add(area);items.clear();tell(area,null,null)},key:(i)=>[...items.keys()][i]??null,get length(){return items.size}};
const storage=new Proxy(Object.create(methods),{get:(t,k)=>k in methods?methods[k]:items.get(k),set(t,k,v){methods.setItem(k,v);return true},has:(t,k)=>k in methods||items.has(k),deleteProperty(t,k){methods.removeItem(k);return true},ownKeys:()=>[...items.keys()],getOwnPropertyDescriptor:(t,k)=>items.has(k)?{value:items.get(k),writable:true,enumerable:true,configurable:true}:undefined});
Object.defineProperty(window,name,{value:storage})}
Object.defineProperty(window,"indexedDB",{get(){}});let cookie=copy.cookie;Object.defineProperty(document,"cookie",{get:()=>cookie,set(text){touched.add("cookie");text=String(text);tell("cookie",null,text);const [pair]=text.split(";"),name=pair.split("=")[0].trim(),rest=cookie.split("; ").filter((one)=>one&&one.split("=")[0]!==name);if(!/max-age=\\s*(?:0|-)|expires=[^;]*19[789]\\d/i.test(text))rest.push(pair.trim());cookie=rest.join("; ")}});
addEventListener("message",(event)=>{const change=event.source===host&&event.data?.${MARK};if(!change)return;event.stopImmediatePropagation();const [area,key,value]=change;if(area==="${BORN}"){for(const name of ["local","session"]){const items=areas[name],mine=(k)=>touched.has(name)||touched.has(name+k);for(const k of [...items.keys()])if(!mine(k))items.delete(k);for(const [k,v] of key[name])if(!mine(k))items.set(k,v)}if(!touched.has("cookie"))cookie=key.cookie;return}if(area==="cookie"){cookie=value;return}const items=areas[area],before=items.get(key)??null;if(key===null)items.clear();else if(value===null)items.delete(key);else items.set(key,value);dispatchEvent(new StorageEvent("storage",{key,oldValue:before,newValue:value}))});}`;

let heard: MessageEventSource | null = null;

export function shareStorage(): void {
  watchSaves(({ area, key, value }) => {
    if (!frames.size) return;
    if (area === "cookies" || (area === "session" && key?.startsWith(SESSION_COOKIE)))
      share(["cookie", null, document.cookie], null);
    else if (area === "local" || area === "session") share([area, key, value], heard);
  });
}

/** Anew after each `document.open`, before any listener of the app. */
export function watchOwnFrames(onGo: (from: MessageEventSource, url: string, target: string) => void): void {
  window.addEventListener(
    "message",
    (event: MessageEvent<{ [MARK]?: Change | Wish | [typeof BORN] } | null>) => {
      const { source } = event;
      const change = event.data?.[MARK];
      if (!Array.isArray(change) || !source || source === window.parent || source === window) return;
      event.stopImmediatePropagation();
      if (change[0] === "read") return void give(change[1], event.ports[0]);
      if (change[0] === "go") return onGo(source, change[1], change[2]);
      if (change[0] !== BORN) return take(change, source);
      frames.add(source);
      post(source, [BORN, copyOfAll()]);
    },
  );
}

async function give(file: string, port: MessagePort | undefined): Promise<void> {
  if (!port || !hasFile(file)) return;
  await prepareFile(file);
  const { buffer } = bytesOf(file);
  port.postMessage(buffer, [buffer]);
}

/** What a frame has changed is changed here like the page's own, so it is accounted, saved, and told to the other frames. */
function take([area, key, value]: Change, from: MessageEventSource): void {
  if (area === "cookie") {
    document.cookie = String(value);
    return;
  }
  const storage = area === "session" ? sessionStorage : localStorage;
  const before = key === null ? null : storage.getItem(key);
  heard = from;
  try {
    if (key === null) storage.clear();
    else if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    if (before !== value)
      window.dispatchEvent(new StorageEvent("storage", { key, oldValue: before, newValue: value }));
  } catch (error) {
    // Full: the frame is told what stands here instead.
    share([area, key, before], null);
    throw error;
  } finally {
    heard = null;
  }
}

function share(change: Change, but: MessageEventSource | null): void {
  for (const frame of frames) {
    if (frame === but) continue;
    // A frame that is gone has no parent any more.
    if ((frame as Window).parent !== window) frames.delete(frame);
    else post(frame, change);
  }
}

function post(frame: MessageEventSource, change: unknown): void {
  nativePost.call(frame as Window, { [MARK]: change }, { targetOrigin: "*" });
}
