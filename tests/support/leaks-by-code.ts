/** Leaks by what scripts can call, load and hint at. */
import { element, head, NONCE, script, type Target, type Technique } from "./leak-technique";

const worker = (name: string, code: (target: Target) => string): Technique =>
  script(
    `${name} in a worker`,
    (to) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code(to))}])))`,
  );

export const APIS: Technique[] = [
  script("fetch", (to) => `fetch("${to.url}/f")`),
  script("fetch no-cors", (to) => `fetch("${to.url}/f", { mode: "no-cors" })`),
  script(
    "fetch keepalive",
    (to) => `fetch("${to.url}/f", { mode: "no-cors", keepalive: true, method: "POST", body: "x" })`,
  ),
  script("fetchLater", (to) => `fetchLater("${to.url}/f", { activateAfter: 0 })`, {
    noControl: "needs https",
  }),
  script("XMLHttpRequest", (to) => `const x = new XMLHttpRequest(); x.open("GET", "${to.url}/x"); x.send()`),
  script(
    "XMLHttpRequest, synchronous",
    (to) => `const x = new XMLHttpRequest(); x.open("GET", "${to.url}/x", false); try { x.send() } catch {}`,
  ),
  script("sendBeacon", (to) => `navigator.sendBeacon("${to.url}/b", "x")`),
  script(
    "sendBeacon at the end",
    (to) =>
      `addEventListener("pagehide", () => navigator.sendBeacon("${to.url}/b", "x")); setTimeout(() => location.href = "about:blank", 50)`,
    { alone: true },
  ),
  script("WebSocket", (to) => `new WebSocket("${to.url.replace("http", "ws")}/w")`),
  script("WebSocketStream", (to) => `new WebSocketStream("${to.url.replace("http", "ws")}/w")`, {
    noControl: "not shipped",
  }),
  script("EventSource", (to) => `new EventSource("${to.url}/e")`),
  script("WebTransport", (to) => `new WebTransport("https://127.0.0.1:${to.udp?.split(":")[1]}/t")`),
  script(
    "WebRTC to a STUN server",
    (to) =>
      `const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:${to.udp}" }] }); p.createDataChannel("a"); p.createOffer().then((o) => p.setLocalDescription(o))`,
  ),
  script(
    "WebRTC to a TURN server",
    (to) =>
      `const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:${to.udp?.split(":")[0]}:${to.port}?transport=tcp", username: "u", credential: "c" }] }); p.createDataChannel("a"); p.createOffer().then((o) => p.setLocalDescription(o))`,
  ),
  script(
    "WebRTC to a candidate",
    (to) =>
      `const p = new RTCPeerConnection(); p.createDataChannel("a"); const q = new RTCPeerConnection(); p.createOffer().then(async (o) => { await p.setLocalDescription(o); await q.setRemoteDescription(o); const a = await q.createAnswer(); await q.setLocalDescription(a); await p.setRemoteDescription(a); const [ip, port] = "${to.udp}".split(":"); await p.addIceCandidate({ candidate: "candidate:1 1 udp 2122260223 " + ip + " " + port + " typ host", sdpMid: "0" }) })`,
  ),
  script(
    "WebRTC from a child realm",
    (to) =>
      `const f = document.createElement("iframe"); document.body.append(f); const R = f.contentWindow.RTCPeerConnection; const p = new R({ iceServers: [{ urls: "stun:${to.udp}" }] }); p.createDataChannel("a"); p.createOffer().then((o) => p.setLocalDescription(o))`,
  ),
  script(
    "fetch from a child realm",
    (to) =>
      `const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.fetch("${to.url}/c", { mode: "no-cors" })`,
  ),
  worker("fetch", (to) => `fetch("${to.url}/f", { mode: "no-cors" })`),
  worker("XMLHttpRequest", (to) => `const x = new XMLHttpRequest(); x.open("GET", "${to.url}/x"); x.send()`),
  worker("WebSocket", (to) => `new WebSocket("${to.url.replace("http", "ws")}/w")`),
  worker("EventSource", (to) => `new EventSource("${to.url}/e")`),
  worker("importScripts", (to) => `importScripts("${to.url}/i.js")`),
  worker("import()", (to) => `import("${to.url}/i.js")`),
  worker("WebTransport", (to) => `new WebTransport("https://127.0.0.1:${to.udp?.split(":")[1]}/t")`),
  worker(
    "FontFace",
    (to) => `const f = new FontFace("a", "url(${to.url}/f.woff)"); self.fonts.add(f); f.load()`,
  ),
  script("Worker from outside", (to) => `new Worker("${to.url}/w.js")`, { noControl: "same origin only" }),
  script(
    "module worker that imports",
    (to) =>
      `new Worker(URL.createObjectURL(new Blob(['import "${to.url}/m.js"'], { type: "text/javascript" })), { type: "module" })`,
  ),
  script(
    "nested worker",
    (to) =>
      `new Worker(URL.createObjectURL(new Blob([\`new Worker(URL.createObjectURL(new Blob(['fetch("${to.url}/n", { mode: "no-cors" })'])))\`])))`,
  ),
  script("service worker", (to) => `navigator.serviceWorker.register("${to.url}/s.js")`, {
    noControl: "same origin only",
  }),
  script("audio worklet", (to) => `new AudioContext().audioWorklet.addModule("${to.url}/a.js")`),
  script("paint worklet", (to) => `CSS.paintWorklet.addModule("${to.url}/p.js")`),
  script(
    "FontFace",
    (to) => `const f = new FontFace("a", "url(${to.url}/f.woff)"); document.fonts.add(f); f.load()`,
  ),
  script("Image.decode", (to) => `const i = new Image(); i.src = "${to.url}/i.png"; i.decode()`),
  script("CSS module import", (to) => `import("${to.url}/c.css", { with: { type: "css" } })`),
  script("JSON module import", (to) => `import("${to.url}/c.json", { with: { type: "json" } })`),
  script("Notification icon", (to) => `new Notification("a", { icon: "${to.url}/n.png" })`, {
    noControl: "needs permission",
  }),
];

export const SCRIPTS: Technique[] = [
  script("import()", (to) => `import("${to.url}/m.js")`),
  script("script with the nonce", element("script", `{ src: URL + "/s.js" }`)),
  script("module script with the nonce", element("script", `{ type: "module", src: URL + "/s.js" }`)),
  script(
    "inline module that imports",
    element("script", `{ type: "module", textContent: 'import "' + URL + '/m.js"' }`),
  ),
  script(
    "import map to outside",
    (to) =>
      `const n = ${NONCE}; const m = document.createElement("script"); m.nonce = n; m.type = "importmap"; m.textContent = '{"imports":{"a":"${to.url}/m.js"}}'; document.head.append(m); const s = document.createElement("script"); s.nonce = n; s.type = "module"; s.textContent = 'import "a"'; document.head.append(s)`,
  ),
  script(
    "blob module that imports",
    (to) => `import(URL.createObjectURL(new Blob(['import "${to.url}/m.js"'], { type: "text/javascript" })))`,
  ),
  script("data module that imports", (to) => `import('data:text/javascript,import "${to.url}/m.js"')`),
  script("modulepreload", element("link", `{ rel: "modulepreload", href: URL + "/m.js" }`)),
  script(
    "speculation rules: prefetch",
    element(
      "script",
      `{ type: "speculationrules", textContent: '{"prefetch":[{"source":"list","urls":["' + URL + '/p"],"eagerness":"immediate"}]}' }`,
    ),
  ),
  script(
    "speculation rules: prerender",
    element(
      "script",
      `{ type: "speculationrules", textContent: '{"prerender":[{"source":"list","urls":["' + URL + '/p"],"eagerness":"immediate"}]}' }`,
    ),
  ),
  script("document.write of a script", (to) => `document.write("<script src='${to.url}/d.js'><\\/script>")`, {
    alone: true,
  }),
  script(
    "XSLT processing instruction",
    (to) =>
      `const d = new DOMParser().parseFromString('<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${to.url}/x.xsl"?><a/>', "text/xml"); document.body.append(document.importNode(d.documentElement, true)); const p = new XSLTProcessor(); p.importStylesheet(new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="${to.url}/y.xsl"/></xsl:stylesheet>', "text/xml"))`,
    { noControl: "same origin only" },
  ),
  script(
    "script element in SVG",
    (to) =>
      `const s = document.createElementNS("http://www.w3.org/2000/svg", "script"); s.setAttribute("nonce", ${NONCE}); s.setAttribute("href", "${to.url}/s.js"); const g = document.createElementNS("http://www.w3.org/2000/svg", "svg"); g.append(s); document.body.append(g)`,
  ),
];

export const HINTS: Technique[] = [
  ...["script", "style", "image", "font", "fetch", "track"].map((kind) =>
    script(
      `preload as ${kind}`,
      element("link", `{ rel: "preload", as: "${kind}", href: URL + "/p", crossOrigin: "anonymous" }`),
    ),
  ),
  script("prefetch", element("link", `{ rel: "prefetch", href: URL + "/p" }`)),
  script("prerender", element("link", `{ rel: "prerender", href: URL + "/p" }`), { noControl: "gone" }),
  script("preconnect", element("link", `{ rel: "preconnect", href: URL }`), { alone: true, lasting: true }),
  head("preconnect in markup", (to) => `<link rel="preconnect" href="${to.url}">`, { lasting: true }),
  head("prefetch in markup", (to) => `<link rel="prefetch" href="${to.url}/p">`),
  script("dns-prefetch", element("link", `{ rel: "dns-prefetch", href: URL }`), {
    alone: true,
    lasting: true,
    byName: true,
  }),
  head(
    "dns-prefetch in markup",
    (to) =>
      `<meta http-equiv="x-dns-prefetch-control" content="on"><link rel="dns-prefetch" href="//${to.host}">`,
    { alone: true, lasting: true, byName: true },
  ),
  script("icon", element("link", `{ rel: "icon", href: URL + "/i.png" }`), {
    noControl: "not fetched by a browser without tabs",
  }),
  script("manifest", element("link", `{ rel: "manifest", href: URL + "/m.json" }`), {
    noControl: "fetched on install",
  }),
  head(
    "report-uri in a meta policy",
    (to) =>
      `<meta http-equiv="content-security-policy" content="img-src 'none'; report-uri ${to.url}/r"><img src="data:,">`,
    { noControl: "ignored in meta" },
  ),
];
