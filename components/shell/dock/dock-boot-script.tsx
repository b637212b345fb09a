import { DOCK_KEY } from "@/lib/config/storage-keys";
import { DOCK_POSITIONS, DOCK_SIZES } from "@/lib/dock/rules";

/**
 * Sets the position of the dock on <html> before the first paint, so that dock and content do not shift once localStorage is
 * read. localStorage is not trusted: unknown values become the defaults.
 */
const SCRIPT = `(function(){try{
var s=JSON.parse(localStorage.getItem(${JSON.stringify(DOCK_KEY)})||"{}"),d=s.version===1&&s.state||{},h=document.documentElement.dataset;
h.dock=${JSON.stringify(DOCK_POSITIONS)}.indexOf(d.position)<0?"right":d.position;
h.dockSize=${JSON.stringify(DOCK_SIZES)}.indexOf(d.size)<0?"medium":d.size;
h.dockHide=d.autoHide===false?"never":"auto";
}catch(e){}})()`;

export function DockBootScript({ nonce }: { nonce: string | undefined }) {
  // Browsers hide the nonce attribute from scripts, so it differs at hydration.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
