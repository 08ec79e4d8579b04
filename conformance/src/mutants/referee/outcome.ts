import { deadlineOf, protocol } from "../../contract.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { parityOf } from "../../peers/result.js";
import { seededRandom } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import { all, changeCall, mistakesTime, onCall, repeatsCall } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { changeEnding, type Ending, fromPlayer, Orders, resultOf } from "./message-changes.js";

const { minimum, maximum } = protocol.draw;

const RANGE = maximum - minimum + 1;

/** Replaces the result of `below(10)`, which only the draw uses. */
function drawsBy(index: (below: (n: number) => number) => number): FaultInjection {
  return {
    random: (inner) => ({
      bytes: (n) => inner.bytes(n),
      below: (n) => (n === RANGE ? index((limit) => inner.below(limit)) : inner.below(n)),
    }),
  };
}

const isPlayed = ({ number }: Ending): boolean => number !== null;

/** The outcome of a finished match. */
const endings: Record<
  string,
  [fault: string, change: (ending: Ending & { number: number }) => Partial<Ending> | undefined]
> = {
  "draws-for-a": [
    "Draws a number with which player A wins, when the players chose differently.",
    ({ number, choices, players: [a = "", b = ""] }) => {
      if (choices[a] === choices[b]) return undefined;
      const suits = parityOf(number) === choices[a];
      return {
        status: "WIN",
        winner: a,
        number: suits ? number : number === maximum ? number - 1 : number + 1,
      };
    },
  ],
  "never-draws-ten-for-equal-choices": [
    "Draws 8 for 10 when both have chosen the same.",
    ({ number, choices, players: [a = "", b = ""] }) =>
      number === maximum && choices[a] === choices[b] ? { number: 8 } : undefined,
  ],
  "both-right-is-as-win": [
    "Names player A as the winner when both are right.",
    ({ status, number, choices, players: [a = ""] }) =>
      status === "DRAW" && choices[a] === parityOf(number) ? { status: "WIN", winner: a } : undefined,
  ],
  "both-wrong-is-bs-win": [
    "Names player B as the winner when both are wrong.",
    ({ status, number, choices, players: [a = "", b = ""] }) =>
      status === "DRAW" && choices[a] !== parityOf(number) ? { status: "WIN", winner: b } : undefined,
  ],
  "names-a-draw-as-the-winner": [
    "Names the word DRAW as the winner of a draw.",
    ({ status }) => (status === "DRAW" ? { winner: "DRAW" } : undefined),
  ],
  "a-always-wins": [
    "Names player A as the winner whenever one of them wins.",
    ({ status, players: [a = ""] }) => (status === "WIN" ? { winner: a } : undefined),
  ],
  "wrong-side-wins": [
    "Names the player that was wrong as the winner.",
    ({ status, winner, players }) =>
      status === "WIN" ? { winner: players.find((id) => id !== winner) ?? null } : undefined,
  ],
  "calls-every-match-a-draw": ["Calls every match a draw.", () => ({ status: "DRAW", winner: null })],
};

const faults: Record<string, [fault: string, change: (result: JsonObject) => JsonObject]> = {
  "gives-no-reason": ["Leaves the reason out of GAME_OVER.", ({ reason: _, ...result }) => result],
  "omits-the-number": [
    "Leaves the drawn number out of GAME_OVER.",
    ({ drawn_number: _, ...result }) => result,
  ],
  "invents-a-status": [
    'Writes "VICTORY" for a win.',
    (result) => (result.status === "WIN" ? { ...result, status: "VICTORY" } : result),
  ],
};

function inCapitals(choice: unknown): unknown {
  return typeof choice === "string" ? choice.toUpperCase() : choice;
}

/** Repeats the call after its deadline, and waits as long again. */
function asksTwice(type: string): FaultInjection {
  const deadline = deadlineOf(type);
  const asking = onCall(type, (send, body, { clock }) => {
    const first = send(body);
    const again = pause(clock, deadline).then(() => send(body));
    return Promise.race([first, again]);
  });
  return all(mistakesTime(deadline, 2 * deadline), asking);
}

/** Delays such a GAME_OVER after its timestamp. */
function delayNotification(ms: number, fits: (message: JsonObject) => boolean) {
  return () => {
    const orders = new Orders();
    const late = onCall("GAME_OVER", async (send, body, { clock }, url) => {
      const message = body.params as JsonObject;
      if (!fits(message)) return send(body);
      void pause(clock, ms)
        .then(() => send(body))
        .catch(() => undefined);
      return resultOf(
        body,
        fromPlayer(message, "GAME_OVER_ACK", orders.addressee(message, url), { status: "ACKNOWLEDGED" }),
      );
    });
    return all(orders.listening, late);
  };
}

export const refereeOutcomeMutants: readonly Mutant[] = [
  // Referees that draw or evaluate numbers wrongly.
  {
    id: "referee:draws-zero",
    fault: "Draws one less than it should, so sometimes 0.",
    inject: drawsBy((below) => below(RANGE) - 1),
  },
  {
    id: "referee:never-draws-ten",
    fault: "Draws from 1 to 9.",
    inject: drawsBy((below) => below(RANGE - 1)),
  },
  {
    id: "referee:draws-in-turn",
    fault: "Draws 1, 2, 3 and so on, and after 10 again 1.",
    inject: () => {
      let drawn = 0;
      return drawsBy(() => drawn++ % RANGE);
    },
  },
  {
    id: "referee:draws-the-same-after-each-start",
    fault: "Draws from a generator with the same seed each time.",
    inject: () => {
      const { below } = seededRandom("42");
      return drawsBy(() => below(RANGE));
    },
  },
  {
    id: "referee:favours-five-numbers",
    fault: "Draws the numbers up to 5 five times as often as the others.",
    inject: drawsBy((below) => (below(6) < 5 ? below(RANGE / 2) : RANGE / 2 + below(RANGE / 2))),
  },
  ...Object.entries(endings).map(
    ([name, [fault, change]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: changeEnding((ending) =>
        isPlayed(ending) ? change({ ...ending, number: Number(ending.number) }) : undefined,
      ),
    }),
  ),
  {
    id: "referee:wrong-parity",
    fault: "Sends the players an odd parity for every number.",
    inject: changeCall("GAME_OVER", (message) =>
      valueAt(message, "/game_result/drawn_number") === null
        ? undefined
        : { ...message, game_result: { ...(message.game_result as object), number_parity: "odd" } },
    ),
  },
  // Referees that send the players a wrong result.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: changeCall("GAME_OVER", (message) =>
        isObject(message.game_result) ? { ...message, game_result: change(message.game_result) } : undefined,
      ),
    }),
  ),
  {
    id: "referee:sends-the-result-twice",
    fault: "Sends GAME_OVER again to a player that has acknowledged it.",
    inject: repeatsCall("GAME_OVER"),
  },
  {
    id: "referee:notifies-only-the-winner",
    fault: "Sends GAME_OVER only to the winner.",
    inject: () => {
      const orders = new Orders();
      const selective = onCall("GAME_OVER", async (send, body, _, url) => {
        const message = body.params as JsonObject;
        const addressee = orders.addressee(message, url);
        const { winner_player_id } = isObject(message.game_result) ? message.game_result : {};
        if (winner_player_id === null || winner_player_id === addressee) return send(body);
        return resultOf(body, fromPlayer(message, "GAME_OVER_ACK", addressee, { status: "ACKNOWLEDGED" }));
      });
      return all(orders.listening, selective);
    },
  },
  {
    id: "referee:reports-a-win-to-each",
    fault: "Sends each player a GAME_OVER in which it has won.",
    inject: () => {
      const orders = new Orders();
      const eachWins = onCall("GAME_OVER", (send, body, _, url) => {
        const message = body.params as JsonObject;
        const winner_player_id = orders.addressee(message, url);
        return send({
          ...body,
          params: { ...message, game_result: { ...(message.game_result as JsonObject), winner_player_id } },
        });
      });
      return all(orders.listening, eachWins);
    },
  },
  {
    id: "referee:reports-first",
    fault: "Reports a match before it sends GAME_OVER.",
    inject: delayNotification(deadlineOf("GAME_OVER") / 1_000, () => true),
  },
  {
    id: "referee:reports-a-failed-match-first",
    fault: "Reports a match in which no number was drawn a second before it sends GAME_OVER.",
    inject: delayNotification(
      deadlineOf("GAME_OVER") / 10,
      ({ game_result }) => isObject(game_result) && game_result.drawn_number === null,
    ),
  },
  // Referees that use the flat dialect and break one rule of it.
  {
    wire: "flat",
    id: "referee:flat-refuses-capitals",
    fault: "Accepts only choices in lower case, in the flat dialect.",
    inject: onCall("CHOOSE_PARITY_CALL", async (send, body) => {
      const reply = await send(body);
      const answer: unknown = JSON.parse(reply.body);
      const result = isObject(answer) && isObject(answer.result) ? answer.result : {};
      const { choice } = result;
      if (choice === "even" || choice === "odd" || !isObject(answer)) return reply;
      return { ...reply, body: JSON.stringify({ ...answer, result: { ...result, choice: "banana" } }) };
    }),
  },
  {
    wire: "flat",
    id: "referee:flat-publishes-capitals",
    fault: "Publishes choices in capitals, in the flat dialect.",
    inject: changeCall("GAME_OVER", (over) => ({
      ...over,
      player_a_choice: inCapitals(over.player_a_choice),
      player_b_choice: inCapitals(over.player_b_choice),
    })),
  },
  {
    wire: "flat",
    id: "referee:flat-invites-again",
    fault: "Invites a player that has not joined a second time, in the flat dialect.",
    inject: asksTwice("GAME_INVITATION"),
  },
  {
    wire: "flat",
    id: "referee:flat-asks-again",
    fault: "Calls a player that has not chosen a second time, in the flat dialect.",
    inject: asksTwice("CHOOSE_PARITY_CALL"),
  },
  {
    id: "referee:reuses-the-status",
    fault: "Publishes TECHNICAL_LOSS also for the match that follows one.",
    inject: () => {
      const before = new Map<string, unknown>();
      let last: unknown;
      return changeEnding(({ matchId, status, number }) => {
        if (!before.has(matchId)) {
          before.set(matchId, last);
          last = status;
        }
        return number !== null && before.get(matchId) === "TECHNICAL_LOSS"
          ? { status: "TECHNICAL_LOSS" }
          : undefined;
      });
    },
  },
  {
    id: "referee:never-draws-the-same-again",
    fault: "Draws again when a number is the same as the one before.",
    inject: () => {
      let last = -1;
      return drawsBy((draw) => {
        let index = draw(RANGE);
        while (index === last) index = draw(RANGE);
        last = index;
        return index;
      });
    },
  },
];
