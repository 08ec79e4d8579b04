/** The answer that the verdict is about, because other answers may also differ from those of the reference agent. */
import { isObject } from "../json/pointer.js";
import type { CheckResult, TranscriptEntry } from "../types.js";
import { Names } from "./alike.js";
import { type Difference, inAnswer, learnNames, pairsWhileAlike } from "./exchange-difference.js";
import type { Exchange } from "./exchanges.js";
import { labelOf } from "./transcript.js";

/** The received answer to a request in the diagnosis; otherwise the last one, because earlier ones belong to the preparation. */
export function namedAnswer(
  mine: readonly Exchange[],
  theirs: readonly Exchange[],
  { diagnosis = "", received }: Pick<CheckResult, "diagnosis" | "received">,
): Difference | undefined {
  if (received === undefined) return undefined;
  const names = new Names();
  learnNames(mine, theirs, names);
  const found = pairsWhileAlike(mine, theirs).flatMap(([my, their]) => {
    const difference = inAnswer(my, their, "suite", names);
    const isMeant = my.answer !== undefined && isDescribedBy(received, my.answer.entry);
    return difference !== undefined && isMeant ? [{ difference, request: labelOf(my.request) }] : [];
  });
  const meant = found.find(({ request }) => diagnosis.includes(request)) ?? found.at(-1);
  return meant?.difference;
}

/** Whether a verdict is about this answer: by its failure, HTTP status, message type or whole result. */
function isDescribedBy(received: string, { kind, status, json }: TranscriptEntry): boolean {
  if (kind === "failure") return received.startsWith("no answer");
  if (received === String(status) || received.startsWith(`HTTP ${status}`)) return true;
  const result = isObject(json) ? json.result : undefined;
  const type = isObject(result) ? result.message_type : undefined;
  return [type, result].some((value) => value !== undefined && received === JSON.stringify(value));
}
