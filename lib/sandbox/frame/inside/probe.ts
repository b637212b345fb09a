/** Finds out whether this browser obeys `Connection-Allowlist`: the policy lets one request through, the list must not. */
const script = document.currentScript as HTMLScriptElement;
const secret = location.hash.slice(1);
const report = (enforced: boolean): void =>
  parent.postMessage({ gum: "probe", secret, enforced }, script.dataset.shell!);

// An address that is refused: nothing but the list can keep this answer from coming.
fetch(`${location.origin}${location.pathname}?ping`, { mode: "no-cors", cache: "no-store" }).then(
  () => report(false),
  () => report(true),
);
