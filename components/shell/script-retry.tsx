/**
 * The scripts that stand in a page's markup are fetched once by the browser: where one fails, the page would never answer.
 * It is asked for again after 0.5, 1, 2 and 4 s. What code fetches later looks after itself (lazy-part.tsx); scripts
 * made by code carry no nonce. The address stays as it was written: the loader knows its files by it.
 */
const SCRIPT = `addEventListener("error",function(e){
var s=e.target,n=+(s.dataset&&s.dataset.again||0)+1;
if(s.tagName!=="SCRIPT"||!s.src||!s.nonce||n>4)return;
setTimeout(function(){
var c=document.createElement("script");c.setAttribute("src",s.getAttribute("src"));c.nonce=s.nonce;c.dataset.again=n;document.head.append(c)},250*Math.pow(2,n))},true)`;

export function ScriptRetry({ nonce }: { nonce: string | undefined }) {
  // The browser hides a nonce from the page once it has used it, so it differs at hydration.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
