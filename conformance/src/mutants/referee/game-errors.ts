/** Referees that tell a player wrongly what it has done wrong. */
import { mutant } from "../mutant.js";
import { changeCall, onCall } from "../surgery.js";
import { answerOf } from "./_calls.js";

export default [
  mutant({
    id: "referee:tells-no-errors",
    fault: "Never sends GAME_ERROR.",
    surgery: onCall("GAME_ERROR", async () => answerOf({})),
  }),
  mutant({
    id: "referee:tells-no-retry-info",
    fault: "Leaves retry_info out of GAME_ERROR.",
    surgery: changeCall("GAME_ERROR", ({ retry_info: _, ...error }) => error),
  }),
  mutant({
    id: "referee:calls-a-timeout-a-broken-connection",
    fault: "Says E009 of a missed deadline.",
    surgery: changeCall("GAME_ERROR", (error) =>
      error.error_code === "E001" ? { ...error, error_code: "E009" } : undefined,
    ),
  }),
  mutant({
    id: "referee:calls-nonsense-a-timeout",
    fault: "Says E001 of an invalid choice.",
    surgery: changeCall("GAME_ERROR", (error) =>
      error.error_code === "E004" ? { ...error, error_code: "E001" } : undefined,
    ),
  }),
];
