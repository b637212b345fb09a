/** `ui`, for apps with `runtime_target: "quickjs"`. Explained in quickjs.md beside this file. */
/// <reference path="gum.d.ts" />

type UiChild = UiElement | string | null | undefined | false | UiChild[];
interface UiElement {
  readonly type: string;
}
type UiTone = "normal" | "muted" | "accent" | "danger" | "success";
type UiAlign = "start" | "center" | "end" | "between";
interface UiContainer {
  (props: { align?: UiAlign }, ...children: UiChild[]): UiElement;
  (...children: UiChild[]): UiElement;
}
type UiDrawCommand =
  | ["color", string]
  | ["clear"]
  | ["rect", x: number, y: number, width: number, height: number]
  | ["circle", x: number, y: number, radius: number]
  | ["line", x1: number, y1: number, x2: number, y2: number, width?: number]
  | ["polygon", points: [x: number, y: number][]]
  | ["text", text: string, x: number, y: number, size?: number, align?: "left" | "center" | "right"];

interface GumUi {
  render(node: UiChild): void;
  onKey(handler: ((event: { key: string; down: boolean }) => unknown) | null): void;
  text(
    text: unknown,
    props?: { size?: "small" | "normal" | "large" | "huge"; tone?: UiTone; bold?: boolean; align?: UiAlign },
  ): UiElement;
  heading(text: unknown): UiElement;
  button(
    label: unknown,
    press?: () => unknown,
    props?: { primary?: boolean; disabled?: boolean; description?: string },
  ): UiElement;
  input(props: {
    label: string;
    value?: string;
    placeholder?: string;
    kind?: "text" | "number" | "multiline";
    change?: (text: string) => unknown;
    submit?: (text: string) => unknown;
  }): UiElement;
  slider(props: {
    label: string;
    value: number;
    min?: number;
    max?: number;
    step?: number;
    change?: (value: number) => unknown;
  }): UiElement;
  toggle(props: { label: string; value: boolean; change?: (on: boolean) => unknown }): UiElement;
  choice(props: {
    label: string;
    value: string;
    options: { value: string; label: string }[];
    change?: (value: string) => unknown;
  }): UiElement;
  row: UiContainer;
  column: UiContainer;
  card: UiContainer;
  grid(columns: number, ...children: UiChild[]): UiElement;
  image(file: string, props: { alt: string; width?: number }): UiElement;
  progress(props: { label: string; value: number }): UiElement;
  canvas(props: {
    label: string;
    width: number;
    height: number;
    draw: UiDrawCommand[];
    press?: (x: number, y: number) => unknown;
  }): UiElement;
}

declare const ui: GumUi;
