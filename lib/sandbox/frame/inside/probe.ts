/** Detects whether this browser enforces `Connection-Allowlist`: the policy allows a request that the list must block. */
const script = document.currentScript as HTMLScriptElement;
const secret = window.name;
const report = (enforced: boolean): void =>
  parent.postMessage({ gum: "probe", secret, enforced }, script.dataset.shell!);

// The CSP allows this request and the server answers it (with an error status), so only the list can make it fail.
fetch(`${location.origin}${location.pathname}?ping`, { mode: "no-cors", cache: "no-store" }).then(
  () => report(false),
  () => report(true),
);
