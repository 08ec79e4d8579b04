/**
 * Of a random form, what its calls show: the called agent knows nothing else of the caller. Where an answer is wanted in
 * another place than that of the question, or under a name that no question has, nothing tells it.
 */
import type { Place, RandomForm } from "./random-form.js";

const replyAt: Readonly<Record<Place, RandomForm["reply"]>> = {
  ...{ params: "result", message: "result", tool: "content", bare: "bare" },
};
/** Members that are in answers only. */
const onlyAnswered = ["parity_choice", "accept"];

/**
 * A member at the documents' place under the documents' name is canonical, and is refused when it breaks a rule of its
 * envelope (leniency.md, rule 1).
 */
const whole: Partial<RandomForm> = { missing: [], types: "plain", emptyToken: false };

export function callingForm(form: RandomForm): RandomForm {
  const shown = Object.entries(form.members).filter(([name]) => !onlyAnswered.includes(name));
  const isCanonical =
    (form.place === "params" && ["documents", "lower"].includes(form.names)) ||
    (form.place === "tool" && form.names === "documents");
  const own = isCanonical && form.wrap === undefined ? whole : {};
  const { habits, ...plain } = form;
  // Values of another kind make a form of its own only under names of its own.
  const isPlain = isCanonical && form.wrap === undefined && (habits?.memberCase ?? "snake") === "snake";
  return {
    ...(isPlain ? plain : form),
    reply: replyAt[form.place],
    members: Object.fromEntries(shown),
    ...own,
  };
}
