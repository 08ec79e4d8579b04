/** Referees that tell a player wrongly what it has done wrong. */
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { mutant } from "../mutant.js";
import { all, changeCall, onCall } from "../surgery.js";
import { answerOf } from "./_calls.js";
import { Orders } from "./_orders.js";

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
    id: "referee:complains-about-no-match",
    fault: "Leaves match_id out of GAME_ERROR.",
    surgery: changeCall("GAME_ERROR", ({ match_id: _, ...error }) => error),
  }),
  mutant({
    id: "referee:miscounts-its-retries",
    fault: "Counts the retries that GAME_ERROR tells of from nought.",
    surgery: changesRetryInfo(({ retry_count }) => ({ retry_count: Number(retry_count) - 1 })),
  }),
  mutant({
    id: "referee:promises-more-retries",
    fault: "Tells in GAME_ERROR of five retries, and makes three.",
    surgery: changesRetryInfo(() => ({ max_retries: 5 })),
  }),
  mutant({
    id: "referee:retries-in-the-past",
    fault: "Tells in GAME_ERROR of a retry at a time that is over.",
    surgery: changesRetryInfo(() => ({ next_retry_at: "2020-01-01T00:00:00Z" })),
  }),
  mutant({
    id: "referee:blames-the-opponent",
    fault: "Names the opponent in affected_player of GAME_ERROR.",
    surgery: () => {
      const orders = new Orders();
      const blames = changeCall("GAME_ERROR", (error) => {
        const innocent = orders.of(error)?.players.find(({ id }) => id !== error.affected_player);
        return { ...error, affected_player: innocent?.id };
      });
      return all(orders.listening, blames);
    },
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

function changesRetryInfo(change: (info: JsonObject) => JsonObject): Surgery {
  return changeCall("GAME_ERROR", (error) => {
    const { retry_info } = error;
    return isObject(retry_info)
      ? { ...error, retry_info: { ...retry_info, ...change(retry_info) } }
      : undefined;
  });
}
