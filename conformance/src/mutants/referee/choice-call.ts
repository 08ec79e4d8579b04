/** Choice calls in which one thing is wrong. */
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { utc } from "../../time/utc.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, type Change, changeCall, serialisesCalls } from "../surgery.js";
import { changeAnswered } from "./_calls.js";

const CALL = "CHOOSE_PARITY_CALL";

const inContext = (call: JsonObject, members: JsonObject) => ({
  ...call,
  context: { ...(call.context as JsonObject), ...members },
});

const faults: Record<string, [fault: string, change: Change]> = {
  "asks-without-player": ["Leaves player_id out of the choice call.", ({ player_id: _, ...call }) => call],
  "asks-for-the-opponents-choice": [
    "Names the opponent in player_id of the choice call.",
    (call) => ({ ...call, player_id: isObject(call.context) ? call.context.opponent_id : undefined }),
  ],
  "sets-a-wrong-deadline": [
    "Gives the time of the call as its deadline.",
    (call, { tools }) => ({ ...call, deadline: utc(tools.clock.now()) }),
  ],
  "asks-without-context": [
    "Leaves opponent and round out of the choice call.",
    ({ context: _, ...call }) => call,
  ],
  "invents-standings": [
    "Tells each player that it has won all its matches.",
    (call) => inContext(call, { your_standings: { wins: 5, losses: 0, draws: 0 } }),
  ],
  "tells-no-standing": [
    "Leaves your_standings out of the choice call.",
    (call) => inContext(call, { your_standings: undefined }),
  ],
};

export default [
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant =>
      mutant({ id: `referee:${name}`, fault, surgery: changeCall(CALL, change) }),
  ),
  mutant({
    id: "referee:asks-one-after-the-other",
    fault: "Asks the second player only when the first has answered.",
    surgery: serialisesCalls(CALL),
  }),
  mutant({
    id: "referee:tells-the-opponents-standing",
    fault: "Tells each player the standing of its opponent.",
    surgery: () => {
      const rows = new Map<unknown, unknown>();
      return all(
        changeAnswered("LEAGUE_QUERY", ({ data }) => {
          const standings: unknown = isObject(data) ? data.standings : undefined;
          for (const row of Array.isArray(standings) ? standings : [])
            if (isObject(row)) rows.set(row.player_id, row);
          return undefined;
        }),
        changeCall(CALL, (call) => {
          const row = isObject(call.context) ? rows.get(call.context.opponent_id) : undefined;
          if (!isObject(row)) return undefined;
          const { wins, losses, draws } = row;
          return inContext(call, { your_standings: { wins, losses, draws } });
        }),
      );
    },
  }),
];
