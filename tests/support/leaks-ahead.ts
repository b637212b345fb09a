/**
 * Leaks that no policy closes: links that connect or look up names ahead of need, WebRTC, and clicks that open a window. Each in
 * many ways of writing it, because where a browser does not enforce `Connection-Allowlist` only the guard is in the way.
 */
import { head, markup, NONCE, script, type Target, type Technique } from "./leak-technique";

const LASTING = { lasting: true };
const TAG = (to: Target, rel = "preconnect"): string => `<link rel=${rel} href=${to.url}>`;
/** Makes a link `l`, which is in the page once `code` has run. */
const link = (name: string, code: string): Technique =>
  script(
    `preconnect by ${name}`,
    (to) =>
      `const l = document.createElement("link"); l.href = "${to.url}"; ${code}; if (!l.isConnected) document.head.append(l)`,
    LASTING,
  );
/** Turns the text `html` into elements. */
const sink = (name: string, code: string, more: Partial<Technique> = {}): Technique =>
  script(
    `preconnect by ${name}`,
    (to) =>
      `const html = ${JSON.stringify(TAG(to))}; const d = document.createElement("div"); document.body.append(d); ${code}`,
    { ...LASTING, ...more },
  );
const xml = (to: Target): string =>
  `<a><link xmlns='http://www.w3.org/1999/xhtml' rel='preconnect' href='${to.url}'/></a>`;
const sheet = (to: Target): string =>
  `<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output method='html'/><xsl:template match='/'><div><link rel='preconnect' href='${to.url}'/></div></xsl:template></xsl:stylesheet>`;

const LINKS: Technique[] = [
  link("rel", `l.rel = "preconnect"`),
  link("rel in capitals among others", `l.rel = "x PreConnect y"`),
  link("relList.add", `l.relList.add("preconnect")`),
  link("relList.toggle", `l.relList.toggle("preconnect", true)`),
  link("relList.replace", `l.rel = "x"; l.relList.replace("x", "preconnect")`),
  link("relList.value", `l.relList.value = "preconnect"`),
  link("relList itself", `l.relList = "preconnect"`),
  link("setAttribute", `l.setAttribute("REL", "preconnect")`),
  link("setAttributeNS", `l.setAttributeNS(null, "rel", "preconnect")`),
  link(
    "setAttributeNode",
    `const a = document.createAttribute("rel"); a.value = "preconnect"; l.setAttributeNode(a)`,
  ),
  link(
    "setAttributeNodeNS of another element's node",
    `const d = document.createElement("div"); d.setAttribute("rel", "preconnect"); l.setAttributeNodeNS(d.removeAttributeNode(d.attributes[0]))`,
  ),
  link(
    "setNamedItem",
    `const a = document.createAttribute("rel"); a.value = "preconnect"; l.attributes.setNamedItem(a)`,
  ),
  link("an attribute's value", `l.rel = "x"; document.head.append(l); l.attributes.rel.value = "preconnect"`),
  link("an attribute's nodeValue", `l.rel = "x"; l.getAttributeNode("rel").nodeValue = "preconnect"`),
  link("an attribute's textContent", `l.rel = "x"; l.getAttributeNode("rel").textContent = "preconnect"`),
  link(
    "a value that changes when it is read",
    `let n = 0; l.setAttribute("rel", { toString: () => (n++ ? "preconnect" : "x") }); n = 0; l.rel = { toString: () => (n++ ? "x" : "preconnect") }`,
  ),
  link(
    "rel after built-ins were replaced",
    `const { exec, test } = RegExp.prototype, { toLowerCase } = String.prototype, { apply } = Reflect; RegExp.prototype.exec = () => null; RegExp.prototype.test = () => false; String.prototype.toLowerCase = () => "x"; Reflect.apply = () => {}; Object.defineProperty(HTMLLinkElement, Symbol.hasInstance, { value: () => false, configurable: true }); l.rel = "preconnect"; document.head.append(l); RegExp.prototype.exec = exec; RegExp.prototype.test = test; String.prototype.toLowerCase = toLowerCase; Reflect.apply = apply`,
  ),
];

const SINKS: Technique[] = [
  sink("innerHTML", `d.innerHTML = html`),
  sink("outerHTML", `d.outerHTML = html`),
  sink("insertAdjacentHTML", `d.insertAdjacentHTML("afterend", html)`),
  sink("createContextualFragment", `d.append(document.createRange().createContextualFragment(html))`),
  sink("setHTMLUnsafe", `d.setHTMLUnsafe(html)`),
  sink("parseHTMLUnsafe", `d.append(Document.parseHTMLUnsafe("<p>" + html).querySelector("link"))`),
  sink(
    "DOMParser",
    `d.append(new DOMParser().parseFromString("<p>" + html, "text/html").querySelector("link"))`,
  ),
  sink(
    "a template",
    `const t = document.createElement("template"); t.innerHTML = html; d.append(t.content.cloneNode(true))`,
  ),
  sink("a shadow root", `d.attachShadow({ mode: "closed" }).innerHTML = html`),
  sink(
    "a declarative shadow root",
    `d.setHTMLUnsafe("<p><template shadowrootmode=closed>" + html + "</template></p>")`,
  ),
  sink("character references", `d.innerHTML = html.replace("preconnect", "&#112;re&#x63;onnect")`),
  sink(
    "markup that looks like an attribute",
    `d.innerHTML = "<!-- <iframe x='-->" + html + "' srcdoc=x> -->"`,
  ),
  sink("document.write", `document.write(html)`, { alone: true }),
  sink(
    "document.write in parts",
    `for (const part of [...html.matchAll(/.{1,3}/g)]) document.write(part[0])`,
    { alone: true },
  ),
  sink(
    "document.open and write",
    `setTimeout(() => { document.open(); document.write("<p>", html); document.close() })`,
    { alone: true },
  ),
  sink(
    "insertHTML",
    `document.body.contentEditable = "true"; document.body.focus(); document.execCommand("insertHTML", false, html)`,
    { alone: true },
  ),
  script(
    "preconnect by XML",
    (to) =>
      `document.body.append(document.importNode(new DOMParser().parseFromString(${JSON.stringify(xml(to))}, "text/xml").documentElement, true))`,
    LASTING,
  ),
  script(
    "preconnect by innerHTML in XML",
    (to) =>
      `const x = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "html"); x.documentElement.innerHTML = ${JSON.stringify(xml(to))}; document.body.append(x.documentElement.firstChild)`,
    LASTING,
  ),
  script(
    "preconnect by XSLT",
    (to) =>
      `const x = new XSLTProcessor(); x.importStylesheet(new DOMParser().parseFromString(${JSON.stringify(sheet(to))}, "text/xml")); document.body.append(x.transformToFragment(document, document))`,
    LASTING,
  ),
  head(
    "preconnect by markup that changes when it is parsed again",
    (to) => `<noscript><p title="</noscript>${TAG(to)}"></noscript>`,
    LASTING,
  ),
  markup("preconnect in an srcdoc child's markup", (to) => `<iframe srcdoc="${TAG(to)}"></iframe>`, LASTING),
  markup(
    "preconnect in a grandchild's markup",
    (to) => `<iframe srcdoc="<iframe srcdoc='${TAG(to)}'></iframe>"></iframe>`,
    LASTING,
  ),
  script(
    "preconnect in a child by innerHTML",
    (to) =>
      `const f = document.createElement("iframe"); f.srcdoc = "<p id=p><" + "script nonce='" + (${NONCE}) + "'>p.innerHTML = '${TAG(to)}'<" + "/script>"; document.body.append(f)`,
    LASTING,
  ),
];

const stun = (to: Target): string =>
  `const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:${to.udp}" }] }); p.createDataChannel("a"); p.createOffer().then((o) => p.setLocalDescription(o))`;
/** Fills a child with `html`, in which WebRTC is tried. */
const child = (name: string, code: string, more: Partial<Technique> = {}): Technique =>
  script(
    `WebRTC in a child by ${name}`,
    (to) =>
      `const html = "<" + "script nonce='" + (${NONCE}) + "'>${stun(to).replaceAll('"', '\\"')}<" + "/script>"; const quoted = html.replaceAll("&", "&amp;").replaceAll('"', "&quot;"); const d = document.createElement("div"); document.body.append(d); const f = document.createElement("iframe"); ${code}; if (!f.isConnected) d.append(f)`,
    { ...more },
  );

const CHILDREN: Technique[] = [
  child("srcdoc", `f.srcdoc = html`),
  child("setAttribute", `f.setAttribute("srcDoc", html)`),
  child("setAttributeNS", `f.setAttributeNS(null, "srcdoc", html)`),
  child(
    "an attribute node",
    `const a = document.createAttribute("srcdoc"); a.value = html; f.setAttributeNode(a)`,
  ),
  child(
    "setNamedItem",
    `const a = document.createAttribute("srcdoc"); a.value = html; f.attributes.setNamedItem(a)`,
  ),
  child("an attribute's value", `f.srcdoc = ""; d.append(f); f.attributes.srcdoc.value = html`),
  child("innerHTML", `d.innerHTML = '<iframe srcdoc="' + quoted + '"></iframe>'`),
  child(
    "insertAdjacentHTML",
    `d.insertAdjacentHTML("beforeend", '<iframe srcdoc="' + quoted + '"></iframe>')`,
  ),
  child(
    "createContextualFragment",
    `d.append(document.createRange().createContextualFragment('<iframe srcdoc="' + quoted + '"></iframe>'))`,
  ),
  child(
    "DOMParser",
    `d.append(new DOMParser().parseFromString('<iframe srcdoc="' + quoted + '"></iframe>', "text/html").body.firstChild)`,
  ),
  child("document.write", `document.write('<iframe srcdoc="' + quoted + '"></iframe>')`, { alone: true }),
  child(
    "document.write in parts",
    `for (const part of ['<ifr', 'ame src', 'doc="', quoted, '"></iframe>']) document.write(part)`,
    { alone: true },
  ),
  child("a grandchild", `f.srcdoc = '<iframe srcdoc="' + quoted + '"></iframe>'`),
  child("its document", `d.append(f); const c = f.contentDocument; c.open(); c.write(html); c.close()`),
];

const A_LINK = (to: Target): string => `<a id="a" target="_blank" href="${to.url}/n">a</a>`;
const PRESS = { press: "#a" };
const click = (name: string, code: string, more: Partial<Technique> = {}): Technique =>
  markup(`a press that ${name}`, (to) => `${A_LINK(to)}<script nonce>${code}</script>`, {
    ...PRESS,
    ...more,
  });

const CLICKS: Technique[] = [
  click("the link stops", `a.onclick = (e) => e.stopPropagation()`),
  click("the window stops", `addEventListener("click", (e) => e.stopImmediatePropagation(), true)`),
  click("the document cancels", `document.addEventListener("click", (e) => { e.cancelBubble = true }, true)`),
  markup(
    "a press that makes the link",
    (to) =>
      `<a id="a" href="#x">a</a><script nonce>a.onclick = (e) => { e.stopPropagation(); a.href = "${to.url}/n"; a.setAttribute("target", "_blank") }</script>`,
    PRESS,
  ),
  markup(
    "a press in a page of document.open",
    (to) =>
      `<script nonce>setTimeout(() => { const html = ${JSON.stringify(A_LINK(to))}; document.open(); document.write(html); document.close(); document.addEventListener("click", (e) => e.stopPropagation(), true) })</script>`,
    { ...PRESS, alone: true },
  ),
  markup(
    "a press in a closed shadow root",
    (to) =>
      `<div id="a" style="width:50px;height:50px"></div><script nonce>const r = a.attachShadow({ mode: "closed" }); r.innerHTML = '<a style="display:block;height:50px" target="_blank" href="${to.url}/n">a</a>'; r.firstChild.onclick = (e) => e.stopPropagation()</script>`,
    PRESS,
  ),
  markup(
    "a press on a link in SVG that is stopped",
    (to) =>
      `<svg width="50" height="50"><a id="a" target="_blank" href="${to.url}/n"><rect width="50" height="50"/></a></svg><script nonce>document.addEventListener("click", (e) => e.stopPropagation(), true)</script>`,
    PRESS,
  ),
];

/** Makes a link `a` to the outside, in the page, which `code` then uses. */
const outside = (name: string, code: string, more: Partial<Technique> = {}): Technique =>
  script(
    `focus of a link by ${name}`,
    (to) =>
      `const a = document.createElement("a"); a.textContent = "a"; document.body.append(a); const url = "${to.url}/n"; ${code}; document.body.querySelectorAll("[href]").forEach((e) => e.focus())`,
    { noControl: "browsers of this engine do not connect for it", alone: true, ...more },
  );

const FOCUS: Technique[] = [
  outside("href", `a.href = url`),
  outside("setAttribute", `a.setAttribute("href", url)`),
  outside("setAttributeNS", `a.setAttributeNS(null, "href", url)`),
  outside("an attribute's value", `a.href = "#"; a.attributes.href.value = url`),
  outside("host", `a.href = "http://localhost/"; a.host = new URL(url).host`),
  outside("host of a fragment", `a.href = "#x"; a.host = new URL(url).host`),
  outside("innerHTML", `a.innerHTML = "<a href=" + url + ">b</a>"`),
  outside("innerHTML with a tab", `a.innerHTML = "<a href='\\n ht&Tab;tp" + url.slice(4) + "'>b</a>"`),
  outside("a link without a scheme", `a.href = url.slice(5)`),
  outside(
    "insertHTML",
    `document.body.contentEditable = "true"; getSelection().selectAllChildren(a); document.execCommand("createLink", false, url)`,
  ),
  outside(
    "an area",
    `document.body.insertAdjacentHTML("beforeend", "<img usemap=#m width=9 height=9 src='data:image/gif;base64,R0lGODlhAQABAAAAACw='><map name=m><area shape=default href=" + url + "></map>")`,
  ),
  outside(
    "SVG",
    `document.body.insertAdjacentHTML("beforeend", "<svg><a href=" + url + "><text y=9>b</text></a></svg>")`,
  ),
  outside(
    "xlink",
    `document.body.insertAdjacentHTML("beforeend", "<svg><a xlink:href=" + url + "><text y=9>b</text></a></svg>"); document.querySelector("svg a").focus()`,
  ),
  outside(
    "an SVG link's baseVal",
    `document.body.insertAdjacentHTML("beforeend", "<svg><a href=x><text y=9>b</text></a></svg>"); document.querySelector("svg a").href.baseVal = url`,
  ),
  outside(
    "an animation",
    `document.body.insertAdjacentHTML("beforeend", "<svg><a href=x><set attributeName=href to=" + url + " /><text y=9>b</text></a></svg>"); setTimeout(() => document.querySelector("svg a").focus(), 300)`,
  ),
  outside(
    "a child",
    `const f = document.createElement("iframe"); f.srcdoc = "<a autofocus href=" + url + ">b</a>"; document.body.append(f)`,
  ),
];

const NAMES: Technique[] = [
  script(
    "dns-prefetch by setAttribute",
    (to) =>
      `const l = document.createElement("link"); l.setAttribute("rel", "dns-prefetch"); l.href = "http://${to.host}"; document.head.append(l)`,
    { ...LASTING, byName: true, alone: true },
  ),
  script(
    "names of links in an srcdoc child",
    (to) =>
      `const f = document.createElement("iframe"); f.srcdoc = '<a href="http://${to.host}/x">x</a>'; document.body.append(f)`,
    { ...LASTING, byName: true, alone: true, noControl: "browsers look up what the pointer is on" },
  ),
];

export const AHEAD: Technique[] = [...LINKS, ...SINKS, ...CHILDREN, ...CLICKS, ...FOCUS, ...NAMES];
