/** The editor: CodeMirror in a shadow root, where the page's policy allows its styles. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import type { StrategyFault } from "../strategy/fault.js";
import { colours, theme } from "./editor-theme.js";
import { replaceSelection } from "./replace-selection.js";

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
