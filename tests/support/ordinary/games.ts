/** Pages as people write them by hand: games, tools, notes. */
import { ADD_WASM, png, wav } from "../page-assets";
import type { OrdinaryPage } from "./frameworks";

const SAY = `window.result = (value) => console.log("RESULT " + JSON.stringify(value));`;
const head = (more = ""): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page</title>${more}<script>${SAY}</script></head>`;

const game: OrdinaryPage = {
  name: "a canvas game with sprites, sounds and a high score",
  press: ["canvas"],
  files: {
    "index.html": `${head(`<link rel="stylesheet" href="css/style.css"><link rel="shortcut icon" href="favicon.ico"><link rel="apple-touch-icon" href="icon.png">`)}<body onselectstart="return false"><canvas id="game" width="200" height="100"></canvas><script src="js/game.js"></script></body></html>`,
    "css/style.css": `@font-face{font-family:"Game";src:url("../fonts/no.woff2") format("woff2")}html,body{margin:0;height:100%;background:#000 url(../img/tile.png)}canvas{display:block;touch-action:none}`,
    "img/tile.png": png(4, 4),
    "img/ship.png": png(8, 8, [0, 255, 0]),
    "img/rock.png": png(8, 8, [0, 0, 255]),
    "snd/hit.wav": wav(),
    "js/game.js": `(function(){var canvas=document.getElementById("game"),ctx=canvas.getContext("2d"),images={},left=2,frames=0,keys={};
      ["ship","rock"].forEach(function(name){var img=new Image();img.crossOrigin="anonymous";img.onload=function(){images[name]=img;if(--left===0)requestAnimationFrame(loop)};img.onerror=function(){result("no picture "+name)};img.src="img/"+name+".png?v="+3});
      var sound=new Audio("snd/hit.wav"),best=parseInt(localStorage.getItem("best")||"0",10);localStorage.best=best+10;
      addEventListener("keydown",function(e){keys[e.keyCode]=true});addEventListener("keyup",function(e){delete keys[e.keyCode]});
      addEventListener("resize",function(){});window.focus();
      var pads=navigator.getGamepads?navigator.getGamepads():[];var A=window.AudioContext||window.webkitAudioContext,audio=new A();
      function loop(t){frames++;ctx.clearRect(0,0,200,100);ctx.drawImage(images.ship,0,0);ctx.drawImage(images.rock,20,0,16,16);if(frames<5)return requestAnimationFrame(loop);
        var pixel=[].slice.call(ctx.getImageData(2,2,1,1).data),other=[].slice.call(ctx.getImageData(22,2,1,1).data);
        var xhr=new XMLHttpRequest();xhr.open("GET","snd/hit.wav",true);xhr.responseType="arraybuffer";xhr.onload=function(){audio.decodeAudioData(xhr.response,async function(buffer){result({sound:await playing,pixel:pixel,other:other,best:best,kept:localStorage.getItem("best"),url:canvas.toDataURL("image/png").length>100,seconds:Math.round(buffer.duration*10),pads:pads.length>=0,src:images.ship.src.replace(/^.*\\/img|\\?.*$/g,"")})},function(e){result("decode "+e)})};xhr.send()}
      var playing=new Promise(function(done){canvas.addEventListener("pointerdown",function(){sound.currentTime=0;var p=sound.play();audio.resume();(p||Promise.resolve()).then(function(){done("played")},function(e){done("not played "+e.name)})})})})();`,
  },
};

const notes: OrdinaryPage = {
  name: "a PWA with notes in IndexedDB",
  files: {
    "index.html": `${head(`<link rel="manifest" href="manifest.webmanifest"><meta name="theme-color" content="#000">`)}<body><ul id="list"></ul><script src="db.js"></script><script>
      if("serviceWorker"in navigator)addEventListener("load",function(){navigator.serviceWorker.register("./sw.js").then(function(reg){reg.addEventListener("updatefound",function(){})}).catch(function(e){result("sw "+e)})});
      addEventListener("beforeinstallprompt",function(e){e.preventDefault()});
      (async function(){const db=await open();await put(db,{id:1,text:"one",tags:["a"],at:new Date(0)});await put(db,{id:2,text:"two",tags:["a","b"],at:new Date(1)});await put(db,{id:2,text:"two!",tags:["b"],at:new Date(2)});
      const all=await getAll(db,"notes"),byTag=await byIndex(db,"b");for(const n of all)document.getElementById("list").insertAdjacentHTML("beforeend","<li>"+n.text+"</li>");
      result({all,byTag:byTag.map(n=>n.id),items:document.querySelectorAll("li").length,online:typeof navigator.onLine,date:all[1].at instanceof Date,names:[...db.objectStoreNames]})})()</script></body></html>`,
    "db.js": `const ask=(r)=>new Promise((ok,no)=>{r.onsuccess=()=>ok(r.result);r.onerror=()=>no(r.error)});function open(){const r=indexedDB.open("notes-db",2);r.onupgradeneeded=(e)=>{const db=r.result;if(e.oldVersion<1){const s=db.createObjectStore("notes",{keyPath:"id"});s.createIndex("tags","tags",{multiEntry:true})}if(e.oldVersion<2)db.createObjectStore("meta")};return ask(r)}
      const put=(db,v)=>new Promise((ok,no)=>{const t=db.transaction("notes","readwrite");t.objectStore("notes").put(v);t.oncomplete=ok;t.onerror=()=>no(t.error)});const getAll=(db,n)=>ask(db.transaction(n).objectStore(n).getAll());const byIndex=(db,k)=>ask(db.transaction("notes").objectStore("notes").index("tags").getAll(k));`,
    "sw.js": `self.addEventListener("install",(e)=>e.waitUntil(caches.open("v1").then((c)=>c.addAll(["./"]))))`,
    "manifest.webmanifest": `{"name":"Notes","start_url":"."}`,
  },
};

const classicTodo: OrdinaryPage = {
  name: "an old page in one file, with everything inline",
  files: {
    "index.html": `${head(`<style>.done{text-decoration:line-through}#logo{background:url('logo.png') no-repeat;width:5px;height:5px}</style>`)}<body><div id="logo"></div><form id="f"><input id="t" required><button>Add</button></form><ul></ul><script>
      (function(w){function $(s){return new $.fn.init(s)}$.fn=$.prototype={init:function(s){this.all=typeof s==="string"?[].slice.call(document.querySelectorAll(s)):[s]},each:function(f){this.all.forEach(f);return this},on:function(t,sel,f){return this.each(function(e){e.addEventListener(t,function(v){if(!f)return sel.call(e,v);var x=v.target.closest(sel);if(x)f.call(x,v)})})},html:function(h){return this.each(function(e){e.innerHTML=h})},append:function(h){return this.each(function(e){e.insertAdjacentHTML("beforeend",h)})}};$.fn.init.prototype=$.fn;
      $.ajax=function(o){var x=new XMLHttpRequest();x.open(o.type||"GET",o.url);x.setRequestHeader("X-Requested-With","XMLHttpRequest");x.onload=function(){x.status<400?o.success(o.dataType==="json"?JSON.parse(x.responseText):x.responseText,x):o.error(x)};x.onerror=function(){o.error(x)};x.send()};w.$=w.jQuery=$})(window);
      document.addEventListener("DOMContentLoaded",function(){var list=JSON.parse(localStorage.getItem("todo")||"[]"),log=[];
      function draw(){localStorage.setItem("todo",JSON.stringify(list));$("ul").html(list.map(function(t,i){return "<li data-i="+i+" class="+(t.done?"done":"")+"><label><input type=checkbox> "+t.text+"</label></li>"}).join(""))}
      $("#f").on("submit",function(e){e.preventDefault();list.push({text:document.getElementById("t").value});this.reset();draw();log.push("added")});
      $("ul").on("click","li",function(){log.push("clicked "+this.dataset.i);list[this.dataset.i].done=true;draw()});
      $.ajax({url:"data/items.json?_="+1,dataType:"json",success:function(d){list=d;draw();document.getElementById("t").value="milk";document.querySelector("#f button").click();document.querySelector("li").click();
      $.ajax({url:"data/none.json",success:function(){},error:function(x){result({log:log,html:document.querySelector("ul").innerHTML,status:x.status,kept:JSON.parse(localStorage.todo).length,bg:getComputedStyle(document.getElementById("logo")).backgroundImage!=="none"})}})}})})</script></body></html>`,
    "data/items.json": `[{"text":"bread"},{"text":"tea"}]`,
    "logo.png": png(5, 5),
  },
};

const media: OrdinaryPage = {
  name: "fonts, pictures and styles by every road",
  files: {
    "index.html": `${head(`<link rel="preload" as="image" href="img/a.png"><link rel="stylesheet" href="css/main.css" media="screen">`)}<body style="background:url(img/a.png)"><img id="a" src="img/a.png" alt=""><img id="b" srcset="img/a.png 1x, img/b.png 2x" src="img/a.png"><picture><source srcset="img/b.png" type="image/png"><img id="c" src="img/a.png"></picture><video id="v" poster="img/a.png"></video><svg width="10" height="10"><use href="img/sprite.svg#dot"/><image href="img/a.png" width="5" height="5"/></svg><input type="image" id="i" src="img/b.png"><i class="icon"></i><script>
      addEventListener("load",async()=>{const size=(id)=>{const e=document.getElementById(id);return [e.naturalWidth||e.width,e.getAttribute("src"),e.src.replace(location.origin,"")]};
      const made=document.createElement("img");made.setAttribute("src","img/b.png");await made.decode();const d=document.createElement("div");d.innerHTML='<img src="img/b.png" class=x>';document.body.append(d);await d.firstChild.decode();
      const sheet=[...document.styleSheets].map(s=>{try{return s.cssRules.length}catch(e){return e.name}});
      result({a:size("a"),b:size("b"),c:size("c")[0],made:made.naturalWidth,inner:d.firstChild.naturalWidth,html:d.innerHTML,icon:getComputedStyle(document.querySelector(".icon")).width,themed:getComputedStyle(document.body).color,use:document.querySelector("use").getBoundingClientRect().width,poster:document.getElementById("v").poster.replace(location.origin,""),sheet,blob:await fetch("img/a.png").then(r=>r.blob()).then(b=>[b.type,b.size>50])})})</script></body></html>`,
    "img/a.png": png(3, 3),
    "img/b.png": png(7, 7),
    "img/sprite.svg": `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="dot" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol></svg>`,
    "css/main.css": `@import url("theme.css");@import "icons/icons.css" screen;body{--pic:url("../img/a.png")}`,
    "css/theme.css": `body{color:rgb(9,8,7)}`,
    "css/icons/icons.css": `.icon{display:inline-block;width:21px;height:5px;background:url(../../img/b.png)}`,
  },
};

const wasm: OrdinaryPage = {
  name: "wasm by a loader of its own, a worker and a module worker",
  files: {
    "index.html": `${head()}<body><script src="pkg/loader.js"></script><script>
      (async()=>{const exports=await loadWasm();const ask=(worker,data)=>new Promise((ok,no)=>{worker.onmessage=(e)=>ok(e.data);worker.onerror=(e)=>no(e.message);worker.postMessage(data)});
      const classic=await ask(new Worker("workers/sum.js"),[1,2,3]);const module=await ask(new Worker(new URL("workers/mod.js",location.href),{type:"module"}),5);
      const inline=await ask(new Worker(URL.createObjectURL(new Blob(["onmessage=(e)=>postMessage(e.data*2)"],{type:"text/javascript"}))),21);
      result({wasm:exports.add(2,3),classic,module,inline})})().catch(e=>result(String(e)))</script></body></html>`,
    "pkg/loader.js": `var scriptDir=document.currentScript&&document.currentScript.src;async function loadWasm(){var url=scriptDir.substr(0,scriptDir.lastIndexOf("/")+1)+"add.wasm";try{const r=await WebAssembly.instantiateStreaming(fetch(url,{credentials:"same-origin"}),{});return r.instance.exports}catch(e){const b=await (await fetch(url)).arrayBuffer();return (await WebAssembly.instantiate(b,{})).instance.exports}}`,
    "pkg/add.wasm": ADD_WASM,
    "workers/sum.js": `importScripts("lib/plus.js");onmessage=async(e)=>{const extra=await (await fetch("../data/n.json")).json();postMessage({sum:e.data.reduce(plus),extra,path:self.location.pathname})}`,
    "workers/lib/plus.js": `self.plus=(a,b)=>a+b`,
    "workers/mod.js": `import {times} from "./lib/times.mjs";onmessage=(e)=>postMessage(times(e.data))`,
    "workers/lib/times.mjs": `export const times=(n)=>n*10`,
    "data/n.json": `{"n":1}`,
  },
};

const maps: OrdinaryPage = {
  name: "an import map, JSON and CSS modules, cycles",
  files: {
    "index.html": `${head()}<script type="importmap">{"imports":{"lib":"./vendor/lib/index.js","lib/":"./vendor/lib/","data":"./data/d.json"}}</script><body><script type="module">
      import lib,{deep} from "lib";import more from "lib/more.js";import data from "data" with {type:"json"};import {even} from "./a.js";
      const late=await import("./late.js");const own=await import(\`./\${"late"}.js\`);let missing;try{await import("./none.js")}catch(e){missing=e.name}
      result({lib,deep,more,data,even:even(4),late:late.default===own.default,missing,meta:new URL(import.meta.url).pathname.endsWith("/")||new URL(import.meta.url).pathname.endsWith("index.html")})</script></body></html>`,
    "vendor/lib/index.js": `export {deep} from "./deep.js";export default "lib";`,
    "vendor/lib/deep.js": `export const deep=new URL(import.meta.url).pathname;`,
    "vendor/lib/more.js": `export default "more"`,
    "data/d.json": `{"x":1}`,
    "a.js": `import {odd} from "./b.js";export const even=(n)=>n===0||odd(n-1);`,
    "b.js": `import {even} from "./a.js";export const odd=(n)=>n!==0&&even(n-1);`,
    "late.js": `export default {}`,
  },
};

const cookies: OrdinaryPage = {
  name: "cookies by a library, session and storage objects",
  files: {
    "index.html": `${head()}<body><script>
      const Cookies={set(k,v,o={}){o=Object.assign({path:"/"},o);if(typeof o.expires==="number")o.expires=new Date(Date.now()+864e5*o.expires);if(o.expires)o.expires=o.expires.toUTCString();let s="";for(const n in o)if(o[n])s+="; "+n+(o[n]===true?"":"="+o[n]);return document.cookie=encodeURIComponent(k)+"="+encodeURIComponent(v)+s},get(k){for(const c of document.cookie?document.cookie.split("; "):[]){const p=c.split("=");if(decodeURIComponent(p[0])===k)return decodeURIComponent(p.slice(1).join("="))}},remove(k){Cookies.set(k,"",{expires:-1})}};
      Cookies.set("name","va=lue; ü",{expires:7});Cookies.set("session","s",{sameSite:"strict"});Cookies.set("gone","x");Cookies.remove("gone");
      sessionStorage.setItem("k","v");localStorage["a b"]="1";delete localStorage.none;let quota;try{localStorage.setItem("x","x".repeat(11e6))}catch(e){quota=[e.name,e instanceof DOMException]}
      result({name:Cookies.get("name"),session:Cookies.get("session"),gone:Cookies.get("gone")===undefined,k:sessionStorage.k,keys:Object.keys(localStorage),length:localStorage.length,has:"a b" in localStorage,quota,json:JSON.stringify(localStorage),enabled:navigator.cookieEnabled,stored:typeof localStorage.getItem,none:localStorage.nope===undefined})</script></body></html>`,
  },
};

const framed: OrdinaryPage = {
  name: "a page that will not be framed, and old habits",
  files: {
    "index.html": `${head(`<style id="antiClickjack">body{display:none!important}</style><script>if(self===top){var a=document.getElementById("antiClickjack");a.parentNode.removeChild(a)}else{top.location=self.location}</script>`)}<body><a id="j" href="javascript:pressed('link')">x</a><a href="javascript:void(0)" id="v">v</a><div id="w"></div><script>if(window.top!==window.self)window.top.location.href=window.self.location.href;if(parent!=window)parent.location=location;
      document.write('<p id="written">w</p><script src="old.js"><\\/script>');function pressed(x){window.was=x}</script><script>
      addEventListener("load",()=>{document.getElementById("j").click();document.getElementById("v").click();setTimeout(()=>result({shown:getComputedStyle(document.body).display,was:window.was,old:window.old,written:!!document.getElementById("written"),frames:window.length,opener:window.opener,pickers:typeof FileReader}),50)})</script></body></html>`,
    "old.js": `window.old=document.getElementById("written")?"after":"before"`,
  },
};

const innerFrames: OrdinaryPage = {
  name: "frames of its own files",
  files: {
    "index.html": `${head(`<script>localStorage.setItem("before","page");document.cookie="from=page; path=/"</script>`)}<body><iframe id="a" src="inner/page.html?x" width="200" height="80"></iframe><div id="d"></div><script>
      const heard=[];addEventListener("storage",(e)=>{window.told=[e.key,e.newValue]});addEventListener("message",(e)=>{heard.push(e.data);if(e.data.hello&&heard.length<9)e.source.postMessage({answer:1},"*");if(heard.filter(h=>h.got).length===3)(function done(){window.told?result({heard:heard.map(h=>JSON.stringify(h)).sort(),src:document.getElementById("a").getAttribute("src"),own:document.getElementById("a").src.replace(location.origin,"").replace(/\\?.*/,""),kept:[localStorage.k,localStorage.getItem("before"),document.cookie.includes("by=frame")],told:window.told}):setTimeout(done,5)})()});
      document.getElementById("d").innerHTML='<iframe src="inner/page.html"></iframe>';const f=document.createElement("iframe");f.src="inner/page.html";document.body.appendChild(f)</script></body></html>`,
    "inner/page.html": `<!doctype html><html><head><link rel="stylesheet" href="style.css"><script src="code.js" defer></script></head><body><img id="i" src="../img/a.png"><p>inner</p></body></html>`,
    "inner/style.css": `body{color:rgb(4,5,6);background:url(../img/a.png)}`,
    "inner/code.js": `addEventListener("message",(e)=>parent.postMessage({got:e.data.answer,before:localStorage.before,cookie:document.cookie.split("; ").sort().join(),keys:Object.keys(localStorage).sort().join()},"*"));addEventListener("load",()=>parent.postMessage({hello:getComputedStyle(document.body).color,width:document.getElementById("i").naturalWidth,store:(localStorage.setItem("k","v"),localStorage.k),cookie:(document.cookie="by=frame; path=/",document.cookie.includes("by=frame"))},"*"))`,
    "img/a.png": png(9, 9),
  },
};

export const BY_HAND: OrdinaryPage[] = [
  innerFrames,
  game,
  notes,
  classicTodo,
  media,
  wasm,
  maps,
  cookies,
  framed,
];
