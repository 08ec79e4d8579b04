/** Faults with fields that nobody knows. */
import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { before, errorOf, isRequest, withBody } from "./_body.js";

/** What messages of the contract never contain. */
const STRANGE = /^(x_.*|__proto__|constructor|toString|hasOwnProperty)$/;

export default [
  mutant({
    id: "transport:refuses-unknown-fields",
    fault: "Refuses messages with fields that it does not know.",
    surgery: before((_, json) => {
      if (!isRequest(json) || !isObject(json.params)) return undefined;
      return Object.keys(json.params).some((name) => STRANGE.test(name))
        ? errorOf(json.id, -32_602, "Invalid params")
        : undefined;
    }),
  }),
  mutant({
    id: "transport:reads-through-proto",
    fault: "Lets a member __proto__ become the prototype of the message, and reads fields from it.",
    surgery: before((http, json) => {
      if (!isRequest(json) || !isObject(json.params)) return undefined;
      const inherited = Object.entries(json.params).find(([name]) => name === "__proto__")?.[1];
      return isObject(inherited)
        ? withBody(http, { ...json, params: { ...inherited, ...json.params } })
        : undefined;
    }),
  }),
];
