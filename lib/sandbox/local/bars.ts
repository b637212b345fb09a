/** What the page says and asks above the app. */

const barOf = (id: "connection" | "problem" | "notice") => document.getElementById(id)!;
const questions = document.getElementById("questions")!;

/** Says it in place of what the bar said before; nothing hides the bar. */
export function say(
  id: "connection" | "problem" | "notice",
  text = "",
  action?: { label: string; run: () => void },
): void {
  const bar = barOf(id);
  if (text === "") return bar.replaceChildren();
  bar.replaceChildren(
    textOf(text),
    ...(action
      ? [
          buttonOf(action.label, () => {
            bar.replaceChildren();
            action.run();
          }),
        ]
      : []),
  );
}

/** Open questions, each with what declines it. */
const open = new Set<() => void>();

/** Of an app that ends. */
export function declineAll(): void {
  for (const decline of [...open]) decline();
}

/** The person opens the address by a link of this page: no popup blocker interferes, and no opener or referrer is sent. */
export function askToOpen({ href }: URL): Promise<boolean> {
  const focused = document.activeElement;
  return new Promise((resolve) => {
    const bar = document.createElement("div");
    const answer = (isOpened: boolean): void => {
      open.delete(decline);
      bar.remove();
      if (focused instanceof HTMLElement) focused.focus();
      resolve(isOpened);
    };
    const decline = (): void => answer(false);
    const link = Object.assign(document.createElement("a"), {
      href,
      target: "_blank",
      rel: "noopener noreferrer",
      textContent: "Open",
    });
    // The link is followed first.
    link.addEventListener("click", () => setTimeout(() => answer(true)));
    const text = textOf(`The app wants to open ${href}`);
    text.id = `question-${Math.random()}`;
    const cancel = buttonOf("Cancel", decline);
    bar.className = "bar";
    bar.setAttribute("role", "alertdialog");
    bar.setAttribute("aria-labelledby", text.id);
    bar.addEventListener("keydown", ({ key }) => key === "Escape" && decline());
    bar.append(text, cancel, link);
    questions.append(bar);
    open.add(decline);
    cancel.focus();
  });
}

function textOf(text: string): HTMLSpanElement {
  return Object.assign(document.createElement("span"), { textContent: text });
}

function buttonOf(label: string, onPress: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", onPress);
  return button;
}
