import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { parityOf } from "../../peers/result.js";
import type { IncomingReply } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { within } from "../../time/pause.js";
import { utc } from "../../time/utc.js";
import { all, type Change, changeCall, onCall, serialisesCalls } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  alsoSends,
  changeAnswered,
  changeEnding,
  type Ending,
  fromPlayer,
  Orders,
  resultOf,
} from "./message-changes.js";

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
    "Sends each player standings in which it has won all its matches.",
    (call) => inContext(call, { your_standings: { wins: 5, losses: 0, draws: 0 } }),
  ],
  "sends-no-standing": [
    "Leaves your_standings out of the choice call.",
    (call) => inContext(call, { your_standings: undefined }),
  ],
};

const isChoice = (value: unknown): boolean => value === "even" || value === "odd";

const isInCapitals = (value: unknown): value is string =>
  typeof value === "string" && !isChoice(value) && isChoice(value.toLowerCase());

function reads(as: (choice: unknown) => unknown): FaultInjection {
  return changeAnswered(CALL, (answer) => ({ ...answer, parity_choice: as(answer.parity_choice) }));
}

/** Counts such choices as even or odd by their first letter, and publishes them unchanged. */
function publishing(such: (choice: unknown) => boolean): FaultInjection {
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

/** Stores the first choice in each match. */
function withKnownChoice(make: (choice: (message: JsonObject) => unknown) => FaultInjection): FaultInjection {
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

/** Makes the choice of a player that has not answered within that time. */
const choosesEvenAfter = (ms: number): FaultInjection =>
  onCall(CALL, (send, body, { clock }) => {
    const call = body.params as JsonObject;
    const made = () =>
      resultOf(body, fromPlayer(call, "CHOOSE_PARITY_RESPONSE", call.player_id, { parity_choice: "even" }));
    return within(clock, ms, send(body), made);
  });

export const refereeChoiceMutants: readonly Mutant[] = [
  {
    id: "referee:notifies-both-of-an-error",
    fault: "Sends each GAME_ERROR to both players of the match.",
    inject: () => {
      const orders = new Orders();
      const toBoth = alsoSends("GAME_ERROR", (message, url) => {
        const others = orders.of(message)?.players.filter((player) => player.url !== url) ?? [];
        return others.map((player) => ({
          url: player.url,
          body: { jsonrpc: "2.0", method: "notify_game_error", params: message },
        }));
      });
      return all(orders.listening, toBoth);
    },
  },
  // Choice calls with one wrong member.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: changeCall(CALL, change),
    }),
  ),
  {
    id: "referee:asks-one-after-the-other",
    fault: "Calls the second player for its choice only when the first has answered.",
    inject: serialisesCalls(CALL),
  },
  {
    id: "referee:sends-the-first-standing",
    fault: "Sends each player the standing from its first match in all later ones.",
    inject: () => {
      const first = new Map<unknown, unknown>();
      return changeCall(CALL, (call) => {
        const { your_standings } = call.context as JsonObject;
        if (!first.has(call.player_id)) first.set(call.player_id, your_standings);
        return inContext(call, { your_standings: first.get(call.player_id) });
      });
    },
  },
  {
    id: "referee:discloses-the-opponents-standing",
    fault: "Sends each player the standing of its opponent.",
    inject: () => {
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
  },
  // Referees that interpret choices wrongly.
  {
    id: "referee:takes-silence-for-even",
    fault: "Chooses even for a player that does not answer.",
    inject: choosesEvenAfter(deadlineOf(CALL) - 1),
  },
  {
    id: "referee:chooses-for-slow-players",
    fault: "Chooses even for a player that has not answered within 5 s.",
    inject: choosesEvenAfter(5_000),
  },
  {
    id: "referee:takes-invalid-choice-for-even",
    fault: "Treats every choice but odd as even.",
    inject: reads((choice) => (choice === "odd" ? choice : "even")),
  },
  {
    id: "referee:trims-choices",
    fault: "Accepts a choice with a space before it.",
    inject: reads((choice) => (typeof choice === "string" ? choice.trim() : choice)),
  },
  {
    id: "referee:translates-choices",
    fault: "Accepts the German words for even and odd as choices.",
    inject: reads((choice) => (choice === "gerade" ? "even" : choice === "ungerade" ? "odd" : choice)),
  },
  {
    id: "referee:publishes-invalid-choices",
    fault: "Accepts any text as a choice, and publishes it.",
    inject: () => publishing((choice) => typeof choice === "string" && !isChoice(choice.toLowerCase())),
  },
  {
    id: "referee:takes-capitals",
    fault: "Accepts EVEN as even.",
    inject: reads((choice) => (isInCapitals(choice) ? choice.toLowerCase() : choice)),
  },
  {
    id: "referee:publishes-capitals",
    fault: "Accepts EVEN as even, and publishes it in capitals.",
    inject: () => publishing(isInCapitals),
  },
  {
    id: "referee:no-second-call-after-invalid-choice",
    fault: "Does not repeat its call after an invalid choice.",
    inject: () => {
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
  },
  {
    id: "referee:ignores-the-choices",
    fault: "Always publishes that A chose even and B odd.",
    inject: changeEnding(({ number, players: [a = "", b = ""] }) =>
      number === null
        ? undefined
        : {
            status: "WIN",
            winner: parityOf(number) === "even" ? a : b,
            choices: { [a]: "even", [b]: "odd" },
          },
    ),
  },
  {
    id: "referee:swaps-the-choices",
    fault: "Publishes each player's choice under the other's id.",
    inject: changeEnding(({ choices, players: [a = "", b = ""] }) => ({
      choices: { [a]: choices[b], [b]: choices[a] },
    })),
  },
  // Referees that disclose what the other player has done.
  {
    id: "referee:discloses-the-opponents-choice",
    fault: "Shows the opponent's choice in a repeated call.",
    inject: () =>
      withKnownChoice((choice) => changeCall("GAME_ERROR", (error) => withChoice(error, choice(error)))),
  },
  {
    id: "referee:discloses-that-the-opponent-has-chosen",
    fault: "Shows in a repeated call that the opponent has chosen.",
    inject: () =>
      withKnownChoice((choice) =>
        changeCall("CHOOSE_PARITY_CALL", (call) =>
          choice(call) === undefined
            ? undefined
            : { ...call, context: { ...(call.context as JsonObject), opponent_has_chosen: true } },
        ),
      ),
  },
  {
    id: "referee:discloses-that-the-opponent-is-ready",
    fault: "Shows in each choice call whether the opponent is ready, which it is when it has chosen.",
    inject: () =>
      withKnownChoice((choice) =>
        changeCall("CHOOSE_PARITY_CALL", (call) => ({
          ...call,
          context: { ...(call.context as JsonObject), opponent_ready: choice(call) !== undefined },
        })),
      ),
  },
  {
    id: "referee:asks-the-third-player-twice",
    fault: "Sends its third choice call again when it has been answered.",
    inject: () => {
      let count = 0;
      return onCall(CALL, async (send, body) => {
        count += 1;
        if (count === 3) await send(body);
        return send(body);
      });
    },
  },
];
