/** The editor: CodeMirror in a shadow root, where the page's policy allows its styles. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import type { StrategyFault } from "../strategy/strategy.js";

export interface EditorProps {
  readonly source: string;
  /** The faults of the latest run; the editor scrolls to the first one. */
  readonly faults: readonly StrategyFault[];
  readonly typeFaults: readonly StrategyFault[] | null;
  readonly onChange: (source: string) => void;
  readonly onRun: () => void;
}

export function Editor({ source, faults, typeFaults, onChange, onRun }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const actions = useRef({ onChange, onRun });
  actions.current = { onChange, onRun };

  useEffect(() => {
    if (place.current === null) return;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
    const run = () => {
      actions.current.onRun();
      return true;
    };
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({ doc: source, extensions: extensions(run, actions) }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === source) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: source } });
  }, [source]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const { state } = editor;
    const all = [...faults, ...(typeFaults ?? [])].flatMap((fault) => diagnosticOf(fault, state.doc));
    editor.dispatch(setDiagnostics(state, all));
  }, [faults, typeFaults]);

  useEffect(() => {
    const doc = view.current?.state.doc;
    const line = faults[0]?.line ?? null;
    if (doc === undefined || line === null || line > doc.lines) return;
    view.current?.dispatch({ effects: EditorView.scrollIntoView(doc.line(line).from, { y: "center" }) });
  }, [faults]);

  return <div class="editor" ref={place} />;
}

function extensions(run: () => boolean, actions: { readonly current: Pick<EditorProps, "onChange"> }) {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    javascript({ typescript: true }),
    syntaxHighlighting(colours),
    theme,
    replaceSelection,
    EditorView.lineWrapping,
    // A long text scrolls in its frame, which must be reachable by the keyboard.
    EditorView.contentAttributes.of({ "aria-label": "Your strategy in TypeScript", tabindex: "0" }),
    keymap.of([{ key: "Mod-Enter", run }, ...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) actions.current.onChange(state.doc.toString());
    }),
  ];
}

function diagnosticOf({ line, message }: StrategyFault, doc: Text): Diagnostic[] {
  if (line === null || line > doc.lines) return [];
  const { from, to } = doc.line(line);
  return [{ from, to, severity: "error", message }];
}

/**
 * Handles text that is typed over a selection. A browser gives it the style of the replaced text as an inline style,
 * which the policy of the page refuses with a message in the console.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing || view.state.selection.main.empty)
      return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

/** The theme of the editor in the colours of the page, light and dark. */
const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--card)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--soft)", border: "none" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", borderColor: "var(--line)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--win)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--technical)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.typeName, color: "var(--loss)" },
  { tag: tags.definition(tags.function(tags.variableName)), fontWeight: "bold" },
]);

/** @param faults null before the first check */
export function TypeList({ faults }: { readonly faults: readonly StrategyFault[] | null }) {
  return (
    <section class={faults?.length ? "types problem" : "types hint"} aria-label="Types" aria-live="polite">
      {faults === null && "Types: not checked yet."}
      {faults?.length === 0 && "Types: no error."}
      {faults !== null && faults.length > 0 && (
        <>
          <h3>{faults.length === 1 ? "A type error" : `${faults.length} type errors`}</h3>
          <ul>
            {faults.map(({ line, message }, index) => (
              <li key={index}>
                <strong>Line {line}: </strong>
                {message}
              </li>
            ))}
          </ul>
          <p>The league can be played anyway: types are removed before.</p>
        </>
      )}
    </section>
  );
}
