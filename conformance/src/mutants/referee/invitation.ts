import { deadlineOf } from "../../contract.js";
import type { JsonObject } from "../../json/scan.js";
import { utc } from "../../time/utc.js";
import { all, changeCall, changeRequest, onCall, serialisesCalls } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  announcedIn,
  changeAnswered,
  changeEnding,
  fromPlayer,
  Orders,
  resultOf,
  withConversation,
} from "./message-changes.js";

const faults: Record<string, [fault: string, change: (invitation: JsonObject) => JsonObject]> = {
  "swaps-roles": [
    "Invites A as player B, and B as player A.",
    (one) => ({ ...one, role_in_match: one.role_in_match === "PLAYER_A" ? "PLAYER_B" : "PLAYER_A" }),
  ],
  "same-role-for-both": [
    "Invites both players as player A.",
    (one) => ({ ...one, role_in_match: "PLAYER_A" }),
  ],
  "invites-to-another-round": [
    "Invites to the round after this one.",
    (one) => ({ ...one, round_id: Number(one.round_id) + 1 }),
  ],
  "round-as-text": [
    "Writes the number of the round as a text.",
    (one) => ({ ...one, round_id: String(one.round_id) }),
  ],
};

const [JOIN, CHOICE] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;

export const refereeInvitationMutants: readonly Mutant[] = [
  {
    id: "referee:errors-in-another-conversation",
    fault: "Sends GAME_ERROR under a new conversation_id.",
    inject: changeCall("GAME_ERROR", (message) => ({ ...message, conversation_id: "conv-errors" })),
  },
  {
    id: "referee:reports-in-another-conversation",
    fault: "Reports a match under a new conversation_id.",
    inject: changeCall("MATCH_RESULT_REPORT", (message) => ({ ...message, conversation_id: "conv-report" })),
  },
  // Invitations with one wrong member.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: changeCall("GAME_INVITATION", change),
    }),
  ),
  {
    id: "referee:names-player-as-its-own-opponent",
    fault: "Names the invited player itself as its opponent.",
    inject: () => {
      const orders = new Orders();
      const wrong = onCall("GAME_INVITATION", (send, body, _, url) => {
        const invitation = body.params as JsonObject;
        return send({ ...body, params: { ...invitation, opponent_id: orders.addressee(invitation, url) } });
      });
      return all(orders.listening, wrong);
    },
  },
  {
    id: "referee:invites-one-after-the-other",
    fault: "Invites the second player only when the first has answered.",
    inject: serialisesCalls("GAME_INVITATION"),
  },
  {
    id: "referee:asks-before-both-have-joined",
    fault: "Calls a player for its choice as soon as that one has joined.",
    inject: onCall("GAME_INVITATION", async (send, body, { clock }) => {
      const reply = await send(body);
      const {
        league_id: _,
        role_in_match: __,
        opponent_id,
        round_id,
        ...invitation
      } = body.params as JsonObject;
      const player_id = /"player_id":"([^"]+)"/.exec(reply.body)?.[1];
      const context = { opponent_id, round_id, your_standings: { wins: 0, losses: 0, draws: 0 } };
      const deadline = utc(clock.now() + deadlineOf("CHOOSE_PARITY_CALL"));
      const call = { ...invitation, message_type: "CHOOSE_PARITY_CALL", player_id, context, deadline };
      void send({
        jsonrpc: "2.0",
        id: `early-${String(body.id)}`,
        method: "choose_parity",
        params: call,
      }).catch(() => undefined);
      return reply;
    }),
  },
  // Referees that reuse data of earlier matches of a player, or order players by their ids.
  {
    id: "referee:sides-in-order-of-ids",
    fault: "Invites the player whose id comes first as player A.",
    inject: () => {
      const orders = new Orders();
      const wrong = onCall(JOIN, (send, body, _, url) => {
        const invitation = body.params as JsonObject;
        const isFirst = String(orders.addressee(invitation, url)) < String(invitation.opponent_id);
        return send({ ...body, params: { ...invitation, role_in_match: isFirst ? "PLAYER_A" : "PLAYER_B" } });
      });
      return all(orders.listening, wrong);
    },
  },
  {
    id: "referee:choices-in-order-of-ids",
    fault: "Publishes player A's choice under the id that comes first.",
    inject: changeEnding(({ choices, players }) => {
      const sorted = players.toSorted();
      return {
        choices: Object.fromEntries(sorted.map((id, index) => [id, choices[String(players[index])]])),
      };
    }),
  },
  {
    id: "referee:reuses-addresses",
    fault: "Calls each player at its address of its first match.",
    inject: () => {
      const known = new Map<unknown, unknown>();
      const first = (order: JsonObject, side: string) => {
        const [id, url] = [order[`player_${side}_id`], order[`player_${side}_endpoint`]];
        if (url !== undefined && !known.has(id)) known.set(id, url);
        return url === undefined ? {} : { [`player_${side}_endpoint`]: known.get(id) };
      };
      const old = (order: JsonObject) => ({ ...order, ...first(order, "A"), ...first(order, "B") });
      return all(
        changeRequest("RUN_MATCH", old),
        changeRequest("ROUND_ANNOUNCEMENT", (round) => ({ ...round, matches: announcedIn(round).map(old) })),
      );
    },
  },
  {
    id: "referee:reuses-choices",
    fault: "Uses a player's choice in its first match as its choice in every other.",
    inject: () => {
      const known = new Map<unknown, unknown>();
      return changeAnswered(CHOICE, (answer) => {
        const first = known.get(answer.player_id) ?? answer.parity_choice;
        known.set(answer.player_id, first);
        return { ...answer, parity_choice: first };
      });
    },
  },
  {
    id: "referee:one-conversation-for-a-pair",
    fault: "Continues the conversation of the match before when the same two players meet again.",
    inject: () => {
      const orders = new Orders();
      const known = new Map<string, unknown>();
      const continued = withConversation((message) => {
        const pair =
          orders
            .of(message)
            ?.players.map(({ id }) => id)
            .toSorted()
            .join(" ") ?? "";
        const conversation = known.get(pair) ?? message.conversation_id;
        known.set(pair, conversation);
        return String(conversation);
      });
      return all(orders.listening, continued);
    },
  },
  {
    id: "referee:repeats-a-decline",
    fault: "Does not invite a player again that has once declined, and publishes that it has lost.",
    inject: () => {
      const orders = new Orders();
      const banned = new Set<unknown>();
      const stores = changeAnswered(JOIN, ({ player_id, accept }) => {
        if (accept === false) banned.add(player_id);
        return undefined;
      });
      const answersItself = onCall(JOIN, async (send, body, _, url) => {
        const message = body.params as JsonObject;
        const addressee = orders.addressee(message, url);
        const declined = { arrival_timestamp: message.timestamp, accept: false };
        return banned.has(addressee)
          ? resultOf(body, fromPlayer(message, "GAME_JOIN_ACK", addressee, declined))
          : send(body);
      });
      return all(orders.listening, stores, answersItself);
    },
  },
  // Referees that use several conversations in a match.
  {
    id: "referee:new-conversation-for-each-message",
    fault: "Begins a new conversation with every message.",
    inject: () => {
      let count = 0;
      return withConversation(() => {
        count += 1;
        return `conv-message-${count}`;
      });
    },
  },
  {
    id: "referee:one-conversation-for-all",
    fault: "Uses the same conversation_id in all its matches.",
    inject: withConversation(() => "conv-of-this-referee"),
  },
  {
    id: "referee:conversation-for-each-player",
    fault: "Uses two conversations for the two players of a match.",
    inject: withConversation((message, url) => `${String(message.conversation_id)}-${new URL(url).port}`),
  },
  // Referees with a wrong sender or without a token.
  {
    id: "referee:keeps-its-own-id",
    fault: "Uses another id than the one that the league manager assigned.",
    inject: changeCall("*", (message) =>
      message.auth_token === undefined ? undefined : { ...message, sender: "referee:alpha" },
    ),
  },
  {
    id: "referee:shows-no-token",
    fault: "Leaves the auth_token out of all its messages.",
    inject: changeCall("*", ({ auth_token: _, ...message }) => message),
  },
  {
    id: "referee:shows-another-token",
    fault: "Sends another auth_token than the assigned one.",
    inject: changeCall("*", (message) =>
      message.auth_token === undefined ? undefined : { ...message, auth_token: "token-of-my-own" },
    ),
  },
  {
    id: "referee:repeats-reports-in-another-conversation",
    fault: "Sends a report again under another conversation_id.",
    inject: () => {
      const reported = new Set<unknown>();
      return onCall("MATCH_RESULT_REPORT", async (send, body) => {
        const message = body.params as JsonObject;
        if (reported.size !== reported.add(message.match_id).size) return send(body);
        const own = String(message.conversation_id);
        const reply = await send({ ...body, params: { ...message, conversation_id: `${own}-again` } });
        return { ...reply, body: reply.body.replaceAll(`"${own}-again"`, `"${own}"`) };
      });
    },
  },
  {
    id: "referee:asks-in-turn-after-a-repetition",
    fault: "Calls the players for their choices one after the other when one of them was invited again.",
    inject: () => {
      const invited = new Map<string, number>();
      const first = new Map<unknown, Promise<unknown>>();
      const count = (match: unknown) =>
        [...invited].filter(([key, times]) => key.startsWith(`${String(match)} `) && times > 1).length;
      return all(
        onCall("GAME_INVITATION", (send, body, _, url) => {
          const key = `${String((body.params as JsonObject).match_id)} ${url}`;
          invited.set(key, (invited.get(key) ?? 0) + 1);
          return send(body);
        }),
        onCall("CHOOSE_PARITY_CALL", async (send, body) => {
          const { match_id } = body.params as JsonObject;
          const other = first.get(match_id);
          if (count(match_id) === 0) return send(body);
          if (other !== undefined) {
            await other;
            return send(body);
          }
          const answer = send(body);
          first.set(
            match_id,
            answer.catch(() => undefined),
          );
          return answer;
        }),
      );
    },
  },
  {
    id: "referee:repeats-calls-with-zeros",
    fault: "Has zeros in `your_standings` of a repeated call.",
    inject: () => {
      const asked = new Set<string>();
      return onCall("CHOOSE_PARITY_CALL", (send, body, _, url) => {
        const call = body.params as JsonObject;
        const your_standings = { wins: 0, losses: 0, draws: 0 };
        const context = { ...(call.context as JsonObject), your_standings };
        const isFirst = asked.size !== asked.add(`${String(call.match_id)} ${url}`).size;
        return send(isFirst ? body : { ...body, params: { ...call, context } });
      });
    },
  },
];
