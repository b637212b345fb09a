/** Native DOM accessors, captured before they are patched, for content that has been rewritten already. */
const { get: outerHtml } = Object.getOwnPropertyDescriptor(Element.prototype, "outerHTML")!;
const { get: content } = Object.getOwnPropertyDescriptor(HTMLTemplateElement.prototype, "content")!;
const { set: textContent } = Object.getOwnPropertyDescriptor(Node.prototype, "textContent")!;
const { setAttribute } = Element.prototype;

export const outerHtmlOf = (element: Element): string => outerHtml!.call(element) as string;

export const contentOf = (template: Element): DocumentFragment => content!.call(template) as DocumentFragment;

export function setTextContent(element: Element, text: string): void {
  textContent!.call(element, text);
}

export function setAttributeNatively(element: Element, name: string, value: string): void {
  setAttribute.call(element, name, value);
}
