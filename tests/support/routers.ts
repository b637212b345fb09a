/** Small single-page apps on routers, each with the same three pages: `/`, `/about` and `/item/5?x=1`. */
import path from "node:path";
import { build } from "esbuild";
import type { Files } from "./sandbox-stage";

const PAGE = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Router</title></head><body><div id="app"></div><script src="/app.js"></script></body></html>`;
const WHERE = `window.where = () => location.pathname + location.search + location.hash;`;
const PLAIN = `document.getElementById("app").innerHTML = '<a id="about" href="/about">a</a> <a id="item" href="/item/5?x=1">i</a><p id="view"></p>';
  const show = (text) => (document.getElementById("view").textContent = text);`;
const REACT = `import React from "react"; import { createRoot } from "react-dom/client";
  const render = (app) => createRoot(document.getElementById("app")).render(app);
  const View = ({ children }) => <p id="view">{children}</p>;`;
const PREACT = `import { h, render } from "preact";
  const View = ({ text, children }) => h("p", { id: "view" }, text ?? children);
  const links = [h("a", { id: "about", href: "/about" }, "a"), h("a", { id: "item", href: "/item/5?x=1" }, "i")];`;

const inReactRouter = (router: string): string => `${REACT}
  import { ${router}, Routes, Route, Link, useParams, useLocation } from "react-router";
  const Item = () => <View>item {useParams().id} {useLocation().search}</View>;
  render(<${router}><Link id="about" to="/about">a</Link><Link id="item" to="/item/5?x=1">i</Link><Routes>
    <Route path="/" element={<View>home</View>} /><Route path="/about" element={<View>about</View>} />
    <Route path="/item/:id" element={<Item />} /><Route path="*" element={<View>not found</View>} /></Routes></${router}>);`;

const inVueRouter = (history: string): string => `import { createApp, h } from "vue";
  import { createRouter, ${history}, RouterView, RouterLink } from "vue-router";
  const view = (text) => ({ render() { return h("p", { id: "view" }, text(this.$route)); } });
  const routes = [{ path: "/", component: view(() => "home") }, { path: "/about", component: view(() => "about") },
    { path: "/item/:id", component: view(({ params, query }) => "item " + params.id + query.x) }, { path: "/:x(.*)*", component: view(() => "not found") }];
  const link = (id, to) => h(RouterLink, { id, to }, () => id);
  const root = { render: () => [link("about", "/about"), link("item", "/item/5?x=1"), h(RouterView)] };
  createApp(root).use(createRouter({ history: ${history}(), routes })).mount("#app");`;

/** By hand, in the style of minified code: owners with other names, and destructuring. */
const BY_HAND = `${PLAIN}
  (function (e) {
    const { history: t, location: n, document: { defaultView: r } } = e;
    const route = () => {
      let { pathname: a, search: o } = r.location;
      show(a === "/" ? "home" : a === "/about" ? "about" : a.startsWith("/item/") ? "item " + a.slice(6) + o : "not found");
      if (n.pathname !== a || n !== e["location"]) show("two locations");
    };
    e.addEventListener("popstate", route);
    e.addEventListener("click", (s) => {
      const l = s.target.closest("a");
      if (l) { s.preventDefault(); t.pushState({}, "", l.href); route(); }
    });
    route();
  })(window);`;

const SOURCES = {
  "by hand": BY_HAND,
  "React Router": inReactRouter("BrowserRouter"),
  "React Router, hash": inReactRouter("HashRouter"),
  "React Router, data": `${REACT}
    import { createBrowserRouter, Outlet, Link, useLoaderData } from "react-router"; import { RouterProvider } from "react-router/dom";
    const Layout = () => <><Link id="about" to="/about">a</Link><Link id="item" to="/item/5?x=1">i</Link><Outlet /></>;
    const Item = () => <View>item {useLoaderData()}</View>;
    const loader = ({ params, request }) => params.id + new URL(request.url).search;
    const children = [{ index: true, element: <View>home</View> }, { path: "about", element: <View>about</View> }, { path: "item/:id", loader, element: <Item /> }];
    render(<RouterProvider router={createBrowserRouter([{ path: "/", element: <Layout />, children }])} />);`,
  "Vue Router": inVueRouter("createWebHistory"),
  "Vue Router, hash": inVueRouter("createWebHashHistory"),
  wouter: `${REACT}
    import { Route, Link, Switch, useSearch } from "wouter";
    const Item = ({ params }) => <View>item {params.id} {useSearch()}</View>;
    render(<><Link id="about" href="/about">a</Link><Link id="item" href="/item/5?x=1">i</Link><Switch>
      <Route path="/"><View>home</View></Route><Route path="/about"><View>about</View></Route>
      <Route path="/item/:id" component={Item} /><Route><View>not found</View></Route></Switch></>);`,
  "TanStack Router": `${REACT}
    import { createRootRoute, createRoute, createRouter, RouterProvider, Link, Outlet } from "@tanstack/react-router";
    const root = createRootRoute({ component: () => <><Link id="about" to="/about">a</Link><Link id="item" to="/item/$id" params={{ id: "5" }} search={{ x: 1 }}>i</Link><Outlet /></>, notFoundComponent: () => <View>not found</View> });
    const at = (path, component) => createRoute({ getParentRoute: () => root, path, component });
    const item = at("/item/$id", () => <View>item {item.useParams().id} {item.useSearch().x}</View>);
    const routeTree = root.addChildren([at("/", () => <View>home</View>), at("/about", () => <View>about</View>), item]);
    render(<RouterProvider router={createRouter({ routeTree })} />);`,
  "preact-iso": `${PREACT} import { LocationProvider, Router, useLocation } from "preact-iso";
    const Item = ({ id }) => h(View, null, "item " + id + useLocation().query.x);
    const routes = [h(View, { path: "/", text: "home" }), h(View, { path: "/about", text: "about" }), h(Item, { path: "/item/:id" }), h(View, { default: true, text: "not found" })];
    render(h(LocationProvider, null, [...links, h(Router, null, routes)]), document.getElementById("app"));`,
  "page.js": `import page from "page"; ${PLAIN}
    page("/", () => show("home")); page("/about", () => show("about"));
    page("/item/:id", ({ params, querystring }) => show("item " + params.id + querystring)); page("*", () => show("not found")); page();`,
  navaid: `import Navaid from "navaid"; ${PLAIN}
    Navaid("/", () => show("not found")).on("/", () => show("home")).on("/about", () => show("about")).on("/item/:id", ({ id }) => show("item " + id)).listen();`,
};

export type RouterName = keyof typeof SOURCES;
export const ROUTERS = Object.keys(SOURCES) as RouterName[];

const root = path.resolve(import.meta.dirname, "../..");

/** The app as a build for production: bundled and minified. */
export async function routerApp(name: RouterName): Promise<Files> {
  const { outputFiles } = await build({
    stdin: { contents: `${SOURCES[name]}\n${WHERE}`, resolveDir: root, loader: "jsx" },
    bundle: true,
    minify: true,
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
    },
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  return { "index.html": PAGE, "app.js": outputFiles[0]!.text };
}
