import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall, onCall } from "../surgery.js";
import { byText, keepsFrom } from "./_calls.js";
import { knowing } from "./_knowledge.js";

/** Changes the message of the league's end. */
function ends(change: (message: JsonObject, rows: JsonObject[]) => JsonObject) {
  return changeCall("LEAGUE_COMPLETED", (message) => ({
    ...message,
    ...change(message, message.final_standings as JsonObject[]),
  }));
}

function champion(row: JsonObject | undefined): JsonObject {
  return { champion: { player_id: row?.player_id, display_name: row?.display_name, points: row?.points } };
}

export default [
  mutant({
    id: "manager:ends-in-silence",
    fault: "Tells nobody that the league has ended.",
    surgery: keepsFrom("LEAGUE_COMPLETED", () => true),
  }),
  mutant({
    id: "manager:stops-after-a-round",
    fault: "Does nothing more after the first round.",
    surgery: knowing(({ stop }) =>
      onCall("LEAGUE_STANDINGS_UPDATE", (send, body) => {
        stop();
        return send(body);
      }),
    ),
  }),
  mutant({
    id: "manager:last-is-champion",
    fault: "Makes the last of the table its champion.",
    surgery: ends((_, rows) => champion(rows.at(-1))),
  }),
  mutant({
    id: "manager:champion-by-points-only",
    fault: "Does not look at the wins when two could be champion.",
    surgery: ends((_, rows) =>
      champion(rows.filter(({ points }) => points === rows[0]?.points).toSorted(byText("player_id"))[0]),
    ),
  }),
  mutant({
    id: "manager:champion-without-a-name",
    fault: "Gives the id of the champion for its display_name.",
    surgery: ends((_, [first]) => champion({ ...first, display_name: first?.player_id })),
  }),
  mutant({
    id: "manager:champion-by-wins",
    fault: "Gives the wins of the champion for its points.",
    surgery: ends((_, [first]) => champion({ ...first, points: first?.wins })),
  }),
  mutant({
    id: "manager:miscounts-rounds",
    fault: "Counts one round too many.",
    surgery: ends(({ total_rounds }) => ({ total_rounds: Number(total_rounds) + 1 })),
  }),
  mutant({
    id: "manager:miscounts-league",
    fault: "Counts every match for each of its players.",
    surgery: ends(({ total_matches }) => ({ total_matches: 2 * Number(total_matches) })),
  }),
  mutant({
    id: "manager:tells-only-the-champion",
    fault: "Tells the end of the league to its champion only.",
    surgery: knowing(({ at }) =>
      keepsFrom(
        "LEAGUE_COMPLETED",
        (url, message) => at(url)?.id !== (message.champion as JsonObject).player_id,
      ),
    ),
  }),
  mutant({
    id: "manager:leaves-referees-out",
    fault: "Does not announce its rounds to referees.",
    surgery: knowing(({ at }) => keepsFrom("ROUND_ANNOUNCEMENT", (url) => at(url)?.role === "referee")),
  }),
  mutant({
    id: "manager:referees-do-not-hear-the-end",
    fault: "Does not tell referees that the league has ended.",
    surgery: knowing(({ at }) => keepsFrom("LEAGUE_COMPLETED", (url) => at(url)?.role === "referee")),
  }),
] satisfies Mutant[];
