/**
 * `npm run docs:errors`: writes lib/docs/service-errors.json, the error codes that each call's services may throw. It follows
 * the handler of every route through the functions that it mentions and collects the codes of `new AppError(…)`. A code that
 * is thrown through an interface or computed is not found; one that this caller can never reach may be. `--check`: only says
 * whether the file is current.
 */
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { ROOT } from "./launcher/paths.mjs";

const OUTPUT = path.join(ROOT, "lib/docs/service-errors.json");
const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const LEFT_OUT = /app\/api\/(?:hosted|unknown-method|\[\.\.\.unknown\])/;
/** What every route uses, and what runs apart from the request. */
const NOT_FOLLOWED =
  /\/lib\/(?:http\/(?:route|other-methods)|infra\/logger|jobs\/|config\/|docs\/)|\/app\/_api\//;

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
  path.join(ROOT, "tsconfig.json"),
  {},
  ts.sys,
);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

function declarationsOf(node) {
  let symbol = checker.getSymbolAtLocation(node);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return (symbol?.declarations ?? []).filter((declaration) => {
    const file = declaration.getSourceFile().fileName;
    return !/node_modules|\/generated\/|\.d\.ts$/.test(file) && !NOT_FOLLOWED.test(file);
  });
}

function isFollowed(declaration) {
  if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return declaration.body;
  return (
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer &&
    ts.isSourceFile(declaration.parent.parent.parent)
  );
}

function addCodes(node, codes) {
  if (!node) return;
  if (ts.isStringLiteral(node)) codes.add(node.text);
  if (ts.isConditionalExpression(node))
    for (const each of [node.whenTrue, node.whenFalse]) addCodes(each, codes);
}

const read = new Map();
/** The codes that are in a piece of code itself, and the functions that it mentions. */
function readNode(root) {
  const known = read.get(root);
  if (known) return known;
  const found = { codes: new Set(), mentioned: new Set() };
  read.set(root, found);
  const visit = (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === "AppError")
      addCodes(node.arguments?.[0], found.codes);
    const isKey = node.parent && ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    if (ts.isIdentifier(node) && !isKey)
      for (const declaration of declarationsOf(node))
        if (isFollowed(declaration)) found.mentioned.add(declaration);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function codesFrom(nodes) {
  const codes = new Set();
  const seen = new Set();
  const open = [...nodes];
  while (open.length > 0) {
    const node = open.pop();
    if (seen.has(node)) continue;
    seen.add(node);
    const found = readNode(node);
    for (const code of found.codes) codes.add(code);
    open.push(...found.mentioned);
  }
  return [...codes].sort().join(" ");
}

/** The code of one exported method; null for the methods that a route does not have. */
function nodesOf(symbol, method) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target.valueDeclaration;
  if (!declaration) return null;
  if (ts.isVariableDeclaration(declaration)) return [declaration.initializer];
  if (!ts.isBindingElement(declaration)) return [declaration];
  // `const { GET, POST } = commentRoutes("post")`: that member of what the factory returns, and its arguments.
  const call = declaration.parent.parent.initializer;
  if (!ts.isCallExpression(call) || /^otherMethods/.test(call.expression.getText())) return null;
  const [factory] = declarationsOf(call.expression);
  let member = null;
  const visit = (node) => {
    if (ts.isReturnStatement(node) && node.expression && ts.isObjectLiteralExpression(node.expression))
      member =
        node.expression.properties.find((each) => each.name?.getText() === method)?.initializer ?? null;
    ts.forEachChild(node, visit);
  };
  if (factory) visit(factory);
  return [member ?? factory, ...call.arguments].filter(Boolean);
}

const calls = {};
for (const file of program.getSourceFiles()) {
  const name = path.relative(ROOT, file.fileName);
  if (!/^app\/api\/.*route\.ts$/.test(name) || LEFT_OUT.test(name)) continue;
  const address = `/${name.replace(/^app\//, "").replace(/\/route\.ts$/, "")}`.replace(
    /\[{1,2}(?:\.{3})?(\w+)\]{1,2}/g,
    "{$1}",
  );
  for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(file))) {
    const nodes = METHODS.has(symbol.name) ? nodesOf(symbol, symbol.name) : null;
    const codes = nodes ? codesFrom(nodes) : "";
    if (codes) calls[`${symbol.name} ${address}`] = codes;
  }
}
const sorted = Object.fromEntries(Object.entries(calls).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = `${JSON.stringify(sorted, null, 2)}\n`;
if (!process.argv.includes("--check")) fs.writeFileSync(OUTPUT, text);
else if (fs.readFileSync(OUTPUT, "utf8") !== text) {
  console.error("lib/docs/service-errors.json is older than the code: npm run docs:errors");
  process.exitCode = 1;
}
