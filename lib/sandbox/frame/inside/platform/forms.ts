/**
 * Form submission. Without `allow-forms` Chromium fires no submit event at all, so the platform's steps are emulated here: a
 * click on a submit button, Enter in a field or requestSubmit leads to validation, the submit event, and then to another page
 * of the package or an outside URL.
 */
import { navigate, openOutside, currentHref, linkBase } from "@/lib/sandbox/frame/inside/platform/navigation";
import { resolveUrl, site } from "@/lib/sandbox/frame/inside/files";
import { realm, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

type Submitter = HTMLButtonElement | HTMLInputElement;
const NO_IMPLICIT_SUBMISSION = /^(?:button|submit|reset|image|file|checkbox|radio|range|color|hidden)$/;

export function patchForms(): void {
  const prototype = HTMLFormElement.prototype;
  wrapMethod(prototype, "requestSubmit", () => {
    return function requestSubmit(this: HTMLFormElement, submitter?: HTMLElement | null) {
      if (submitter && !(isSubmitter(submitter) && submitter.form === this)) {
        throw new TypeError("The specified element is not a submit button of this form.");
      }
      submit(this, (submitter as Submitter | null | undefined) ?? null);
    };
  });
  wrapMethod(prototype, "submit", () => {
    return function (this: HTMLFormElement) {
      navigateOnSubmit(this, null);
    };
  });
}

/** Called again after each `document.open`. */
export function watchForms(): void {
  window.addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    const button = event
      .composedPath()
      .find((node): node is Submitter => node instanceof Element && isSubmitter(node));
    if (!button?.form || button.matches(":disabled")) return;
    event.preventDefault();
    submit(button.form, button);
  });
  window.addEventListener("keydown", (event) => {
    const field = event.composedPath()[0];
    if (
      event.key !== "Enter" ||
      event.defaultPrevented ||
      event.isComposing ||
      !(field instanceof HTMLInputElement)
    )
      return;
    if (!field.form || NO_IMPLICIT_SUBMISSION.test(field.type)) return;
    const button = [...field.form.elements].find(isSubmitter);
    // With a submit button, the browser fires a click on it, which is handled above.
    if (button) return;
    submit(field.form, null);
  });
}

function isSubmitter(element: Element): element is Submitter {
  if (element instanceof HTMLButtonElement) return element.type === "submit";
  return element instanceof HTMLInputElement && (element.type === "submit" || element.type === "image");
}

function submit(form: HTMLFormElement, submitter: Submitter | null): void {
  if (!form.isConnected) return;
  const validates = !form.noValidate && !submitter?.formNoValidate;
  if (validates && !form.reportValidity()) return;
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter });
  if (form.dispatchEvent(event)) navigateOnSubmit(form, submitter);
}

function navigateOnSubmit(form: HTMLFormElement, submitter: Submitter | null): void {
  const method = (
    submitter?.getAttribute("formmethod") ??
    form.getAttribute("method") ??
    "get"
  ).toLowerCase();
  if (method === "dialog") {
    form.closest("dialog")?.close(submitter?.value ?? "");
    return;
  }
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const target = resolveUrl(action || currentHref(), linkBase());
  if (!target) return;
  if (method !== "get") {
    realm.console.warn("This app has no server to which the form could be sent.");
    return;
  }
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter))
    query.append(name, typeof value === "string" ? value : value.name);
  target.search = query.toString();
  target.hash = "";
  if (target.origin === site.origin) navigate(target.href);
  else openOutside(target.href);
}
