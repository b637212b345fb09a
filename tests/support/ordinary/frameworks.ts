/** Pages as bundlers and frameworks leave them. Each reports with `console.log("RESULT " + json)`. */
import { png } from "../page-assets";
import type { Files } from "../sandbox-stage";

const SAY = `window.result = (value) => console.log("RESULT " + JSON.stringify(value));`;

export interface OrdinaryPage {
  name: string;
  files: Files;
  manifest?: Record<string, unknown>;
  /** How many results it reports. */
  results?: number;
  /** Pressed in order, once the page has loaded. */
  press?: string[];
  query?: string;
}

/** As Vite builds: hashed assets from the root, preloads, chunks on demand with their style sheet. */
const vite: OrdinaryPage = {
  name: "a Vite build with chunks on demand",
  files: {
    "index.html": `<!doctype html><html lang="en"><head><meta charset="UTF-8" /><link rel="icon" type="image/svg+xml" href="/favicon.svg" /><title>Vite</title>
      <script>${SAY}</script>
      <script type="module" crossorigin src="/assets/index-a1.js"></script>
      <link rel="modulepreload" crossorigin href="/assets/vendor-b2.js"><link rel="stylesheet" crossorigin href="/assets/index-c3.css"></head><body><div id="root"></div></body></html>`,
    "assets/vendor-b2.js": `var e=()=>"vendor";export{e as v};`,
    "assets/index-c3.css": `#root{background-image:url(/assets/bg-d4.png);color:rgb(1,2,3)}`,
    "assets/bg-d4.png": png(3, 2),
    "assets/logo-e5.png": png(5, 4),
    "assets/page-f6.js": `import{v as e}from"./vendor-b2.js";const t="/assets/logo-e5.png";export default()=>({chunk:e(),logo:t});`,
    "assets/page-g7.css": `#lazy{width:77px;display:block}`,
    "assets/index-a1.js": `(function(){const t=document.createElement("link").relList;if(t&&t.supports&&t.supports("modulepreload"))return;})();
      import{v as n}from"./vendor-b2.js";
      const base="/",seen={},preload=function(load,deps){let done=Promise.resolve();if(deps&&deps.length){done=Promise.all(deps.map(dep=>{dep=base+dep;if(dep in seen)return;seen[dep]=!0;const css=dep.endsWith(".css"),sel=css?'[rel="stylesheet"]':"";if(document.querySelector('link[href="'+dep+'"]'+sel))return;const link=document.createElement("link");link.rel=css?"stylesheet":"modulepreload";css||(link.as="script",link.crossOrigin="");link.href=dep;document.head.appendChild(link);if(css)return new Promise((ok,no)=>{link.addEventListener("load",ok);link.addEventListener("error",()=>no(new Error("Unable to preload CSS for "+dep)))})}))}return done.then(()=>load())};
      const root=document.getElementById("root");root.innerHTML='<span id="lazy">x</span>';
      const page=await preload(()=>import("./page-f6.js"),["assets/page-f6.js","assets/vendor-b2.js","assets/page-g7.css"]);
      const made=page.default();const img=new Image();img.src=made.logo;await img.decode();
      const asset=new URL("logo-e5.png",import.meta.url);const bytes=(await (await fetch(asset)).arrayBuffer()).byteLength>50;
      result({vendor:n(),chunk:made.chunk,logo:made.logo,width:img.naturalWidth,asset:asset.pathname,bytes,lazy:getComputedStyle(document.getElementById("lazy")).width,color:getComputedStyle(root).color,meta:new URL(import.meta.url).pathname});`,
  },
};

/** As webpack builds: a runtime that finds its own address and loads chunks by script elements. */
const webpack: OrdinaryPage = {
  name: "a webpack build with JSONP chunks",
  files: {
    "index.html": `<!doctype html><html><head><meta charset="utf-8"><script>${SAY}</script><script defer="defer" src="static/js/main.9f.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`,
    "static/js/main.9f.js": `(()=>{"use strict";var modules={1:(m)=>{m.exports="one"}},cache={};function req(id){if(cache[id])return cache[id].exports;var m=cache[id]={exports:{}};modules[id](m,m.exports,req);return m.exports}
      req.m=modules;req.f={};req.e=(chunk)=>Promise.all(Object.keys(req.f).reduce((all,key)=>(req.f[key](chunk,all),all),[]));req.u=(chunk)=>"static/js/"+chunk+".7c.chunk.js";
      (()=>{var url;globalThis.importScripts&&(url=globalThis.location+"");var doc=globalThis.document;if(!url&&doc&&(doc.currentScript&&"SCRIPT"===doc.currentScript.tagName.toUpperCase()&&(url=doc.currentScript.src),!url)){var s=doc.getElementsByTagName("script");if(s.length)for(var i=s.length-1;i>-1&&(!url||!/^http(s?):/.test(url));)url=s[i--].src}
      if(!url)throw new Error("Automatic publicPath is not supported in this browser");url=url.replace(/^blob:/,"").replace(/#.*$/,"").replace(/\\?.*$/,"").replace(/\\/[^\\/]+$/,"/");req.p=url+"../../"})();
      (()=>{var installed={179:0};req.f.j=(chunk,all)=>{var data=Object.prototype.hasOwnProperty.call(installed,chunk)?installed[chunk]:undefined;if(0!==data)if(data)all.push(data[2]);else{var promise=new Promise((ok,no)=>data=installed[chunk]=[ok,no]);all.push(data[2]=promise);var url=req.p+req.u(chunk),script=document.createElement("script");script.charset="utf-8";script.timeout=120;script.setAttribute("data-webpack","app:chunk-"+chunk);script.src=url;var end=(e)=>{if(0!==installed[chunk]){var d=installed[chunk];d&&d[1](new Error("Loading chunk "+chunk+" failed."))}};script.onerror=end;script.onload=end;document.head.appendChild(script)}};
      var jsonp=(parent,data)=>{var[ids,more]=data;for(var id in more)req.m[id]=more[id];parent&&parent(data);for(var i=0;i<ids.length;i++){installed[ids[i]]&&installed[ids[i]][0]();installed[ids[i]]=0}};var list=self.webpackChunkapp=self.webpackChunkapp||[];list.forEach(jsonp.bind(null,0));list.push=jsonp.bind(null,list.push.bind(list))})();
      req.e(42).then(()=>{const app=req(2);const img=document.createElement("img");img.onload=()=>result({one:req(1),two:app.two,width:img.width,path:new URL(req.p).pathname});img.src=req.p+"static/media/pic.png"})})();`,
    "static/js/42.7c.chunk.js": `(self.webpackChunkapp=self.webpackChunkapp||[]).push([[42],{2:(m,e,r)=>{m.exports={two:r(1)+"-two"}}}]);`,
    "static/media/pic.png": png(6, 6),
  },
};

/** As React Router and its kind read and write the address. */
const router: OrdinaryPage = {
  name: "a router over pushState",
  files: {
    "index.html": `<!doctype html><html><head><meta charset="utf-8"><script>${SAY}</script></head><body><div id="app"></div><script src="router.js"></script></body></html>`,
    "router.js": `const seen=[];const history_=window.history;function current(){let{pathname,search,hash}=window.location;return pathname+search+hash}
      function render(){seen.push(current());const{pathname}=document.location;document.getElementById("app").innerHTML='<a href="/">home</a> <a href="/about?tab=1">about</a> <a href="users/7">user</a><p>'+(pathname==="/"?"Home":pathname.startsWith("/users")?"User "+pathname.split("/")[2]:"About")+"</p>"}
      document.addEventListener("click",(event)=>{const a=event.target.closest("a");if(!a||a.origin!==location.origin&&a.protocol!==location.protocol)return;event.preventDefault();history_.pushState({key:Math.random()},"",a.pathname+a.search+a.hash);render()});
      addEventListener("popstate",render);render();
      const press=(text)=>[...document.querySelectorAll("a")].find(a=>a.textContent===text).click();
      press("about");press("home");press("user");history_.replaceState({},"","/users/8?x=y#z");render();history_.back();
      addEventListener("popstate",()=>{const l=location;result({seen,length:history_.length>2,text:document.querySelector("p").textContent,url:document.URL.replace(/^https?:\\/\\/[^/]+/,""),alias:l.pathname,state:typeof history_.state})});`,
  },
};

const hashRouter: OrdinaryPage = {
  name: "a hash router with links",
  files: {
    "index.html": `<!doctype html><html><head><meta charset="utf-8"><script>${SAY}</script></head><body><a id="one" href="#/one">1</a><a id="two" href="#/two?q=1">2</a><p></p><script>
      const seen=[];function show(){seen.push(location.hash);document.querySelector("p").textContent=location.hash.slice(2)}
      addEventListener("hashchange",(e)=>{seen.push(new URL(e.newURL).hash);show()});show();
      const wait=()=>new Promise((ok)=>setTimeout(ok,120));
      onload=async()=>{document.getElementById("one").click();await wait();document.getElementById("two").click();await wait();history.back();await wait();location.hash="";await wait();location.hash="#/three";await wait();result([seen,document.querySelector("p").textContent])}</script></body></html>`,
  },
};

/** Babel in the browser: scripts of another type, fetched, translated and run by a loader. */
const translated: OrdinaryPage = {
  name: "scripts that a loader translates in the page",
  manifest: { required_capabilities: ["eval"] },
  files: {
    "index.html": `<!doctype html><html><head><meta charset="utf-8"><script>${SAY}</script><script src="babel.js"></script><script type="text/babel" src="src/app.jsx" data-presets="react"></script><script type="text/babel">say(<b>inline</b>)</script></head><body></body></html>`,
    "babel.js": `window.say=(text)=>(window.said=window.said||[]).push(text);addEventListener("DOMContentLoaded",()=>{const scripts=[...document.getElementsByTagName("script")].filter(s=>/^text\\/(?:babel|jsx)$/.test(s.type));const run=(code)=>{const made=document.createElement("script");made.text=code.replace(/<b>(.*?)<\\/b>/g,(_,t)=>JSON.stringify(t));document.head.appendChild(made);document.head.removeChild(made)};
      const next=(i)=>{const s=scripts[i];if(!s)return result([window.said,new Function("return 6*7")()]);if(!s.src){run(s.innerHTML);return next(i+1)}const xhr=new XMLHttpRequest();xhr.open("GET",s.src,true);if("overrideMimeType"in xhr)xhr.overrideMimeType("text/plain");xhr.onreadystatechange=()=>{if(xhr.readyState===4){if(xhr.status===0||xhr.status===200){run(xhr.responseText);next(i+1)}else throw new Error("Could not load "+s.src)}};xhr.send(null)};next(0)});`,
    "src/app.jsx": `say(<b>from a file</b>)`,
  },
};

const amd: OrdinaryPage = {
  name: "an AMD loader",
  files: {
    "index.html": `<!doctype html><html><head><meta charset="utf-8"><script>${SAY}</script><script data-main="js/main" src="js/require.js"></script></head><body></body></html>`,
    "js/require.js": `(function(){var base="",defs={},queue=[];var scripts=document.getElementsByTagName("script");for(var i=scripts.length-1;i>-1;i--){var main=scripts[i].getAttribute("data-main");if(main){base=main.split("/").slice(0,-1).join("/")+"/";load(main.split("/").pop(),function(){});break}}
      function load(name,done){if(defs[name])return done(defs[name]);var node=document.createElement("script");node.type="text/javascript";node.charset="utf-8";node.async=true;node.setAttribute("data-requiremodule",name);node.addEventListener("load",function(evt){var found=queue.shift();var n=(evt.currentTarget||evt.srcElement).getAttribute("data-requiremodule");resolve(found,function(v){defs[n]=v;done(v)})},false);node.src=base+name+".js";document.head.appendChild(node)}
      function resolve(found,done){var values=[];(function next(i){if(i===found.deps.length)return done(found.make.apply(null,values));load(found.deps[i],function(v){values.push(v);next(i+1)})})(0)}
      window.define=function(deps,make){queue.push({deps:deps,make:make})};window.define.amd={};window.require=window.define})();`,
    "js/main.js": `require(["a","b"],function(a,b){result(a+b)})`,
    "js/a.js": `define([],function(){return "A"})`,
    "js/b.js": `define(["a"],function(a){return a+"B"})`,
  },
};

export const FRAMEWORKS: OrdinaryPage[] = [vite, webpack, router, hashRouter, translated, amd];
