import type { JsonObject } from "../../json/scan.js";
import type { LaunchOptions } from "../../subject/subject.js";
import { mutant } from "../mutant.js";
import { all, changeCall, changeRequest } from "../surgery.js";
import { withStore } from "./_agents.js";

const WHICH = "R2M1";
/** Who plays instead of those whose turn it is. */
const AGAIN = { player_A_id: "P01", player_B_id: "P02" };

/** Whose turn it was, by instance. */
const turns = new WeakMap<LaunchOptions, { player_A_id: string; player_B_id: string }>();

/** The text with these ids in the place of those. */
function exchanged<T>(value: T, from: typeof AGAIN, to: typeof AGAIN): T {
  const other = new Map([
    [from.player_A_id, to.player_A_id],
    [from.player_B_id, to.player_B_id],
  ]);
  const text = JSON.stringify(value).replaceAll(/"(P\d\d)"/g, (_, id: string) => `"${other.get(id) ?? id}"`);
  return JSON.parse(text) as T;
}

export default mutant({
  id: "manager:skips-a-pair",
  fault: "Lets one match be played twice and another never.",
  agent: withStore((inner, launch) => ({
    record: (result) => {
      const turn = turns.get(launch);
      return inner.record(
        turn === undefined || result.match_id !== WHICH ? result : exchanged(result, turn, AGAIN),
      );
    },
  })),
  surgery: all(
    changeCall("RUN_MATCH", (message, { tools }) => {
      if (message.match_id !== WHICH) return undefined;
      turns.set(tools.launch, message as unknown as typeof AGAIN);
      return { ...message, ...AGAIN };
    }),
    changeRequest("MATCH_RESULT_REPORT", (report: JsonObject, { tools }) => {
      const turn = turns.get(tools.launch);
      return turn === undefined || report.match_id !== WHICH ? undefined : exchanged(report, AGAIN, turn);
    }),
  ),
});
