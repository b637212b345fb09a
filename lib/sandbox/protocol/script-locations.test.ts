import vm from "node:vm";
import { describe, expect, test } from "vitest";
import { locationHelpers } from "@/lib/sandbox/frame/inside/location-helpers";
import { HELPER, rewriteLocations } from "@/lib/sandbox/protocol/script-locations";

const loc = (code: string): string => `${HELPER}.loc(${code})`;
const win = (code: string): string => `${HELPER}.win(${code})`;

describe("reads", () => {
  test.each([
    ["location.href", `${loc("location")}.href`],
    ["a = b.c(d)[e].location.pathname", `a = ${loc("b.c(d)[e].location")}.pathname`],
    ["let {pathname: a} = e.location", `let {pathname: a} = ${loc("e.location")}`],
    ["location . reload()", `${loc("location")} . reload()`],
    ["f(document.location, 1)", `f(${loc("document.location")}, 1)`],
    ["a = window['location']['href']", `a = ${loc("window['location']")}['href']`],
    ["return(a).location", `return ${loc("(a).location")}`],
    ["new A(b).location.c", `${loc("new A(b).location")}.c`],
    ["a?.location.href", `${loc("a?.location")}?.href`],
    ["a?.b.location[c]", `${loc("a?.b.location")}?.[c]`],
    ["[...location.href]", `[...${loc("location")}.href]`],
    ["`${location}`", `\`\${${loc("location")}}\``],
    ["x = {location}", `x = {location:${loc("location")}}`],
    ["x = {location: location}", `x = {location: ${loc("location")}}`],
    ["a ? location : b", `a ? ${loc("location")} : b`],
    ["case location: b", `case ${loc("location")}: b`],
    ["(a = location) => a", `(a = ${loc("location")}) => a`],
    ["class A { x = location; location = y }", `class A { x = ${loc("location")}; location = y }`],
    ["if (a) /location'/.test(b); location", `if (a) /location'/.test(b); ${loc("location")}`],
    ["a.location.b.location", loc(`${loc("a.location")}.b.location`)],
    ["await e.location", `await ${loc("e.location")}`],
    ["(function(){}()).location", loc("(function(){}()).location")],
  ])("%s", (source, rewritten) => expect(rewriteLocations(source)).toBe(rewritten));
});

describe("writes", () => {
  test.each([
    ["window.location = 'x'", `${win("window")}.location = 'x'`],
    ["e.location='x'", `${win("e")}.location='x'`],
    ["a(b)['location'] += c", `${win("a(b)")}['location'] += c`],
    ["[e.location] = x", `[${win("e")}.location] = x`],
    ["for (e.location of x);", `for (${win("e")}.location of x);`],
  ])("%s", (source, rewritten) => expect(rewriteLocations(source)).toBe(rewritten));
});

describe("what stays", () => {
  test.each([
    "mylocation.href",
    "var location = gl.getUniformLocation(a)",
    "let a = 1, location = 2",
    "let a = {}, { b, location: [location] } = {}; // location.href",
    "function f(location, { a = [] }) {}",
    "location => 1",
    "async (location) => 1",
    "try {} catch (location) {}",
    "import location, { location as a } from 'location'",
    "export { location } from 'a'",
    "x = { location: 1, get location() {}, async *location() {} }",
    "class A { location = 1; static location; get location() {} #location }",
    "a.location(b)",
    "delete a.location",
    "location: for (;;) break location",
    "'your location + mine'",
    "/* location.href */ `location.href`",
    "super.location",
  ])("%s", (source) => {
    const around = source.startsWith("let a = {}") ? null : source;
    if (around !== null) expect(rewriteLocations(source)).toBe(source);
    else expect(rewriteLocations(source)).toContain("// location.href");
  });

  test("a text that is no script", () => {
    for (const source of ["a = 'location", "location )", "<p>location.href's</p>"])
      expect(rewriteLocations(source)).toBe(source);
  });
});

test("frame-busting code sees the top window", () => {
  expect(rewriteLocations("if (top !== self) top.location = self.location")).toBe(
    `if (self !== self) ${win("top")}.location = ${loc("self.location")}`,
  );
  expect(rewriteLocations("if (window.self === window.top) {")).toBe("if (window.self === self) {");
  expect(rewriteLocations("desktop !== self")).toBe("desktop !== self");
});

/** Runs the code where `location` is a stand-in for the real one, and returns where it navigated. */
function run(code: string): { value: unknown; visits: string[] } {
  const visits: string[] = [];
  const virtual = {
    pathname: "/virtual",
    get href() {
      return "virtual";
    },
    set href(url: string) {
      visits.push(url);
    },
  };
  const window = vm.runInNewContext("globalThis", { history: { length: 1 } }) as vm.Context;
  const before = Object.getOwnPropertyDescriptor(globalThis, "location");
  const real = { pathname: "/real" };
  Object.defineProperty(globalThis, "location", { value: real, configurable: true });
  const helper = locationHelpers({ location: virtual, owners: [window] }, rewriteLocations);
  if (before) Object.defineProperty(globalThis, "location", before);
  else Reflect.deleteProperty(globalThis, "location");
  Object.assign(window, { window, location: real, [HELPER]: helper });
  const script = window.Function as (code: string) => () => unknown;
  const value = script(rewriteLocations(code))();
  return { value: value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown), visits };
}

describe("when it runs", () => {
  test.each([
    ["let {history: t, location: n} = window; return [t.length, n.pathname]", [1, "/virtual"]],
    ["const {location: {pathname: a}} = window; return a", "/virtual"],
    ["const {location} = window; return location.pathname", "/virtual"],
    ["const {location = 1} = {}; return location", 1],
    [
      "function f({location: a = 4}, [{location}]) { return [a, location] } return f({}, [{location: 5}])",
      [4, 5],
    ],
    ["return (({location: a}) => a.pathname)(window)", "/virtual"],
    ["const o = Object.create(null); o.location = 1; const {location: a, ...b} = o; return [a, b]", [1, {}]],
    ["let a; ({location: a} = window); return a.pathname", "/virtual"],
    ["let location; ({location} = window); return location.pathname", "/virtual"],
    ["let location = 1; location = 2; location += 3; location++; return location", 6],
    ["let location; [location] = [7]; for (location of [8]); return location", 8],
    ["let a = 1\n, location = 2; return location", 2],
    [
      "const f = (location = {pathname: 1}) => location.pathname; return [f(), f(window.location)]",
      [1, "/virtual"],
    ],
    ["return window?.location?.pathname + undefined?.location.pathname", "/virtualundefined"],
    [
      "return eval('location.pathname') + new Function('a', 'return a.location.pathname')(window)",
      "/virtual/virtual",
    ],
    ["return ((e) => e.location === location && e.location === e['location'])(window)", true],
  ])("%s", (code, value) => {
    expect(run(code)).toEqual({ value, visits: [] });
  });

  test("a write navigates where it is the window's", () => {
    const code = `location = "a"; window.location = "b"; (e => { e.location = "c"; e["location"] = "d"; [e.location] = ["e"] })(window);
      if (true) location = "f"
      else location = "g"
      const o = {}; o.location = "h"; function own(location) { location = "i"; return location }
      return [o.location, own("j")]`;
    expect(run(code)).toEqual({ value: ["h", "i"], visits: ["a", "b", "c", "d", "e", "f"] });
  });
});
