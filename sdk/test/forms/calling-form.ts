/**
 * The part of a random form that its calls show to the called agent. Calls do not show that an answer is expected at
 * another place than that of the request, or under a name that no request has.
 */
import type { Place, RandomForm } from "./random-form.js";

const replyAt: Readonly<Record<Place, RandomForm["reply"]>> = {
  params: "result",
  message: "result",
  tool: "content",
  bare: "bare",
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
  // Values of another kind make another form only under other names.
  const isPlain = isCanonical && form.wrap === undefined && (habits?.memberCase ?? "snake") === "snake";
  return {
    ...(isPlain ? plain : form),
    reply: replyAt[form.place],
    members: Object.fromEntries(shown),
    ...own,
  };
}
