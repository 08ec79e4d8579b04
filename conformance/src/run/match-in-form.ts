/** How much of a match a player understands in one wire form. */

import { deadlineOf, isNameOf } from "../contract.js";
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import { Match } from "../peers/match.js";
import { PeerClient } from "../peers/peer-client.js";
import type { Codec } from "../profiles/codec.js";
import { asKnownReferee, isOfSender } from "./known-referee.js";
import { isOfForm, probeOne, unrecorded } from "./probe.js";

const PARITIES: readonly unknown[] = ["even", "odd"];

export interface MatchInForm {
  /** Of the three messages of a match, those that were answered with what they ask for. */
  readonly understood: number;
  /** A message was refused because of its form, or its answer could not be read. */
  readonly isFormRefused: boolean;
  /** The choice has the values of the contract. */
  readonly choosesPlainly: boolean;
}

/** Invites the player to a new match, asks for its choice and ends the match. The answers are not judged. */
export async function matchInForm(
  context: RunContext,
  instance: AgentInstance,
  codec: Codec,
): Promise<MatchInForm> {
  const play = () => playedMatch(context, instance, codec);
  const played = await play();
  if (!played.isSenderRefused) return played;
  return (await asKnownReferee(context, play, ({ understood }) => understood > 0)) ?? played;
}

async function playedMatch(
  context: RunContext,
  { agent, leagueId, ...instance }: AgentInstance,
  codec: Codec,
): Promise<MatchInForm & { readonly isSenderRefused: boolean }> {
  context.codec = codec;
  const peerContext = unrecorded(context, instance.peerContext);
  const token = Buffer.from(peerContext.random.bytes(16)).toString("hex");
  const sender = `referee:${context.knownReferee ?? `REF${100 + peerContext.random.below(900)}`}`;
  const roundId = 1_000 + peerContext.random.below(1_000_000);
  const ids = { id: `R${roundId}M1`, leagueId, roundId, opponent: "P02", role: "PLAYER_A" } as const;
  const match = new Match(peerContext, new PeerClient(peerContext, { name: sender, sender, token }), ids);
  const joined = await match.invite(agent);
  // A choice that does not come soon says nothing about its words.
  const choice = await match.askChoice(agent, { timeoutMs: deadlineOf("GAME_INVITATION") });
  const over = await match.gameOver(agent);
  const isJoined = joined.outcome === "message" && isNameOf("GAME_JOIN_ACK", joined.result.message_type);
  const isChosen = choice.outcome === "message" && PARITIES.includes(choice.result.parity_choice);
  const isOver = over.outcome === "message";
  return {
    understood: [isJoined, isChosen, isOver].filter(Boolean).length,
    isFormRefused: [joined, choice, over].some(isOfForm),
    isSenderRefused: isOfSender(joined),
    choosesPlainly: choice.outcome !== "message" || isChosen,
  };
}

/** It answers in this form; and if it is a player, its choice is not said in the words of another one. */
export async function isPlain(context: RunContext, instance: AgentInstance, form: Codec): Promise<boolean> {
  const { understood } = await probeOne(context, instance, form);
  if (understood !== "full") return false;
  return context.role !== "player" || (await matchInForm(context, instance, form)).choosesPlainly;
}
