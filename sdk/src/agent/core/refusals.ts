import { explain, type Violation } from "@league-v2/contract";
import { refusedReader } from "../../json/read-message.js";
import { fullValidator, type Validator } from "../../json/validator.js";

export { errorReply, schemaFault } from "./error-reply.js";

/** Reads a message that its validator refuses. */
export const readRefused = refusedReader(explain);

/** Why a validator refuses a value. */
export async function violationsOf(
  validate: Validator<unknown>,
  value: unknown,
): Promise<readonly Violation[]> {
  const full = await fullValidator(validate);
  return full(value) ? [] : explain(full.errors, value);
}
