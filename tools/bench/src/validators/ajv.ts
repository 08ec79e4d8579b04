import { Ajv2020 } from "ajv/dist/2020.js";
import { methodNamed } from "../contract-document.ts";
import { method } from "../servers/exchange.ts";
import type { Contender } from "./contender.ts";

/** Ajv that compiles the same schema when the program starts, for which it needs code generation from strings. */
export function ajv(
  name: string,
  options: { allErrors: boolean; ownProperties: boolean },
  remark: string,
): Contender {
  const validate = new Ajv2020({ ...options, strict: false }).compile(methodNamed(method)["x-message"]);
  return {
    name,
    remark,
    accepted(messages, times) {
      let count = 0;
      for (let time = 0; time < times; time++) for (const message of messages) if (validate(message)) count++;
      return count;
    },
  };
}
