/** What a person can press or fill in. An editor makes controls of its own, which React does not know. */
const CONTROLS = "button, input, select, textarea, form";
const FOREIGN = ".cm-editor, .cf-turnstile";

export const HYDRATED = [CONTROLS, FOREIGN] as const;

/** In the page: the controls that React has not hydrated yet; none in a document that is not of Next's. */
export function unhydrated([controls, foreign]: readonly [string, string]): string[] {
  if (!document.querySelector('script[src*="/_next/static/"]')) return [];
  return (
    [...document.querySelectorAll(controls)]
      .filter((control) => control.closest(foreign) === null)
      // React keeps an element's props at the element once it has hydrated it.
      .filter((control) => !Object.keys(control).some((key) => key.startsWith("__reactProps$")))
      .map((control) => control.outerHTML.slice(0, 120))
  );
}
