/** Renders the tree of a QuickJS app. Nodes of the same type keep their element, which preserves focus and the caret. */
import type { HandlerId, UiNode } from "@/lib/sandbox/protocol/quickjs";
import { draw } from "./canvas";

interface ViewOptions {
  root: HTMLElement;
  urlOf: (file: string) => string;
  send: (handler: HandlerId, ...args: unknown[]) => void;
}

interface RenderedNode {
  element: HTMLElement;
  node: UiNode;
  children: RenderedNode[];
  /** Of a field: values sent to the app that its tree does not contain yet. */
  typed: string[];
}

export class View {
  readonly #options: ViewOptions;
  #rendered: RenderedNode[] = [];

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  render(tree: UiNode): void {
    this.#rendered = this.#reconcile(this.#options.root, this.#rendered, [tree]);
  }

  /** Repaints canvases after a theme change. */
  redraw(): void {
    const visit = ({ element, node, children }: RenderedNode): void => {
      if (node.type === "canvas") draw(element as HTMLCanvasElement, node);
      children.forEach(visit);
    };
    this.#rendered.forEach(visit);
  }

  #reconcile(parent: HTMLElement, before: RenderedNode[], nodes: UiNode[]): RenderedNode[] {
    const after = nodes.map((node, index): RenderedNode => {
      const old = before[index];
      if (old?.node.type === node.type) return this.#update(old, node);
      const rendered = this.#update({ element: createElement(node), node, children: [], typed: [] }, node);
      if (old) old.element.replaceWith(rendered.element);
      else parent.append(rendered.element);
      return rendered;
    });
    for (const old of before.slice(nodes.length)) old.element.remove();
    return after;
  }

  #update(rendered: RenderedNode, node: UiNode): RenderedNode {
    const { element } = rendered;
    const next: RenderedNode = { element, node, children: rendered.children, typed: rendered.typed };
    const send = (handler: HandlerId | undefined, ...args: unknown[]): void => {
      if (handler !== undefined) this.#options.send(handler, ...args);
    };
    switch (node.type) {
      case "text":
        setText(element, node.text);
        element.className = ["text", node.size, node.tone, node.bold && "bold", node.align]
          .filter(Boolean)
          .join(" ");
        break;
      case "heading":
        setText(element, node.text);
        break;
      case "button": {
        const button = element as HTMLButtonElement;
        setText(button, node.label);
        button.className = node.primary ? "primary" : "";
        button.disabled = node.disabled ?? false;
        if (node.description) button.setAttribute("aria-label", node.description);
        else button.removeAttribute("aria-label");
        button.onclick = () => send(node.press);
        break;
      }
      case "input": {
        const field = labelledField<HTMLInputElement>(element, node.label);
        field.placeholder = node.placeholder ?? "";
        if (node.kind === "number" && field instanceof HTMLInputElement) field.inputMode = "decimal";
        const echoed = node.value === undefined ? -1 : next.typed.indexOf(node.value);
        if (echoed >= 0) next.typed.splice(0, echoed + 1);
        else if (node.value !== undefined && field.value !== node.value) {
          next.typed.length = 0;
          field.value = node.value;
        }
        field.oninput = () => {
          if (node.change !== undefined) next.typed.push(field.value);
          send(node.change, field.value);
        };
        field.onkeydown = (event) => {
          if (event.key === "Enter" && node.kind !== "multiline" && !event.isComposing)
            send(node.submit, field.value);
        };
        break;
      }
      case "slider": {
        const field = labelledField<HTMLInputElement>(element, node.label);
        Object.assign(field, {
          min: String(node.min ?? 0),
          max: String(node.max ?? 100),
          step: String(node.step ?? 1),
        });
        if (Number(field.value) !== node.value) field.value = String(node.value);
        field.oninput = () => send(node.change, Number(field.value));
        break;
      }
      case "toggle": {
        const field = labelledField<HTMLInputElement>(element, node.label);
        field.checked = node.value;
        field.onchange = () => send(node.change, field.checked);
        break;
      }
      case "choice": {
        const field = labelledField<HTMLSelectElement>(element, node.label);
        const options = node.options.map(({ value, label: text }) => new Option(text, value));
        const same =
          options.length === field.options.length &&
          options.every(
            (option, at) =>
              option.value === field.options[at]!.value && option.text === field.options[at]!.text,
          );
        if (!same) field.replaceChildren(...options);
        field.value = node.value;
        field.onchange = () => send(node.change, field.value);
        break;
      }
      case "row":
      case "column":
      case "card":
        element.className = `${node.type} ${node.align ?? ""}`;
        next.children = this.#reconcile(element, rendered.children, node.children);
        break;
      case "grid":
        element.style.setProperty("--columns", String(Math.max(1, Math.min(24, node.columns))));
        next.children = this.#reconcile(element, rendered.children, node.children);
        break;
      case "image": {
        const picture = element as HTMLImageElement;
        picture.src = this.#options.urlOf(node.file);
        picture.alt = node.alt ?? "";
        if (node.width) picture.width = node.width;
        break;
      }
      case "progress": {
        labelledField<HTMLProgressElement>(element, node.label).value = node.value;
        break;
      }
      case "canvas": {
        const canvas = element as HTMLCanvasElement;
        canvas.setAttribute("aria-label", node.label ?? "");
        draw(canvas, node);
        canvas.onpointerdown = (event) => {
          const { left, top, width, height } = canvas.getBoundingClientRect();
          send(
            node.press,
            ((event.clientX - left) / width) * node.width,
            ((event.clientY - top) / height) * node.height,
          );
        };
        break;
      }
    }
    return next;
  }
}

const FIELD_TAGS: Record<string, string> = {
  input: "input",
  slider: "input",
  toggle: "input",
  choice: "select",
  progress: "progress",
};
const TAGS: Record<string, string> = {
  text: "p",
  heading: "h1",
  button: "button",
  image: "img",
  canvas: "canvas",
};

function createElement(node: UiNode): HTMLElement {
  const field = node.type === "input" && node.kind === "multiline" ? "textarea" : FIELD_TAGS[node.type];
  if (!field) {
    const element = document.createElement(TAGS[node.type] ?? "div");
    if (node.type === "button") (element as HTMLButtonElement).type = "button";
    if (node.type === "canvas") element.setAttribute("role", "img");
    element.className = node.type;
    return element;
  }
  const label = document.createElement("label");
  label.className = `field ${node.type}`;
  const control = document.createElement(field);
  if (node.type === "slider") control.setAttribute("type", "range");
  if (node.type === "toggle") control.setAttribute("type", "checkbox");
  label.append(document.createElement("span"), control);
  return label;
}

/** Sets the label of an element that `createElement` built as a labelled field, and returns the field. */
function labelledField<T extends Element>(element: HTMLElement, label: string): T {
  setText(element.querySelector("span")!, label);
  return element.lastElementChild as T;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text ?? "";
}
