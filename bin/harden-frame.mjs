/**
 * Makes bundled code independent of an app's changes to built-ins: method calls, globals, iteration, spreads and
 * destructuring are rewritten to the built-ins that lib/sandbox/frame/built-ins.ts captured before the app ran. Applied
 * to the bundle, so that it also covers libraries and no source has to care.
 */
import path from "node:path";
import { parse } from "acorn";
import * as esbuild from "esbuild";

/** Prototypes whose methods are captured. */
const Typed = Object.getPrototypeOf(Uint8Array);
const OWNERS = [
  ...[Object, Function, Array, String, Number, Boolean, Symbol, BigInt, Date, RegExp, Map, Set, WeakMap],
  ...[WeakSet, WeakRef, Promise, ArrayBuffer, DataView, Typed],
].map(({ prototype }) => prototype);
const METHODS = new Set(OWNERS.flatMap((owner) => Object.getOwnPropertyNames(owner)));
METHODS.add("next").delete("constructor");

/** Globals whose functions are captured one by one. */
const NAMESPACES = new Set(
  "Object Array JSON Reflect Math Number String Promise Symbol Date BigInt ArrayBuffer Uint8Array".split(" "),
);
const GLOBALS = new Set([
  ...NAMESPACES,
  ..."Function Boolean RegExp Map Set WeakMap WeakSet WeakRef Proxy Error TypeError RangeError SyntaxError".split(
    " ",
  ),
  ..."DataView Int8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array".split(" "),
  ..."Float32Array Float64Array BigInt64Array BigUint64Array parseInt parseFloat isNaN isFinite".split(" "),
  ..."encodeURIComponent decodeURIComponent encodeURI decodeURI queueMicrotask structuredClone atob btoa".split(
    " ",
  ),
  ..."Blob File URL URLSearchParams Headers Response FormData TextEncoder TextDecoder DOMException".split(
    " ",
  ),
  ..."Event CustomEvent ErrorEvent MessageEvent ProgressEvent StorageEvent EventTarget MessageChannel".split(
    " ",
  ),
]);
/** Accessors that are captured; the `length` of typed arrays is not. */
const ACCESSORS = new Set(["size", "byteLength", "byteOffset", "buffer"]);
/** Read lists by the iterator that a list has. */
const TAKE_LISTS = new Set(["Blob", "File", "postMessage"]);
/** Filled through methods that an app may have replaced, when made with content. */
const COLLECTIONS = new Set(["Map", "Set", "WeakMap", "WeakSet"]);

/** @returns {Promise<string>} an expression whose value is the captured built-ins */
export async function captureBuiltIns() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.resolve(import.meta.dirname, "../lib/sandbox/frame/built-ins.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "captured",
    minify: true,
    target: "es2022",
    define: { CAPTURED_GLOBALS: JSON.stringify([...GLOBALS]) },
  });
  return `(()=>{${outputFiles[0].text.trim()}return captured.builtIns})()`;
}

/**
 * @param {string} code a bundle, with optional chains lowered
 * @param {string} builtIns what `captureBuiltIns` gave
 * @returns {string}
 */
export function harden(code, builtIns) {
  if (code.includes("own$")) throw new Error("The code has names of its own that begin with own$.");
  const tree = parse(code, { ecmaVersion: 2022, sourceType: "script", allowReturnOutsideFunction: true });
  const edits = [];
  const used = new Map();
  const insert = (at, text) => edits.push([at, at, text]);
  const taken = (name, source) => {
    used.set(name, source);
    return name;
  };
  const iterated = (node) => {
    insert(node.start, `${taken("own$iterate", "$builtIns.iterate")}(`);
    edits.push([node.end, node.end, ")", 1]);
  };
  const protectedPromise = (node, before) => {
    // An arrow function's object literal is in parentheses, which stay outside.
    insert(node.start, `${before}${taken("own$awaited", "$builtIns.awaited")}(`);
    edits.push([node.end, node.end, ")", 1]);
  };
  /** An async function reads `then` of a promise that it returns, but not of one that it awaits. */
  const awaited = (node) => {
    if (node.type !== "AwaitExpression" && node.type !== "Literal") protectedPromise(node, "await ");
  };
  const shadowed = new Set();
  walk(tree, (node, parents) => {
    if (node.type === "Identifier" && GLOBALS.has(node.name) && declares(node, parents))
      shadowed.add(node.name);
  });
  const isOfPrototype = ({ computed, object }) =>
    !computed &&
    object.type === "MemberExpression" &&
    !object.computed &&
    object.property.name === "prototype" &&
    isGlobal(object.object) &&
    NAMESPACES.has(object.object.name);
  const isGlobal = (node) => node.type === "Identifier" && GLOBALS.has(node.name) && !shadowed.has(node.name);
  const done = new Set();

  walk(tree, (node, parents) => {
    const parent = parents[0];
    switch (node.type) {
      case "CallExpression": {
        const { callee } = node;
        const isCaptured = callee.property?.name === "call";
        const list = node.arguments[isCaptured ? 2 : 1];
        const takes = isCaptured ? callee.object.name : callee.property?.name;
        if (TAKE_LISTS.has(takes) && list?.type === "ArrayExpression") iterated(list);
        if (callee.type !== "MemberExpression" || callee.object.type === "Super") break;
        if (callee.computed && code.slice(callee.property.start, callee.property.end) === "Symbol.iterator") {
          insert(node.start, `${taken("own$iterator", "$builtIns.iterator")}(`);
          edits.push([code.lastIndexOf("[", callee.property.start), node.end, ")"]);
          done.add(callee.property).add(callee.property.object);
        }
        if (callee.computed) break;
        const name = callee.property.name;
        if (isGlobal(callee.object) || callee.property.type !== "Identifier" || !METHODS.has(name)) break;
        insert(node.start, `${taken(`own$${name}`, `$builtIns.method("${name}")`)}(`);
        const dot = code.lastIndexOf(".", callee.property.start);
        const open = code.indexOf("(", callee.property.end);
        edits.push([dot, open + 1, node.arguments.length ? "," : ""]);
        break;
      }
      case "NewExpression": {
        const name = node.callee.name ?? node.callee.property?.name;
        const [list] = node.arguments;
        if (TAKE_LISTS.has(name) && list && list.type !== "SpreadElement") iterated(list);
        if (isGlobal(node.callee) && COLLECTIONS.has(node.callee.name) && node.arguments.length) {
          done.add(node.callee);
          edits.push([
            node.start,
            node.callee.end,
            taken(`own$new${node.callee.name}`, `$builtIns.filled("${node.callee.name}")`),
          ]);
        }
        break;
      }
      case "MemberExpression":
        if (done.has(node)) break;
        if (isOfPrototype(node) && !isWritten(node, parent)) {
          done.add(node.object.object).add(node.object);
          const [owner, name] = [node.object.object.name, node.property.name];
          const captured = `own$${owner}_prototype_${name}`;
          edits.push([node.start, node.end, taken(captured, `$builtIns.ofPrototype("${owner}","${name}")`)]);
          break;
        }
        // A private field named `size` is not a collection's.
        if (node.property.type === "PrivateIdentifier") break;
        if (!node.computed && ACCESSORS.has(node.property.name) && isPlainRead(node, parent)) {
          insert(
            node.start,
            `${taken(`own$get_${node.property.name}`, `$builtIns.property("${node.property.name}")`)}(`,
          );
          edits.push([code.lastIndexOf(".", node.property.start), node.end, ")"]);
          break;
        }
        if (!node.computed && isGlobal(node.object) && NAMESPACES.has(node.object.name)) {
          const name = node.property.name;
          if (name === "prototype" || isWritten(node, parent)) break;
          done.add(node.object);
          const captured = `own$${node.object.name}_${name}`;
          edits.push([
            node.start,
            node.end,
            taken(captured, `$builtIns.member("${node.object.name}","${name}")`),
          ]);
        }
        break;
      case "Identifier":
        if (!isGlobal(node) || done.has(node) || !isRead(node, parents)) break;
        if (parent.type === "Property" && parent.shorthand) insert(node.start, `${node.name}:`);
        edits.push([node.start, node.end, taken(`own$${node.name}`, `$builtIns.global("${node.name}")`)]);
        break;
      case "ReturnStatement":
        if (node.argument && parents.find(isFunction)?.async) awaited(node.argument);
        break;
      case "ArrowFunctionExpression":
        if (node.async && node.body.type !== "BlockStatement") awaited(node.body);
        break;
      case "ForOfStatement":
        if (!node.await) iterated(node.right);
        break;
      case "SpreadElement":
        if (parent.type !== "ObjectExpression") iterated(node.argument);
        break;
      case "YieldExpression":
        if (node.delegate) iterated(node.argument);
        break;
      case "AwaitExpression":
        protectedPromise(node.argument, "");
        break;
      case "ArrayPattern":
        destructure(node, parent);
        break;
    }
  });

  function destructure(node, parent) {
    if (parent.type === "AssignmentExpression") return iterated(parent.right);
    if (node.elements.some((element) => element?.type === "RestElement")) {
      if (parent.type === "VariableDeclarator" && parent.init) return iterated(parent.init);
      throw new Error(`No rest element may stand here: ${code.slice(parent.start, parent.start + 200)}`);
    }
    edits.push([node.start, node.start + 1, "{"]);
    edits.push([node.end - 1, node.end, "}"]);
    let at = node.start + 1;
    node.elements.forEach((element, index) => {
      if (element) insert(element.start, `${index}:`);
      const comma = code.indexOf(",", element ? element.end : at);
      if (!element && comma >= 0 && comma < node.end) edits.push([comma, comma + 1, ""]);
      at = comma + 1;
    });
  }

  const names = [...used].map(([name, source]) => `${name}=${source}`).join(",");
  const prefix = `const $builtIns=globalThis.__gumBuiltIns||${builtIns};${names ? `const ${names};` : ""}`;
  return `(()=>{"use strict";${prefix}${applyEdits(code, edits)}})();`;
}

/** Sorted by position; at one position, ends before starts, and outer before inner. */
function applyEdits(code, edits) {
  const ordered = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit[0] - b.edit[0] || (b.edit[3] ?? 0) - (a.edit[3] ?? 0) || a.index - b.index);
  let result = "";
  let at = 0;
  for (const {
    edit: [start, end, text],
  } of ordered) {
    if (start < at) throw new Error(`Edits overlap at: ${code.slice(start, start + 80)}`);
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

function walk(node, visit, parents = []) {
  visit(node, parents);
  const inner = [node, ...parents];
  for (const key of Object.keys(node)) {
    const value = node[key];
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === "string") {
        // A shorthand property uses the same identifier twice.
        if (!(node.type === "Property" && node.shorthand && key === "key")) walk(child, visit, inner);
      }
  }
}

const isFunction = ({ type }) => /^(?:Arrow)?Function/.test(type);

/** Neither assigned, nor called, nor the start of a pattern. */
function isPlainRead(node, parent) {
  if (isWritten(node, parent) || parent.type === "Super") return false;
  if (parent.type === "CallExpression" && parent.callee === node) return false;
  return !/Pattern$/.test(parent.type) && !(/^ForI|^ForO/.test(parent.type) && parent.left === node);
}

function isWritten(node, parent) {
  return (
    (parent.type === "AssignmentExpression" && parent.left === node) ||
    parent.type === "UpdateExpression" ||
    (parent.type === "UnaryExpression" && parent.operator === "delete")
  );
}

/** Whether the identifier is a value here, not the name of a property, label or binding. */
function isRead(node, [parent]) {
  switch (parent.type) {
    case "MemberExpression":
      return parent.object === node || parent.computed;
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.value === node || parent.computed;
    case "UnaryExpression":
      // `typeof` of an identifier that may not exist.
      return parent.operator !== "typeof";
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return false;
    default:
      return true;
  }
}

function declares(node, parents) {
  const [parent] = parents;
  if (/^(?:Function|Class)/.test(parent.type))
    return parent.id === node || Boolean(parent.params?.includes(node));
  if (parent.type === "VariableDeclarator") return parent.id === node;
  if (parent.type === "CatchClause") return parent.param === node;
  return false;
}
