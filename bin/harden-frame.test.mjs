import vm from "node:vm";
import { beforeAll, describe, expect, test } from "vitest";
import { captureBuiltIns, harden } from "./harden-frame.mjs";

let builtIns = "";
beforeAll(async () => {
  builtIns = await captureBuiltIns();
});

/** Runs the code in a realm of its own. @returns what the code assigns to `out`, as JSON */
function run(code, before = "") {
  const context = vm.createContext({ structuredClone, URL, Response, console });
  const hardened = harden(
    `const give = () => { ${code} }; globalThis.go = () => JSON.stringify(give());`,
    builtIns,
  );
  return JSON.parse(vm.runInContext(`${hardened}${before};go()`, context));
}

const CODE = {
  "methods of arrays, strings, maps, sets": `
    const map = new Map([["a", 1], ["b", 2]]);
    map.set("c", 3);
    return [[3, 1, 2].map((n) => n * 2).filter((n) => n > 2).sort().join("-"), "a,b".split(",").at(-1), map.get("c"),
      [...map.keys()], [...new Set([1, 1, 2]).values()].concat(4), "x".padStart(3, "-").slice(1), [1, [2]].flat().includes(2)]`,
  "loops and destructuring": `
    const out = [];
    for (const [key, [value]] of new Map([["a", [1]], ["b", [2]]])) out.push(key + value);
    const [first, , third = 9, ...rest] = [1, 2, undefined, 4, 5];
    let a = 1, b = 2;
    [a, b] = [b, a];
    const named = ([left, right = 7], { length }) => left + right + length;
    const [, only] = ["x", "y"];
    for (const char of "ab") out.push(char);
    for (const { 0: n } of [[1]]) out.push(n);
    return [out, first, third, rest, a, b, named([1], "ab"), only, Math.max(...[1, 5, 2])]`,
  patterns: `
    const text = "a1b22";
    const found = [...text.matchAll(/(\\d)(?<more>\\d*)/g)].map(([whole, first]) => whole + first);
    return [text.replace(/\\d+/g, (n) => n * 2), text.split(/\\d+/), /B/i.test(text), text.search(/b/), found,
      text.match(/[a-z]/g), text.replaceAll("b", "c"), /(\\d+)$/.exec(text)[1]]`,
  "functions, objects, JSON": `
    const add = function (x, y) { return this.n + x + y };
    const object = Object.defineProperty({}, "hidden", { value: 1 });
    return [add.call({ n: 1 }, 2, 3), add.apply({ n: 1 }, [2, 3]), add.bind({ n: 1 }, 2)(3), Object.keys({ a: 1, ...{ b: 2 } }),
      object.hidden, JSON.stringify([1, { a: [2] }]), JSON.parse("[1]"), Array.from({ length: 2 }, (_, i) => i), Array.from(new Set([3])),
      Object.fromEntries([["k", 1]]), Array.isArray([]), Number("3"), String(4), Reflect.ownKeys({ z: 1 }), new Proxy({}, {}).a === undefined]`,
  "classes and names of its own": `
    class Box { #n = 1; get(x) { return this.#n + x } static of() { return new Box() } map(f) { return f(this.#n) } }
    class Sized { #size = 3; #buffer = [1]; #slice() { return 5 } all() { return [this.#size, this.#buffer, this.#slice()] } }
    const own = { then: 5, slice: (x) => x + 1, Map: 2 };
    const { slice } = own;
    return [Box.of().get(2), Box.of().map((n) => n + 1), own.slice(1), slice(4), own.slice(2), { Map: own.Map }, new Sized().all()]`,
};

/** What an old library, a polyfill and an app that looks into other code do. */
const REPLACED = {
  nothing: "",
  "an old library": `
    Array.prototype.toJSON = function () { return "no JSON" };
    Object.prototype.toJSON = () => "none"; Object.prototype.get = () => 1; Object.prototype.set = 2; Object.prototype.value = 3;
    Array.prototype.map = Array.prototype.filter = Array.prototype.concat = () => ["broken"];
    String.prototype.split = () => []; Function.prototype.bind = Function.prototype.call = Function.prototype.apply = () => 0;
    Array.from = undefined; delete Object.fromEntries`,
  "every global": `for (const name of ["Map", "Set", "Promise", "Array", "Object", "JSON", "String", "Number", "Reflect", "Proxy", "Math", "Symbol"])
    globalThis[name] = undefined`,
  "iterators, species, patterns": `
    const fail = () => { throw new Error("replaced") };
    const late = [];
    const later = (work) => (late[late.length] = work);
    for (const made of [[].keys(), new Map().keys(), new Set().keys()])
      later(() => (Object.getPrototypeOf(made).next = fail));
    for (const proto of [Map, Set, String, Array].map((owner) => owner.prototype)) later(() => (proto[Symbol.iterator] = fail));
    Object.defineProperty(Array, Symbol.species, { get: fail });
    Object.defineProperty(Array.prototype, "constructor", { get: fail });
    Map.prototype.set = Set.prototype.add = fail;
    for (const key of ["exec", "test", Symbol.replace, Symbol.split, Symbol.match, Symbol.matchAll, Symbol.search])
      Object.defineProperty(RegExp.prototype, key, { value: fail });
    for (const key of ["flags", "global", "unicode", "sticky"]) Object.defineProperty(RegExp.prototype, key, { get: fail });
    for (let index = 0; index < late.length; index += 1) late[index]()`,
};

describe("hardened code", () => {
  for (const [what, code] of Object.entries(CODE)) {
    const plain = JSON.stringify(new Function(code)());
    for (const [how, before] of Object.entries(REPLACED))
      test(`${what}, with ${how} replaced`, () => expect(run(code, before)).toEqual(JSON.parse(plain)));
  }

  test("promises", async () => {
    const code = `globalThis.go = async () => {
      const [a, b] = await Promise.all([Promise.resolve(1), 2]);
      const first = await Promise.race([new Promise(() => {}), Promise.resolve(3)]);
      const caught = await Promise.reject(4).catch((n) => n);
      const thenable = await { then: (resolve) => resolve(6) };
      answer = (await Promise.resolve(5).then((n) => [n, a, b, first, caught, thenable])).join();
    }`;
    const context = vm.createContext({ answer: null });
    const before = `
      const fail = () => { throw new Error("replaced") };
      Object.defineProperty(Promise.prototype, "constructor", { get: fail });
      Promise.prototype.then = Promise.prototype.catch = Promise.resolve = Promise.all = fail;`;
    vm.runInContext(`${harden(code, builtIns)}${before}go()`, context);
    await new Promise((resolve) => setTimeout(resolve));
    expect(context.answer).toBe("5,1,2,3,4,6");
  });
});
