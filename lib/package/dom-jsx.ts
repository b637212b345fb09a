/** What JSX becomes in a project without a library: elements of the document. */
export const DOM_JSX = `
export const Fragment = ({ children }) => {
  const fragment = document.createDocumentFragment();
  add(fragment, children);
  return fragment;
};
const SVG = /^(svg|path|circle|rect|line|polyline|polygon|ellipse|g|defs|use|text|tspan|linearGradient|radialGradient|stop|clipPath|mask|pattern|marker)$/;
function add(parent, child) {
  if (child === null || child === undefined || child === true || child === false) return;
  if (Array.isArray(child)) child.forEach((each) => add(parent, each));
  else parent.append(child instanceof Node ? child : String(child));
}
export function jsx(type, { children, ref, ...attributes }) {
  if (typeof type === "function") return type({ ...attributes, children });
  const element = SVG.test(type)
    ? document.createElementNS("http://www.w3.org/2000/svg", type)
    : document.createElement(type);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function")
      element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === "style" && typeof value === "object") Object.assign(element.style, value);
    else if (name === "className") element.setAttribute("class", value);
    else if (name === "htmlFor") element.setAttribute("for", value);
    else if (name in element && !(element instanceof SVGElement) && typeof value !== "string") element[name] = value;
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  if (typeof ref === "function") ref(element);
  return element;
}
export const jsxs = jsx;
export const jsxDEV = jsx;
`;
