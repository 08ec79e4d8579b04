/** Whether an instance can serve another check after one that it did not pass. */

import type { RunContext } from "../../fixtures/context.js";
import type { AgentInstance, PlayerInstance, RefereeInstance } from "../../fixtures/start.js";
import { plainAnswer } from "../../fixtures/transport-fixture.js";
import { gracePeriodMs } from "../../time/protocol-deadlines.js";

/**
 * After this many instances that were given up the rest are used on: an agent that is never as it was at first would be
 * started again for every check.
 */
const MOST_GIVEN_UP = 8;

/** For one match, of an agent that does not think long. */
const ENOUGH_MS = 3 * gracePeriodMs();

/**
 * The health test of one run.
 * @param usual the agent's answer at the start of the run; default its answer in the first test
 */
export function instanceHealth(
  context: RunContext,
  usual?: string,
): (instance: AgentInstance) => Promise<boolean> {
  let atFirst = usual;
  let givenUp = 0;
  return async (instance) => {
    if (instance.agent.instance.hasEnded()) return false;
    const now = await answerOf(context, instance);
    atFirst ??= now;
    const isSound = now === atFirst && (await stillPlays(context, instance));
    if (isSound) return true;
    givenUp += 1;
    return givenUp > MOST_GIVEN_UP;
  };
}

/** How the agent takes a plain message: what comes of it is not held against it. */
export async function answerOf(context: RunContext, instance: AgentInstance): Promise<string> {
  const { peerContext } = instance;
  return (await plainAnswer(context, instance, { peerContext, random: peerContext.random })).outcome;
}

/** A member that lives on may play no more after what was done to it. */
async function stillPlays(context: RunContext, instance: AgentInstance): Promise<boolean> {
  switch (context.role) {
    case "player":
      return context.seen.choose.done === 0 || stillChooses(instance as PlayerInstance);
    case "referee":
      return stillReferees(instance as RefereeInstance);
    case "manager":
      return true;
  }
}

/** One that answers late is no other player than before. */
async function stillChooses({ league, agent, peerContext }: PlayerInstance): Promise<boolean> {
  const match = league.match({}, league.referee(peerContext.form.knownReferee ?? "REF01"));
  await match.invite(agent);
  const { outcome } = await match.askChoice(agent, { timeoutMs: ENOUGH_MS });
  await match.gameOver(agent);
  return outcome === "message" || outcome === "failure";
}

/** A referee that still waits for the players of an earlier match may have no place for another one. */
async function stillReferees({ league }: RefereeInstance): Promise<boolean> {
  const match = await league.runMatch({ timeoutMs: ENOUGH_MS, settleMs: 0 });
  return match.report !== undefined;
}
