/** Referees that do something else with the choices than the players meant. */

import { deadlineOf } from "../../contract.js";
import type { IncomingReply } from "../../doors.js";
import type { JsonObject } from "../../json/scan.js";
import { parityOf } from "../../peers/result.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { within } from "../../time/pause.js";
import { mutant } from "../mutant.js";
import { all, onCall } from "../surgery.js";
import { changeAnswered, fromPlayer, resultOf } from "./_calls.js";
import { changeEnding, type Ending } from "./_outcome.js";

const CALL = "CHOOSE_PARITY_CALL";
const isChoice = (value: unknown): boolean => value === "even" || value === "odd";
const isInCapitals = (value: unknown): value is string =>
  typeof value === "string" && !isChoice(value) && isChoice(value.toLowerCase());

export default [
  mutant({
    id: "referee:takes-silence-for-even",
    fault: "Chooses even for a player that does not answer.",
    surgery: onCall(CALL, (send, body, { clock }) => {
      const call = body.params as JsonObject;
      const made = () =>
        resultOf(body, fromPlayer(call, "CHOOSE_PARITY_RESPONSE", call.player_id, { parity_choice: "even" }));
      return within(clock, deadlineOf(CALL) - 1, send(body), made);
    }),
  }),
  mutant({
    id: "referee:takes-nonsense-for-even",
    fault: "Takes every choice but odd for even.",
    surgery: reads((choice) => (choice === "odd" ? choice : "even")),
  }),
  mutant({
    id: "referee:trims-choices",
    fault: "Takes a choice with a space before it for one.",
    surgery: reads((choice) => (typeof choice === "string" ? choice.trim() : choice)),
  }),
  mutant({
    id: "referee:publishes-nonsense",
    fault: "Accepts any text as a choice, and publishes it.",
    surgery: () => publishing((choice) => typeof choice === "string" && !isChoice(choice.toLowerCase())),
  }),
  mutant({
    id: "referee:takes-capitals",
    fault: "Takes EVEN for even.",
    surgery: reads((choice) => (isInCapitals(choice) ? choice.toLowerCase() : choice)),
  }),
  mutant({
    id: "referee:publishes-capitals",
    fault: "Takes EVEN for even, and publishes it in capitals.",
    surgery: () => publishing(isInCapitals),
  }),
  mutant({
    id: "referee:no-second-try-after-nonsense",
    fault: "Does not ask again after an invalid choice.",
    surgery: () => {
      const failed = new Map<string, IncomingReply>();
      return onCall(CALL, async (send, body, _, url) => {
        const key = `${String((body.params as JsonObject).match_id)} ${url}`;
        const earlier = failed.get(key);
        if (earlier !== undefined)
          return { ...earlier, body: earlier.body.replace(/"id":\d+/, `"id":${String(body.id)}`) };
        const reply = await send(body);
        const [, choice] = /"parity_choice":"([^"]*)"/.exec(reply.body) ?? [];
        if (!isChoice(choice)) failed.set(key, reply);
        return reply;
      });
    },
  }),
  mutant({
    id: "referee:ignores-the-choices",
    fault: "Always says that A chose even and B odd.",
    surgery: changeEnding(({ number, players: [a = "", b = ""] }) =>
      number === null
        ? undefined
        : {
            status: "WIN",
            winner: parityOf(number) === "even" ? a : b,
            choices: { [a]: "even", [b]: "odd" },
          },
    ),
  }),
  mutant({
    id: "referee:swaps-the-choices",
    fault: "Publishes each player's choice under the other's id.",
    surgery: changeEnding(({ choices, players: [a = "", b = ""] }) => ({
      choices: { [a]: choices[b], [b]: choices[a] },
    })),
  }),
];

function reads(as: (choice: unknown) => unknown): Surgery {
  return changeAnswered(CALL, (answer) => ({ ...answer, parity_choice: as(answer.parity_choice) }));
}

/** Counts such choices as even or odd by their first letter, and publishes them as they came. */
function publishing(such: (choice: unknown) => boolean): Surgery {
  const raw = new Map<string, unknown>();
  const key = (matchId: unknown, player: unknown) => `${String(matchId)} ${String(player)}`;
  const published = ({ choices, matchId, players }: Ending) =>
    Object.fromEntries(players.map((id) => [id, raw.get(key(matchId, id)) ?? choices[id]]));
  return all(
    changeAnswered(CALL, (answer) => {
      const { match_id, player_id, parity_choice } = answer;
      if (!such(parity_choice)) return undefined;
      raw.set(key(match_id, player_id), parity_choice);
      return {
        ...answer,
        parity_choice: String(parity_choice).toLowerCase().startsWith("o") ? "odd" : "even",
      };
    }),
    changeEnding((ending) => ({ choices: published(ending) })),
  );
}
