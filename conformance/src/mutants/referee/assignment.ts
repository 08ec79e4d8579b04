/** Wrong answers to RUN_MATCH. */
import { deadlineOf } from "../../contract.js";
import { mutant } from "../mutant.js";
import {
  all,
  answerInstead,
  changeReply,
  changeRequest,
  delaysReply,
  onCall,
  resultReply,
} from "../surgery.js";
import { acknowledgement } from "./_acknowledgement.js";
import { fromPlayer, resultOf } from "./_calls.js";
import { announcedIn, Orders, startsOnOrders } from "./_orders.js";

export default [
  mutant({
    id: "referee:never-starts",
    fault: "Acknowledges every match and plays none.",
    surgery: all(
      startsOnOrders,
      answerInstead("RUN_MATCH", (order, body) => resultReply(body, acknowledgement(order))),
    ),
  }),
  mutant({
    id: "referee:invites-only-a",
    fault: "Invites player A only, and takes B for joined.",
    surgery: () => {
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
  }),
  mutant({
    id: "referee:one-match-a-round",
    fault: "Acknowledges all matches of a round, and plays the one that it is told of last.",
    surgery: () => {
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
  }),
  mutant({
    id: "referee:plays-whatever-is-announced",
    fault: "Plays the matches of every referee.",
    surgery: changeRequest("ROUND_ANNOUNCEMENT", (round) => {
      const matches = announcedIn(round);
      const { referee_endpoint } = matches.at(-1) ?? {};
      return { ...round, matches: matches.map((match) => ({ ...match, referee_endpoint })) };
    }),
  }),
  mutant({
    id: "referee:acknowledges-another-match",
    fault: "Acknowledges a match with the id of another.",
    surgery: changeReply("RUN_MATCH", (ack) => ({ ...ack, match_id: "R9999M9" })),
  }),
  mutant({
    id: "referee:acknowledges-with-ok",
    fault: 'Answers RUN_MATCH with the status "ok".',
    surgery: changeReply("RUN_MATCH", (ack) => ({ ...ack, status: "ok" })),
  }),
  mutant({
    id: "referee:never-answers-run-match",
    fault: "Plays a match without ever answering RUN_MATCH.",
    surgery: delaysReply("RUN_MATCH", Number.MAX_SAFE_INTEGER),
  }),
  mutant({
    id: "referee:acknowledges-late",
    fault: "Answers RUN_MATCH when the players have answered.",
    surgery: delaysReply("RUN_MATCH", deadlineOf("GAME_INVITATION") * 0.9),
  }),
];
