/** Times in the style of a league of another form. */
import { strictTimeStyles } from "../../wire/derive/index.js";
import { answerObject, type Form, styleOf, type WireFormRegistry } from "../../wire/index.js";

/** The form with the time style of an answer: the league may read no other style, and acknowledge unread messages. */
export function inTimesOf(answer: unknown, form: Form, registry: WireFormRegistry): Form {
  const style = styleOf(answerObject(answer)?.timestamp);
  const isKnown =
    style === undefined || !strictTimeStyles.includes(style) || form.profile.times !== undefined;
  return isKnown || !form.isTolerant ? form : registry.withTimes(form, style);
}
