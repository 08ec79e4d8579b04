/** Referees that do not know what to do when a player fails. */
import { deadlineOf } from "../../contract.js";
import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import { mutant } from "../mutant.js";
import { all, answerInstead, changeCall, onCall } from "../surgery.js";
import { changeAnswer, changeAnswered, fromPlayer, resultOf } from "./_calls.js";
import { Orders, startsOnOrders } from "./_orders.js";
import { changeEnding, hasFailed } from "./_outcome.js";

const A_DAY = 24 * 60 * 60 * 1_000;

export default [
  mutant({
    id: "referee:silent-after-a-failure",
    fault: "Neither tells nor reports the end of a match in which a player failed.",
    surgery: all(keepsQuiet("GAME_OVER"), keepsQuiet("MATCH_RESULT_REPORT")),
  }),
  mutant({
    id: "referee:no-game-over-after-a-failure",
    fault: "Does not tell the players the end of a match in which one failed.",
    surgery: keepsQuiet("GAME_OVER"),
  }),
  mutant({
    id: "referee:no-report-after-a-failure",
    fault: "Does not report a match in which a player failed.",
    surgery: keepsQuiet("MATCH_RESULT_REPORT"),
  }),
  mutant({
    id: "referee:dead-after-a-failure",
    fault: "Plays nothing more after a match in which a player failed.",
    surgery: () => {
      let dead = false;
      const dies = changeCall("MATCH_RESULT_REPORT", (report) => {
        dead ||= failedIn(report);
        return undefined;
      });
      return all(
        startsOnOrders,
        dies,
        answerInstead("RUN_MATCH", () => (dead ? new Promise<never>(() => undefined) : undefined)),
      );
    },
  }),
  mutant({
    id: "referee:loss-for-the-wrong-side",
    fault: "Lets the player win that failed.",
    surgery: changeEnding((ending) => {
      const { winner, players } = ending;
      return hasFailed(ending) && winner !== null
        ? { winner: players.find((id) => id !== winner) ?? null }
        : undefined;
    }),
  }),
  mutant({
    id: "referee:late-b-wins",
    fault: "Lets player B win when B is the one that has failed.",
    surgery: changeEnding((ending) => {
      const [a, b = null] = ending.players;
      return hasFailed(ending) && ending.winner === a ? { winner: b } : undefined;
    }),
  }),
  mutant({
    id: "referee:a-wins-when-both-are-silent",
    fault: "Lets player A win when neither player has answered.",
    surgery: changeEnding((ending) => {
      const [a = null] = ending.players;
      return hasFailed(ending) && ending.winner === null
        ? { status: "TECHNICAL_LOSS", winner: a }
        : undefined;
    }),
  }),
  mutant({
    id: "referee:both-late-is-a-loss",
    fault: "Gives no points when both players were late.",
    surgery: changeEnding((ending) =>
      hasFailed(ending) && ending.status === "DRAW" ? { status: "TECHNICAL_LOSS" } : undefined,
    ),
  }),
  mutant({
    id: "referee:both-gone-is-a-draw",
    fault: "Gives a point to each of two players that could not be reached or declined.",
    surgery: changeEnding((ending) =>
      hasFailed(ending) && ending.winner === null ? { status: "DRAW" } : undefined,
    ),
  }),
  mutant({
    id: "referee:plays-on-after-a-decline",
    fault: "Takes every GAME_JOIN_ACK for a yes.",
    surgery: changeAnswered("GAME_INVITATION", (answer) => ({ ...answer, accept: true })),
  }),
  mutant({
    id: "referee:waits-after-a-decline",
    fault: "Ends a declined match only when the deadline of the other player is over.",
    surgery: changeAnswer("GAME_INVITATION", async (body, { tools }) => {
      if (valueAt(body, "/result/accept") === false)
        await pause(tools.clock, deadlineOf("GAME_INVITATION") * 0.9);
      return undefined;
    }),
  }),
  mutant({
    id: "referee:waits-for-the-silent",
    fault: "Waits for an acknowledgement of GAME_OVER from a player that has never answered.",
    surgery: onCall("MATCH_RESULT_REPORT", async (send, body, { clock }) => {
      if (failedIn(body.params as JsonObject)) await pause(clock, deadlineOf("GAME_OVER") * 0.9);
      return send(body);
    }),
  }),
  mutant({
    id: "referee:waits-for-each-acknowledgement",
    fault: "Reports only when both players have acknowledged GAME_OVER, however long that takes.",
    surgery: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) => inner.after(ms === deadlineOf("GAME_OVER") ? A_DAY : ms, run),
      }),
    },
  }),
  mutant({
    id: "referee:invents-a-number",
    fault: "Names a number that was never drawn.",
    surgery: changeEnding((ending) => (hasFailed(ending) ? { number: 4 } : undefined)),
  }),
  mutant({
    id: "referee:says-none-for-no-choice",
    fault: 'Writes "none" for a choice that was not made.',
    surgery: changeEnding((ending) => {
      const choices = Object.entries(ending.choices).map(([id, choice]) => [id, choice ?? "none"] as const);
      return hasFailed(ending) ? { choices: Object.fromEntries(choices) } : undefined;
    }),
  }),
];

function failedIn(message: JsonObject): boolean {
  const number =
    valueAt(message, "/game_result/drawn_number") ?? valueAt(message, "/result/details/drawn_number");
  return typeof number !== "number";
}

/** The referee believes that it was acknowledged, but nobody has heard of it. */
function keepsQuiet(type: "GAME_OVER" | "MATCH_RESULT_REPORT"): Surgery {
  const orders = new Orders();
  const quiet = onCall(type, async (send, body, _, url) => {
    const message = body.params as JsonObject;
    if (!failedIn(message)) return send(body);
    const status = type === "GAME_OVER" ? "ACKNOWLEDGED" : "recorded";
    const acknowledgement = type === "GAME_OVER" ? "GAME_OVER_ACK" : "MATCH_RESULT_ACK";
    return resultOf(
      body,
      fromPlayer(message, acknowledgement, orders.addressee(message, url) ?? "P01", { status }),
    );
  });
  return all(orders.listening, quiet);
}
