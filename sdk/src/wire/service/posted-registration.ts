/** The form of a registration in the body of a plain POST: an event (`{"type": "register", "data": {…}}`) or a whole message. */
import { bareRegistration } from "../derive/bare-registration.js";
import { readServiceCall, serviceProfile } from "./service-style.js";

interface PostedRegistration {
  /** The profile of the agent's messages. */
  readonly form: object;
  /** The answer as a message of that form. */
  readonly answer: (members: object) => object;
}

/**
 * @param address of the agent, which takes its events there
 * @returns undefined for plain members
 */
export function postedRegistration(
  path: string,
  body: unknown,
  address: string,
): PostedRegistration | undefined {
  const { event, data } = readServiceCall(path, body)?.style ?? {};
  if (event === undefined || data === undefined) return bareRegistration(body);
  return {
    form: serviceProfile({ path, prefix: "", event, data, isCamel: false }, address),
    answer: (members) => ({ [event]: "registered", [data]: members }),
  };
}
