/**
 * A page's markup is there before its code. Presses of buttons and switches in between would come to nothing, or turn
 * back: they are held, and done once the control answers; a switch shows at once how it was pressed. So is what was chosen
 * in a list: its control would show it, and nobody would have heard. `data-answers` on
 * <html> says that the page's frame does; a control of a part that React takes over later answers when React's properties
 * are on it. Links need none of this. Only what came with the page's markup is held: controls that code has made answer
 * from the start.
 */
const GIVE_UP_MS = 20_000;
const SCRIPT = `(function(){
var s="button,input[type=checkbox],input[type=radio],select",h=document.documentElement,came,held=[],turning;
function answers(b){return came&&!came.has(b)||"answers" in h.dataset&&Object.keys(b).some(function(k){return k.indexOf("__reactProps$")===0})}
function turn(){
held=held.filter(function(p){
if(!p.b.isConnected||Date.now()-p.at>${GIVE_UP_MS})return false;
if(!answers(p.b))return true;
if(p.b.tagName==="SELECT"){p.b.value=p.on;p.b.dispatchEvent(new Event("change",{bubbles:true}));return false}
if(p.on===p.b.checked&&p.on!=null)p.b.checked=!p.on;
p.b.click();return false});
turning=held.length?requestAnimationFrame(turn):0}
addEventListener("DOMContentLoaded",function(){came=new WeakSet(document.querySelectorAll(s))});
function hold(e){
var b=e.target.closest&&e.target.closest(s),t=b&&b.tagName;
if(!b||answers(b)||(t==="SELECT"?e.type!=="change":e.type==="change"||!e.isTrusted))return;
if(t==="BUTTON")e.preventDefault();
e.stopImmediatePropagation();
held.push({b:b,on:t==="SELECT"?b.value:b.checked,at:Date.now()});turning=turning||requestAnimationFrame(turn)}
addEventListener("click",hold,true);addEventListener("change",hold,true)
})()`;

export function EarlyPressScript({ nonce }: { nonce: string | undefined }) {
  // The browser hides a nonce from the page once it has used it, so it differs at hydration.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
