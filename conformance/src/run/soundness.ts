/** Whether an instance can serve another check after one that it did not pass. */

import { createExpect } from "../expect.js";
import { newPeerContext, type RunContext } from "../fixtures/context.js";
import type { RefereeInstance } from "../fixtures/referee-fixture.js";
import { type FixtureInstance, TransportFixture } from "../fixtures/transport-fixture.js";
import { ViolationLog } from "../oracle/violation-log.js";
import type { PeerContext } from "../peers/peer-context.js";
import { nothingSeen } from "../peers/seen-behaviour.js";
import { gracePeriodMs } from "../time/protocol-deadlines.js";

/**
 * After so many instances that were given up the rest are used on: an agent that is never as it was at first would be
 * started anew for every check.
 */
const MOST_GIVEN_UP = 8;

/** An instance and its peers, as far as they are looked at here. */
type Inspected = FixtureInstance & { peerContext: PeerContext };

/** The judgement of one run: it knows how the agent answered at first. */
export function soundness(context: RunContext): (instance: Inspected) => Promise<boolean> {
  let atFirst: string | undefined;
  let givenUp = 0;
  return async (instance) => {
    if (instance.agent.instance.hasEnded()) return false;
    const now = await answerOf(context, instance);
    atFirst ??= context.usualAnswer ?? now;
    const isSound = now === atFirst && (await stillPlays(context, instance));
    if (isSound) return true;
    givenUp += 1;
    return givenUp > MOST_GIVEN_UP;
  };
}

/** How the agent takes a plain message: what comes of it is not held against it. */
export async function answerOf(
  context: RunContext,
  { peerContext, ...instance }: Inspected,
): Promise<string> {
  const aside = Object.assign(newPeerContext(context, "soundness", peerContext.recorder), {
    violationLog: new ViolationLog(),
    seen: nothingSeen(),
  });
  const fixture = new TransportFixture(
    aside,
    context.role,
    instance,
    createExpect(() => 0),
    peerContext.random,
  );
  return (await fixture.valid()).outcome;
}

/** A referee that still waits for the players of an earlier match may have no place for another one. */
async function stillPlays({ role }: RunContext, instance: Inspected): Promise<boolean> {
  if (role !== "referee") return true;
  const { league } = instance as Inspected & RefereeInstance;
  const match = await league.runMatch({ patienceMs: 3 * gracePeriodMs(), settleMs: 0 });
  return match.report !== undefined;
}
