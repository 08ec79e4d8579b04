/**
 * Handles text that is typed over a selection. A browser gives it the style of the replaced text as an inline style,
 * which the policy of the page refuses with a message in the console.
 */
import { EditorView } from "@codemirror/view";

export const replaceSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing || view.state.selection.main.empty)
      return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});
