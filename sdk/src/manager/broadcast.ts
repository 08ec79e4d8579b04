/** Telling many agents at once: best effort, nobody waits longer than the deadline, nor for the suspended (IS 2.5). */
import { AbortedError, isSilence, LeagueError } from "../client/errors.js";
import type { LivenessTracker } from "./liveness-tracker.js";
import type { Member } from "./store.js";

export interface Told {
  readonly acknowledged: readonly Member[];
  readonly missed: readonly Member[];
}

/**
 * Sends to all members concurrently, and resolves when every one that is waited for has answered or missed its deadline.
 * A refusal is no acknowledgement, but a sign of life; a missed deadline or a dead connection is neither.
 * @param send one message to one member; rejects with a LeagueError when no acknowledgement came
 * @param background takes the work that is not waited for
 */
export async function broadcast(
  members: readonly Member[],
  attention: LivenessTracker,
  send: (member: Member) => Promise<unknown>,
  background: (work: Promise<unknown>) => void,
): Promise<Told> {
  const acknowledged = new Set<Member>();
  const waited = members.map((member) => {
    const suspended = attention.isSuspended(member.id);
    const told = tell(member);
    return suspended ? background(told) : told;
  });
  await Promise.all(waited);
  return {
    acknowledged: members.filter((member) => acknowledged.has(member)),
    missed: members.filter((member) => !acknowledged.has(member)),
  };

  async function tell(member: Member): Promise<void> {
    try {
      await send(member);
      acknowledged.add(member);
      attention.answered(member.id);
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      if (isSilence(error)) attention.missed(member.id);
      else attention.answered(member.id);
    }
  }
}
