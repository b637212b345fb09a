/** Corners of the platform that pages lean on without a thought, one page for each neighbourhood. */
import { png } from "../page-assets";
import type { OrdinaryPage } from "./frameworks";

/** Tries each in turn and reports them all, addresses without the origin, which differs. */
const ALL = `window.all=async(list)=>{const out={};for(const[name,run]of Object.entries(list)){try{out[name]=await Promise.race([Promise.resolve().then(run),new Promise(r=>setTimeout(()=>r("late"),30000))])??null}catch(e){out[name]="threw "+e.name+": "+e.message}}console.log("RESULT "+JSON.stringify(out).replaceAll(location.origin,"ORIGIN"))};
window.heard=(word)=>new Promise(r=>addEventListener("message",function on(e){if(e.data===word){removeEventListener("message",on);r(word)}}));window.given=heard("given");`;

const page = (body: string, script: string, module = false): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title><script>${ALL}</script><link rel="stylesheet" href="css/a.css"></head><body>${body}<script${module ? ` type="module"` : ""}>${script}</script></body></html>`;

const FILES = {
  "css/a.css": "body{color:rgb(1,2,3)}.marked{background-image:url(../img/a.png)}",
  "img/a.png": png(2, 2),
  "img/b.png": png(3, 3),
};

const reading: OrdinaryPage = {
  name: "addresses read back by every road",
  files: {
    ...FILES,
    "data.txt": "text",
    "index.html": page(
      `<img id="pic" src="img/a.png" alt=""><form id="f" action="other.html"><button id="b" formaction="else.html">x</button></form><map name="m"><area id="area" href="there.html#x"></map>`,
      `const pic=document.getElementById("pic");onload=()=>all({
        node:()=>[pic.getAttributeNode("src").value,[...pic.attributes].map(a=>a.value),new XMLSerializer().serializeToString(pic)],
        selectors:()=>[document.querySelectorAll('img[src="img/a.png"]').length,document.querySelectorAll("img[src$='.png']").length,!!document.querySelector("link[href^=css]"),pic.matches("[src*='A.PNG' i]"),pic.closest("[src='img/b.png']"),document.querySelectorAll("img:not([src='img/a.png'])").length],
        changed:()=>{pic.setAttribute("src","img/b.png");return[pic.matches("[src='img/b.png']"),pic.attributes.src.value]},
        forms:()=>[document.getElementById("f").action,document.getElementById("b").formAction,document.getElementById("area").href],
        sheets:()=>document.styleSheets[0].href,
        style:()=>{const d=document.createElement("i");d.style.setProperty("background-image","url(img/a.png)");return d.style.getPropertyValue("background-image")},
        place:()=>[String(location),\`\${location}\`,"at "+location,location+"!",new URL("x",location).href,new URL(location).pathname,document.baseURI,new URL("y",document.location).href],
        request:async()=>{const r=new Request("data.txt");const a=await fetch(r);const c=a.clone();return[r.url,c.url,c.type,await c.text(),r instanceof Request,new URL("a:b") instanceof URL,fetch.name,WebSocket.prototype.OPEN,new XMLHttpRequest() instanceof XMLHttpRequestEventTarget]},
        hash:()=>new Promise(r=>{onhashchange=e=>r([e.oldURL,e.newURL]);location.hash="part"}),
        computed:()=>{const d=document.createElement("i");d.className="marked";document.body.append(d);const s=getComputedStyle(d);return[s.backgroundImage,s["background-image"],s.getPropertyValue("background-image"),s.color,s.length>9,s instanceof CSSStyleDeclaration]},
        saved:()=>{const s=document.createElement("script");s.text="1";document.body.append(s);const d=document.createElement("div");d.append(s.cloneNode(true));return d.innerHTML},
        handled:()=>new Promise(r=>{onerror=()=>{r("handled");return true};setTimeout(()=>{throw new Error("mine")})})})`,
    ),
  },
};

const frames: OrdinaryPage = {
  name: "an editor that shows its text in frames",
  files: {
    ...FILES,
    "index.html": page(
      `<iframe id="given" srcdoc="&lt;script>parent.postMessage('given','*')&lt;/script>"></iframe><div id="box"></div>`,
      `const say=(word)=>"<img src='img/a.png'><scr"+"ipt>onload=()=>document.images[0].naturalWidth===2&&parent.postMessage('"+word+"','*')</scr"+"ipt>";
      const frame=(make)=>{const f=document.createElement("iframe");make(f);document.body.append(f);return f};
      all({
        given:()=>given,
        property:()=>{const w=heard("property");const f=frame(f=>f.srcdoc=say("property"));return w.then(()=>f.srcdoc===say("property"))},
        attribute:()=>{const w=heard("attribute");frame(f=>f.setAttribute("srcdoc",say("attribute")));return w},
        markup:()=>{const w=heard("markup");document.getElementById("box").innerHTML='<iframe srcdoc="'+say("markup")+'"></iframe>';return w},
        object:()=>{const w=heard("object");frame(f=>f.src=URL.createObjectURL(new Blob([say("object").replace("img/a.png",document.images.length?"":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFUlEQVR4nGP8z8DAwMDAxMDAwMAAAA0TAQPVgPYpAAAAAElFTkSuQmCC").replace("naturalWidth===2","complete")],{type:"text/html"})));return w},
        data:()=>{const w=heard("data");frame(f=>f.src="data:text/html,<scr"+"ipt>parent.postMessage('data','*')</scr"+"ipt>");return w},
        written:()=>{const w=heard("written");const d=frame(()=>{}).contentDocument;d.open();d.write("<p>one</p>");d.write("<scr"+"ipt>parent.postMessage('written','*')</scr"+"ipt>");d.close();return w.then(()=>d.body.firstChild.textContent)},
        window:()=>{const w=heard("window");const f=frame(()=>{});const d=f.contentWindow.document;d.open();d.writeln("<scr"+"ipt>parent.postMessage('window','*')</scr"+"ipt>");d.close();return w},
        built:()=>{const d=frame(()=>{}).contentDocument;d.body.innerHTML="<b>built</b>";return d.body.textContent}})`,
    ),
  },
};

const workers: OrdinaryPage = {
  name: "workers with objects, WebCrypto and requests",
  files: {
    ...FILES,
    "data.json": `{"n":1}`,
    "w/all.js": `onmessage=async({data})=>{try{postMessage(await jobs[data.job](data))}catch(e){postMessage("threw "+e.name+": "+e.message)}};const jobs={
      own:async()=>{const u=URL.createObjectURL(new Blob(["own"]));const t=await(await fetch(u)).text();URL.revokeObjectURL(u);return[t,await fetch(u).then(()=>"found",(e)=>e.name)]},
      page:async({url})=>(await fetch(url)).text(),
      xhr:({url})=>new Promise(r=>{const x=new XMLHttpRequest();x.open("GET",url);x.responseType="arraybuffer";x.onload=()=>r(x.response.byteLength);x.onerror=()=>r("error");x.send()}),
      request:async()=>{const r=new Request("../data.json");return[(await(await fetch(r)).json()).n,new URL("../data.json",location).pathname,String(self.location).split("/").pop(),location.hash,self.location.origin+location.pathname]},
      digest:async()=>[...new Uint8Array(await crypto.subtle.digest("SHA-256",new Uint8Array([1])))].slice(0,3),
      sign:async()=>{const k=await crypto.subtle.importKey("raw",new Uint8Array(32),{name:"HMAC",hash:"SHA-256"},false,["sign","verify"]);const s=await crypto.subtle.sign("HMAC",k,new Uint8Array([1]));return[k.type,s.byteLength,await crypto.subtle.verify("HMAC",k,s,new Uint8Array([1]))]},
      uuid:()=>crypto.randomUUID().length,
      cache:async()=>{const c=await caches.open("w");await c.add("../data.json");const k=await c.keys();return[await(await caches.match("../data.json")).text(),new URL(k[0].url).pathname,await caches.has("w"),await caches.delete("w"),await caches.keys()]},
      quota:async()=>typeof(await navigator.storage.estimate()).quota,
      made:()=>URL.createObjectURL(new Blob(["from the worker"])),
      picture:async()=>{const b=await createImageBitmap(await(await fetch("../img/a.png")).blob());const c=new OffscreenCanvas(2,2);c.getContext("2d").drawImage(b,0,0);return[b.width,(await c.convertToBlob()).type]},
      nested:()=>new Promise(r=>{const w=new Worker(URL.createObjectURL(new Blob(["postMessage(7)"])));w.onmessage=(e)=>r(e.data)})}`,
    "index.html": page(
      "",
      `const job=(job,more={})=>new Promise(r=>{const w=new Worker("w/all.js#part");w.onmessage=(e)=>r(e.data);w.onerror=(e)=>r("error "+e.message);w.postMessage({job,...more})});
      const url=URL.createObjectURL(new Blob(["of the page"]));
      all({own:()=>job("own"),page:()=>job("page",{url}),xhr:()=>job("xhr",{url}),request:()=>job("request"),digest:()=>job("digest"),sign:()=>job("sign"),uuid:()=>job("uuid"),cache:()=>job("cache"),quota:()=>job("quota"),picture:()=>job("picture"),nested:()=>job("nested"),made:async()=>(await fetch(await job("made"))).text()})`,
    ),
  },
};

const lateModules: OrdinaryPage = {
  name: "modules that come late",
  files: {
    ...FILES,
    "lib/c.mjs": `export default "c"`,
    "m/b.js": `export const b="b"`,
    "index.html": page(
      "",
      `const run=(make)=>new Promise((done)=>{window.done=done;const s=document.createElement("script");s.type="module";make(s);document.body.append(s)});
      const map=(json)=>{const m=document.createElement("script");m.type="importmap";m.textContent=json;document.head.append(m)};
      await all({
        map:()=>{map('{"imports":{"late":"./lib/c.mjs","lib/":"./lib/"}}');return run((s)=>s.textContent="import c from 'late';import d from 'lib/c.mjs';window.done([c,d])")},
        text:()=>run((s)=>s.text="import {b} from './m/b.js';window.done([b,import.meta.url])"),
        url:async()=>[(await import(new URL("./m/b.js",import.meta.url))).b,(await import(location.origin+"/m/b.js")).b],
        object:async()=>(await import(URL.createObjectURL(new Blob(["export default 5"],{type:"text/javascript"})))).default,
        style:async()=>{const s=new CSSStyleSheet();s.replaceSync("i{width:9px}");document.adoptedStyleSheets.push(s);return document.adoptedStyleSheets.length}})`,
      true,
    ),
  },
};

const writing: OrdinaryPage = {
  name: "a page that writes itself",
  files: {
    "b.js": `said.push("b "+!!document.getElementById("a")+document.scripts.length+" "+document.currentScript.getAttribute("src"))`,
    "c.js": `said.push("c")`,
    "d.js": `said.push("d")`,
    "index.html": `<!doctype html><html><head><script>window.said=[];document.write("<p id=a>a</p><script src='c.js'><\\/script>");document.close();said.push("a "+document.readyState)</script><script src="b.js?x=1&amp;y"></script><script src="d.js" defer></script><template><script src="d.js"></script></template></head><body><script>said.push("body "+!!document.getElementById("end"));document.open();document.write("<i id=i></i>");document.close()</script><script src="b.js"></script><b id="end"></b><script>onload=()=>console.log("RESULT "+JSON.stringify([said,!!document.getElementById("i"),document.querySelector("template").content.firstChild.getAttribute("src"),document.body.innerText.trim()]))</script></body></html>`,
  },
};

const framedFiles: OrdinaryPage = {
  name: "frames of own files that ask for files and go on to others",
  files: {
    ...FILES,
    "inner/data.json": `{"n":1}`,
    "inner/tools.js": `const tell=(what)=>parent.postMessage(what,"*")`,
    "inner/page.html": `<!doctype html><script src="tools.js"></script><script>(async()=>{
      const answer=await fetch("data.json"),png=await fetch(new Request("../img/a.png"));
      const xhr=(type)=>new Promise((r)=>{const x=new XMLHttpRequest();x.open("GET","./data.json?q");x.responseType=type;x.onload=()=>r(x.response);x.onerror=()=>r("error");x.send()});
      tell({answer:[await answer.json(),new URL(answer.url).pathname,answer.status,answer.headers.get("content-type")],png:(await png.arrayBuffer()).byteLength,missing:(await fetch("none.txt")).status,xhr:[await xhr("json"),await xhr("text")],object:await(await fetch(URL.createObjectURL(new Blob(["own"])))).text(),place:[location.pathname,location.search,location.hash,new URL("y",location.href).pathname,new URLSearchParams(window.location.search).get("x")],cache:await(async()=>{const c=await caches.open("f");await c.put("data.json",new Response("kept"));return[await(await c.match("data.json")).text(),typeof(await navigator.storage.estimate()).quota]})(),outside:await fetch("https://example.invalid/").then(()=>"answered",(e)=>e.name)});
      location.href="next.html?n=2"})()</script>`,
    "inner/next.html": `<!doctype html><script src="tools.js"></script><a id="on" href="../third.html#z">on</a><script>tell({next:location.search});onload=()=>document.getElementById("on").click()</script>`,
    "third.html": `<!doctype html><script>parent.postMessage({third:location.pathname+location.hash},"*")</script>`,
    "index.html": page(
      `<iframe src="inner/page.html?x=1#part"></iframe>`,
      `const told=[];onmessage=({data})=>{told.push(data);if(data.third)all({told:()=>told})}`,
    ),
  },
};

export const CORNERS: OrdinaryPage[] = [framedFiles, writing, reading, frames, workers, lateModules];
