import { createReferee } from "@league-v2/sdk";
import { deadlineOf, protocol } from "../../contract.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import { utc } from "../../time/utc.js";
import {
  all,
  answerInstead,
  changeCall,
  changeReply,
  changeReplyBody,
  changeRequest,
  delaysReply,
  errorReply,
  onCall,
  resultReply,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  acceptsFrom,
  acknowledgement,
  alsoSends,
  announcedIn,
  changeAnswered,
  changeEnding,
  fromPlayer,
  Orders,
  resultOf,
  startsOnOrders,
} from "./message-changes.js";

const announced = protocol.league.defaultMaxConcurrentMatches;

function announces(max_concurrent_matches: number): FaultInjection {
  return changeCall("REFEREE_REGISTER_REQUEST", (message) =>
    isObject(message.referee_meta)
      ? { ...message, referee_meta: { ...message.referee_meta, max_concurrent_matches } }
      : undefined,
  );
}

function aboveCapacity(answer: Parameters<typeof answerInstead>[1]): FaultInjection {
  const open = new Set<unknown>();
  return all(
    startsOnOrders,
    changeCall("MATCH_RESULT_REPORT", ({ match_id }) => {
      open.delete(match_id);
      return undefined;
    }),
    answerInstead("RUN_MATCH", (order, body, tools) => {
      // A refused RUN_MATCH uses no capacity.
      if (order.sender !== "league_manager" || order.match_id === undefined) return undefined;
      if (open.size >= announced) return answer(order, body, tools);
      open.add(order.match_id);
      return undefined;
    }),
  );
}

const faults: Record<string, [fault: string, result: JsonObject]> = {
  "direct-match-draws-42": ["Rolls the 42 of RS's example in a direct match.", { dice_roll: 42 }],
  "direct-match-without-winner": ["Names no winner of a direct match that was won.", { winner: null }],
};

export const refereeAssignmentMutants: readonly Mutant[] = [
  // Wrong answers to RUN_MATCH.
  {
    id: "referee:never-starts",
    fault: "Acknowledges every match and plays none.",
    inject: all(
      startsOnOrders,
      answerInstead("RUN_MATCH", (order, body) => resultReply(body, acknowledgement(order))),
    ),
  },
  {
    id: "referee:invites-only-a",
    fault: "Invites player A only, and treats B as joined.",
    inject: () => {
      const orders = new Orders();
      const uninvited = onCall("GAME_INVITATION", async (send, body, _, url) => {
        const invitation = body.params as Parameters<typeof acknowledgement>[0];
        if (invitation.role_in_match === "PLAYER_A") return send(body);
        const { timestamp } = invitation;
        const joined = { arrival_timestamp: timestamp, accept: true };
        return resultOf(
          body,
          fromPlayer(invitation, "GAME_JOIN_ACK", orders.addressee(invitation, url), joined),
        );
      });
      return all(orders.listening, uninvited);
    },
  },
  {
    id: "referee:one-match-a-round",
    fault: "Acknowledges all matches of a round, and plays the one announced last.",
    inject: () => {
      const left = new Set<unknown>();
      return all(
        changeRequest("ROUND_ANNOUNCEMENT", (round) => {
          const matches = announcedIn(round);
          for (const { match_id } of matches.slice(0, -1)) left.add(match_id);
          return { ...round, matches: matches.slice(-1) };
        }),
        answerInstead("RUN_MATCH", (order, body) =>
          left.has(order.match_id) ? resultReply(body, acknowledgement(order)) : undefined,
        ),
      );
    },
  },
  {
    id: "referee:plays-every-announced-match",
    fault: "Plays the matches of every referee.",
    inject: changeRequest("ROUND_ANNOUNCEMENT", (round) => {
      const matches = announcedIn(round);
      const { referee_endpoint } = matches.at(-1) ?? {};
      return { ...round, matches: matches.map((match) => ({ ...match, referee_endpoint })) };
    }),
  },
  {
    id: "referee:acknowledges-another-match",
    fault: "Acknowledges a match with the id of another.",
    inject: changeReply("RUN_MATCH", (ack) => ({ ...ack, match_id: "R9999M9" })),
  },
  {
    id: "referee:acknowledges-with-ok",
    fault: 'Answers RUN_MATCH with the status "ok".',
    inject: changeReply("RUN_MATCH", (ack) => ({ ...ack, status: "ok" })),
  },
  {
    id: "referee:never-answers-run-match",
    fault: "Plays a match without ever answering RUN_MATCH.",
    inject: delaysReply("RUN_MATCH", Number.MAX_SAFE_INTEGER),
  },
  {
    id: "referee:acknowledges-late",
    fault: "Answers RUN_MATCH when the players have answered.",
    inject: delaysReply("RUN_MATCH", deadlineOf("GAME_INVITATION") * 0.9),
  },
  // Referees that accept orders of wrong senders.
  {
    id: "referee:accepts-run-match-from-anyone",
    fault: "Plays a match for any sender.",
    inject: acceptsFrom("RUN_MATCH", () => true),
  },
  {
    id: "referee:accepts-run-match-from-referees",
    fault: "Plays a match for other referees too.",
    inject: acceptsFrom("RUN_MATCH", (sender) => sender.startsWith("referee:")),
  },
  {
    id: "referee:accepts-run-match-by-sender-name",
    fault: "Plays a match for every sender whose name has the league manager's in it.",
    inject: acceptsFrom("RUN_MATCH", (sender) => sender.includes("league_manager")),
  },
  {
    id: "referee:plays-what-it-refuses",
    fault: "Refuses the order of another sender, and plays the match anyway.",
    inject: () => {
      const refused = new Set<unknown>();
      return all(
        changeRequest("RUN_MATCH", (order) => {
          if (order.sender === "league_manager") return undefined;
          refused.add(order.match_id);
          return { ...order, sender: "league_manager" };
        }),
        changeReplyBody("RUN_MATCH", ({ jsonrpc, id }, { request }) =>
          refused.has(request.match_id)
            ? { jsonrpc, id, error: { code: -32_012, message: "AUTH_TOKEN_INVALID" } }
            : undefined,
        ),
      );
    },
  },
  // Referees that run fewer or more matches than they have announced.
  {
    id: "referee:drops-what-it-cannot-play",
    fault: "Acknowledges a match above its capacity, and never plays it.",
    inject: () =>
      aboveCapacity((order, body, { clock }) =>
        resultReply(body, { ...acknowledgement(order), timestamp: utc(clock.now()) }),
      ),
  },
  {
    id: "referee:drops-an-order-that-comes-with-another",
    fault: "Delays its answer to RUN_MATCH, and acknowledges another one meanwhile without playing it.",
    inject: () => {
      let isBusy = false;
      return answerInstead("RUN_MATCH", async (order, body, { clock }) => {
        if (isBusy) return resultReply(body, { ...acknowledgement(order), timestamp: utc(clock.now()) });
        isBusy = true;
        await pause(clock, 100);
        isBusy = false;
        return undefined;
      });
    },
  },
  {
    id: "referee:refuses-what-it-cannot-play",
    fault: "Refuses a match above its capacity.",
    inject: () => aboveCapacity((_, body) => errorReply(body, -32_008, "INVALID_STATE")),
  },
  {
    id: "referee:overbooks",
    fault: "Runs more matches at once than it has announced.",
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches: 50 }),
    inject: announces(announced),
  },
  {
    id: "referee:one-match-at-a-time",
    fault: "Runs one match at a time, having announced two.",
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches: 1 }),
    inject: announces(announced),
  },
  /** Wrong results of a direct match, from a referee that claims to play them. */
  ...Object.entries(faults).map(
    ([name, [fault, wrong]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: answerInstead("*", (order, body) => {
        const [player1, player2] = [
          valueAt(order, "/player1/display_name"),
          valueAt(order, "/player2/display_name"),
        ];
        if (player1 === undefined) return undefined;
        const { match_id } = order;
        const choices = { player1_choice: "even", player2_choice: "odd" };
        const dice = { dice_roll: 8, dice_parity: "even", winner: player1, is_draw: false };
        return resultReply(body, {
          match_id,
          game_id: "game_1",
          player1,
          player2,
          ...choices,
          ...dice,
          ...wrong,
        });
      }),
    }),
  ),
  // Referees that confuse several matches at once.
  {
    id: "referee:mixes-up-results",
    fault: "Names the players of the previous match in the result of a match.",
    inject: () => {
      const seen: { matchId: string; choices: JsonObject }[] = [];
      return changeEnding(({ matchId, choices }) => {
        if (!seen.some((one) => one.matchId === matchId)) seen.push({ matchId, choices });
        const before = seen[seen.findIndex((one) => one.matchId === matchId) - 1];
        return before === undefined ? undefined : { choices: before.choices };
      });
    },
  },
  {
    id: "referee:mixes-up-choices",
    fault: "Uses the latest choice, of any player and match, as that of the player that answers.",
    inject: () => {
      let last: unknown;
      return changeAnswered("CHOOSE_PARITY_CALL", (answer) => {
        const before = last ?? answer.parity_choice;
        last = answer.parity_choice;
        return { ...answer, parity_choice: before };
      });
    },
  },
  {
    id: "referee:acknowledges-the-match-before",
    fault: "Names a match that is under way in its acknowledgement of the next.",
    inject: () => {
      const open = new Set<unknown>();
      return all(
        changeCall("MATCH_RESULT_REPORT", ({ match_id }) => {
          open.delete(match_id);
          return undefined;
        }),
        changeReply("RUN_MATCH", (reply) => {
          const [before] = open;
          open.add(reply.match_id);
          return before === undefined ? undefined : { ...reply, match_id: before };
        }),
      );
    },
  },
  {
    id: "referee:sends-results-to-others",
    fault: "Sends the result to the players of other matches too.",
    inject: () => {
      const orders = new Orders();
      const loud = alsoSends("GAME_OVER", (message) => {
        const others = orders.others(message).flatMap(({ players }) => players);
        return others.map(({ url }, index) => ({
          url,
          body: { jsonrpc: "2.0", id: `loud-${index}`, method: "notify_match_result", params: message },
        }));
      });
      return all(orders.listening, loud);
    },
  },
];
