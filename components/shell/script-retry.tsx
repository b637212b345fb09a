/**
 * The scripts that stand in a page's markup are fetched once by the browser: where one fails, the page would never answer.
 * It is asked for again after 0.5, 1, 2 and 4 s, by the address as it was written: the loader knows its files by it. This
 * script runs behind the style sheets; what failed before that has left no body when all has loaded. What code fetches
 * later looks after itself (lazy-part.tsx) and carries no nonce.
 */
const SCRIPT = `(function(){
function again(s,n){
if(s.asked||n>4)return;
s.asked=1;
setTimeout(function(){
var c=document.createElement("script");c.setAttribute("src",s.getAttribute("src"));c.nonce=s.nonce;
c.onerror=function(){again(c,n+1)};document.head.append(c)},250*Math.pow(2,n))}
addEventListener("error",function(e){
var s=e.target;if(s.tagName==="SCRIPT"&&s.src&&s.nonce&&!s.onerror)again(s,1)},true);
addEventListener("load",function(){
document.querySelectorAll("script[src][nonce]:not([nomodule])").forEach(function(s){
var r=performance.getEntriesByName(s.src);
if(!s.onerror&&r.length&&!r.some(function(e){return e.decodedBodySize}))again(s,1)})})
})()`;

export function ScriptRetry({ nonce }: { nonce: string | undefined }) {
  // The browser hides a nonce from the page once it has used it, so it differs at hydration.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
