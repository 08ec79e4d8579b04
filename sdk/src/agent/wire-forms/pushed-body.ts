/** The body of an answer that is sent as a request, in the shape and spelling of the answered request. */

import {
  type Form,
  isObject,
  type JsonObject,
  type Located,
  type Variables,
  withSpelling,
} from "../../wire/index.js";
import { withUsualNames } from "../../wire/outside-result.js";
import { splitBy } from "../../wire/split.js";

interface AnsweredQuestion {
  readonly form: Form;
  readonly found: Located;
  readonly about: Variables;
}

/** @param name of the method or tool; in a bare message, of the type */
export function pushedBody(
  { form, found, about }: AnsweredQuestion,
  name: string,
  message: JsonObject,
): unknown {
  const type = String(message.message_type);
  if (found.shape !== "bare") return named(form.request(type, message, 1, about), name);
  const whole = withUsualNames(type, { ...message, message_type: name }, found.message);
  const wire = form.request(type, whole, 1, about);
  const placed = form.profile.split === undefined && isObject(wire) ? splitBy(found.split, wire) : wire;
  return found.spelling === undefined ? placed : withSpelling(placed, found.spelling);
}

/** The same request under another name. */
function named(body: unknown, name: string): unknown {
  const { method, params, ...rest } = body as { method?: string; params?: JsonObject };
  if (method === undefined) return body;
  return method === "tools/call"
    ? { ...rest, method, params: { ...params, name } }
    : { ...rest, method: name, params };
}
