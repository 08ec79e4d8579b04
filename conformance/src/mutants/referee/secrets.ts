/** Referees that give away what the other player has done. */
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { mutant } from "../mutant.js";
import { all, changeCall } from "../surgery.js";
import { changeAnswered } from "./_calls.js";

export default [
  mutant({
    id: "referee:tells-the-opponents-choice",
    fault: "Tells a player that is asked again what its opponent has chosen.",
    surgery: () => knowing((choice) => changeCall("GAME_ERROR", (error) => withChoice(error, choice(error)))),
  }),
  mutant({
    id: "referee:tells-that-the-opponent-has-chosen",
    fault: "Tells a player that is asked again that its opponent has chosen.",
    surgery: () =>
      knowing((choice) =>
        changeCall("CHOOSE_PARITY_CALL", (call) =>
          choice(call) === undefined
            ? undefined
            : { ...call, context: { ...(call.context as JsonObject), opponent_has_chosen: true } },
        ),
      ),
  }),
  mutant({
    id: "referee:tells-that-the-opponent-is-ready",
    fault: "Tells in each choice call whether the opponent is ready, which it is when it has chosen.",
    surgery: () =>
      knowing((choice) =>
        changeCall("CHOOSE_PARITY_CALL", (call) => ({
          ...call,
          context: { ...(call.context as JsonObject), opponent_ready: choice(call) !== undefined },
        })),
      ),
  }),
];

/** Remembers the first choice in each match. */
function knowing(make: (choice: (message: JsonObject) => unknown) => Surgery): Surgery {
  const choices = new Map<unknown, unknown>();
  const listening = changeAnswered("CHOOSE_PARITY_CALL", ({ match_id, parity_choice }) => {
    if ((parity_choice === "even" || parity_choice === "odd") && !choices.has(match_id))
      choices.set(match_id, parity_choice);
    return undefined;
  });
  return all(
    listening,
    make(({ match_id }) => choices.get(match_id)),
  );
}

function withChoice(error: JsonObject, choice: unknown): JsonObject | undefined {
  if (choice === undefined) return undefined;
  return {
    ...error,
    error_description: `${String(error.error_description)} Your opponent chose ${String(choice)}.`,
  };
}
