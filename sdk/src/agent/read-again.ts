import type { ReadMessage } from "../json/read-message.js";
import type { Validator } from "../json/validator.js";
import { withOccasionalParts } from "./load-parts.js";

/** `readMessage`, loaded when the first message comes that its validator refuses. */
export function readAgain<T>(
  validate: Validator<T>,
  value: unknown,
): ReadMessage<T> | Promise<ReadMessage<T>> {
  return withOccasionalParts(({ readMessage }) => readMessage(validate, value));
}
