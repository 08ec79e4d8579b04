/** A registration at `/register` that is an event: `{"type": "register", "data": {…}}`. */
import { readServiceCall, serviceProfile } from "./service-style.js";

/** @param address of the agent, which takes its events there */
export function eventRegistration(path: string, value: unknown, address: string) {
  const { event, data } = readServiceCall(path, value)?.style ?? {};
  if (event === undefined || data === undefined) return undefined;
  return {
    form: serviceProfile({ path, prefix: "", event, data, isCamel: false }, address),
    answer: (members: object) => ({ [event]: "registered", [data]: members }),
  };
}
