"use client";

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import type { Finding } from "@/lib/package/finding";

/** Uses the design tokens, so that it follows the theme. */
const THEME = EditorView.theme({
  "&": { height: "100%", fontSize: "0.8125rem", backgroundColor: "transparent", color: "var(--text)" },
  "&.cm-focused, &:focus-within": { outline: "2px solid var(--ring)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--accent)", paddingBlock: "0.75rem" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--subtle)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--accent) 28%, transparent)",
  },
  ".cm-matchingBracket": { outline: "1px solid var(--border-strong)", backgroundColor: "transparent" },
  ".cm-selectionMatch": { backgroundColor: "var(--pressed)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)" },
  ".cm-tooltip": {
    backgroundColor: "var(--overlay)",
    color: "var(--text)",
    border: "1px solid var(--border-strong)",
    borderRadius: "8px",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-foldPlaceholder": { backgroundColor: "var(--hover)", border: "none", color: "var(--muted)" },
});

/** Mixes a token with the text color, for enough contrast on the highlighted line too. */
const ink = (token: string): string => `color-mix(in oklab, var(${token}) 78%, var(--text))`;

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: ink("--like") },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: ink("--success") },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: ink("--warning") },
  { tag: [tags.comment, tags.meta], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.tagName, tags.definition(tags.function(tags.variableName))], color: ink("--info") },
  { tag: [tags.attributeName, tags.propertyName], color: ink("--accent") },
  { tag: [tags.className, tags.typeName], color: ink("--info") },
  { tag: tags.invalid, color: ink("--danger") },
]);

function languageOf(path: string): Extension {
  if (/\.(html?|svg|xml)$/i.test(path)) return html();
  if (/\.css$/i.test(path)) return css();
  if (/\.(json|webmanifest)$/i.test(path)) return json();
  if (/\.(m?ts|tsx)$/i.test(path)) return javascript({ typescript: true, jsx: /x$/i.test(path) });
  if (/\.jsx$/i.test(path)) return javascript({ jsx: true });
  if (/\.(m|c)?js$/i.test(path)) return javascript();
  return [];
}

interface CodeEditorProps {
  /** Each file keeps its own undo history and scroll position. */
  path: string;
  /** Changes with the project; undo does not cross it. */
  revision: number;
  text: string;
  label: string;
  /** For screen readers: how to leave the editor by keyboard. */
  description: string;
  findings: readonly Finding[];
  /** Where to move the cursor; a new object moves it again. */
  target: { line: number } | null;
  onChange: (text: string) => void;
  onRun: () => void;
}

export default function CodeEditor(props: CodeEditorProps) {
  const { path, revision, text, findings, target } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const states = useRef(new Map<string, EditorState>());
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const kept = states.current;
    const editor = new EditorView({ parent: place.current! });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
      kept.clear();
    };
  }, []);

  useEffect(() => {
    const editor = view.current!;
    const kept = states.current;
    const key = `${revision} ${path}`;
    const known = kept.get(key);
    const state = known?.doc.toString() === latest.current.text ? known : makeState(latest.current, latest);
    editor.setState(state);
    return () => void kept.set(key, editor.state);
  }, [path, revision]);

  // The text changed outside the editor.
  useEffect(() => {
    const editor = view.current!;
    const shown = editor.state.doc.toString();
    if (shown !== text) editor.dispatch({ changes: { from: 0, to: shown.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current!;
    editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(findings, path, editor.state)));
  }, [findings, path, revision]);

  useEffect(() => {
    const editor = view.current!;
    if (!target) return;
    const line = editor.state.doc.line(Math.max(1, Math.min(target.line, editor.state.doc.lines)));
    editor.dispatch({
      selection: { anchor: line.from },
      effects: EditorView.scrollIntoView(line.from, { y: "center" }),
    });
    editor.focus();
  }, [target]);

  return <div ref={place} className="h-full min-h-0 overflow-hidden" />;
}

function makeState(props: CodeEditorProps, latest: { current: CodeEditorProps }): EditorState {
  return EditorState.create({
    doc: props.text,
    extensions: [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      syntaxHighlighting(COLOURS),
      keymap.of([
        {
          key: "Mod-Enter",
          run: () => {
            latest.current.onRun();
            return true;
          },
        },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      languageOf(props.path),
      THEME,
      EditorView.contentAttributes.of({
        "aria-label": props.label,
        "aria-description": props.description,
        tabindex: "0",
      }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        const text = update.state.doc.toString();
        if (text !== latest.current.text) latest.current.onChange(text);
      }),
    ],
  });
}

function diagnosticsOf(findings: readonly Finding[], path: string, state: EditorState): Diagnostic[] {
  return findings
    .filter((finding) => finding.entry === path && finding.line !== undefined)
    .map((finding) => {
      const line = state.doc.line(Math.max(1, Math.min(finding.line!, state.doc.lines)));
      const from = Math.min(line.to, line.from + Math.max(0, (finding.column ?? 1) - 1));
      return { from, to: line.to, severity: finding.level, message: finding.message };
    });
}
