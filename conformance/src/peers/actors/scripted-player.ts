/** A player of the suite for a referee under test, and what its record shows. */
import type { Identity } from "../../oracle/envelope-rules.js";
import { newToken, type PeerContext } from "../exchange/peer-context.js";
import type { Reaction, Received } from "../exchange/received.js";
import { Actor } from "./actor.js";
import { acknowledges, chooses, joins, type PlayerScript } from "./behaviour.js";
import { isFromAnotherRun } from "./other-runs.js";

export interface PlayerOptions {
  id: string;
  behaviour: PlayerScript;
  expectedSender: () => Identity;
  match: { matchId: string; leagueId: string; playerA: string; playerB: string };
  /** Whether a match was played at this address before. */
  isEarlier?: (matchId: string) => boolean;
}

export function scriptedPlayer(peerContext: PeerContext, options: PlayerOptions): Actor {
  const { id, behaviour, expectedSender, match, isEarlier = () => false } = options;
  const { join = joins(), choice = chooses("even"), over = acknowledges(), refuses = false } = behaviour;
  const sender = `player:${id}`;
  const token = newToken(peerContext.random);
  return new Actor(peerContext, {
    id,
    sender,
    token,
    refuses,
    expectedSender,
    // Only its match: other instances play in the same league, and a restarted one may call a player that has ended.
    isFromAnotherRun: (message) =>
      isFromAnotherRun(message, [expectedSender()], [match.matchId]) || isEarlier(String(message.match_id)),
    variables: () => ({ recipient: id, player_a: match.playerA, player_b: match.playerB }),
    script: {
      GAME_INVITATION: join,
      CHOOSE_PARITY_CALL: choice,
      GAME_OVER: over,
      GAME_ERROR: ({ message: { match_id } }) => ({
        say: "GAME_ERROR_ACK",
        fields: { match_id, player_id: id, status: "ACKNOWLEDGED" },
      }),
    },
  });
}

/** What is known of a player: all of it is data, and follows from what it received and answered. */
export type ObservedPlayer = ReturnType<typeof observedPlayer>;

/** The record goes on while the player listens. */
export function observedPlayer(id: string, received: readonly Received[]) {
  const asked = () => received.filter(({ type }) => type === "CHOOSE_PARITY_CALL");
  return {
    id,
    received,
    /** Its actual answers to the choice calls, in order; undefined for an answer without a choice. */
    get chosen(): readonly unknown[] {
      return asked().map(({ answer }) => saidIn(answer)?.fields.parity_choice);
    },
    /** The calls that it answered with a legal choice of its own, unaltered, and the times of the answers. */
    get answered(): readonly { call: Received; at_ms: number }[] {
      return asked().flatMap((call) =>
        call.answer !== undefined && isPlainChoice(call, id) ? [{ call, at_ms: call.answer.at_ms }] : [],
      );
    },
    /** The messages that it did not answer. */
    get unanswered(): readonly Received[] {
      return received.filter(
        ({ answer }) =>
          answer !== undefined && "http" in answer.reaction && answer.reaction.http.kind === "never",
      );
    },
    /** When it acknowledged GAME_OVER for the first time, on the environment's clock. */
    get acknowledged_ms(): number | undefined {
      return received.find(
        ({ type, answer, id: request }) =>
          type === "GAME_OVER" && saidIn(answer) !== undefined && request !== undefined,
      )?.answer?.at_ms;
    },
  };
}

function saidIn(answer: Received["answer"]): Extract<Reaction, { say: string }> | undefined {
  return answer !== undefined && "say" in answer.reaction ? answer.reaction : undefined;
}

function isPlainChoice({ message, answer }: Received, id: string): boolean {
  const said = saidIn(answer);
  if (said === undefined || said.alter !== undefined || said.change !== undefined) return false;
  const { player_id, match_id, parity_choice, ...envelope } = said.fields;
  // A referee may refuse an answer from another conversation or sender, and ask again.
  const isOwn = player_id === id && match_id === message.match_id && Object.keys(envelope).length === 0;
  return isOwn && (parity_choice === "even" || parity_choice === "odd");
}
