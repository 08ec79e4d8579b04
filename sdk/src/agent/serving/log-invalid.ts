/** Logs a message that is refused because it breaks its schema in every form in which it can be read. */
import { isObject } from "../../json/is-object.js";
import { InvalidMessageError } from "../../rpc/index.js";
import type { AgentCore } from "./agent-core.js";

/** Ignores other errors: their handlers log them. */
export function logInvalid(runtime: AgentCore, method: string | null, error: unknown): void {
  if (!(error instanceof InvalidMessageError)) return;
  const { error_code, error_description } = isObject(error.data) ? error.data : {};
  const why = [error_code, error_description].filter((one) => typeof one === "string").join(": ");
  runtime.log({ level: "warn", message: `${method ?? "a message"} refused with ${why || error.message}` });
}
