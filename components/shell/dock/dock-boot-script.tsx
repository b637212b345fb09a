import { DOCK_KEY } from "@/lib/config/storage-keys";
import { DOCK_POSITIONS, DOCK_SIZES } from "@/lib/dock/rules";

/**
 * Puts the dock's position on <html> before the first paint: without it a person would see the dock jump from its default
 * edge, and the content shift, once localStorage is read. Everything read is checked against the lists; on any doubt the defaults stand.
 */
const SCRIPT = `(function(){try{
var s=JSON.parse(localStorage.getItem(${JSON.stringify(DOCK_KEY)})||"{}"),d=s.version===1&&s.state||{},h=document.documentElement.dataset;
h.dock=${JSON.stringify(DOCK_POSITIONS)}.indexOf(d.position)<0?"right":d.position;
h.dockSize=${JSON.stringify(DOCK_SIZES)}.indexOf(d.size)<0?"medium":d.size;
h.dockHide=d.autoHide===false?"never":"auto";
}catch(e){}})()`;

export function DockBootScript({ nonce }: { nonce: string | undefined }) {
  // The browser hides a nonce from the page once it has used it, so it differs at hydration.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
