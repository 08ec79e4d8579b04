/** Sends one message to many agents: best effort, no longer than the deadline, without waiting for suspended ones (IS 2.5). */
import { AbortedError, isSilence, LeagueError } from "../../client/errors.js";
import type { LivenessTracker } from "../dispatch/liveness-tracker.js";
import type { Member } from "../store/store.js";

/** The members that have answered the message, and those that have not. */
export interface Delivery {
  readonly acknowledged: readonly Member[];
  readonly missed: readonly Member[];
}

/**
 * Sends to all members concurrently, and resolves when every member that is not suspended has answered or missed its deadline.
 * A refusal is no acknowledgement, but shows that the agent runs; a missed deadline or a failed connection is neither.
 * @param send one message to one member; rejects with a LeagueError without an acknowledgement
 * @param background gets the sending to suspended members
 */
export async function broadcast(
  members: readonly Member[],
  liveness: LivenessTracker,
  send: (member: Member) => Promise<unknown>,
  background: (work: Promise<unknown>) => void,
): Promise<Delivery> {
  const acknowledged = new Set<Member>();
  const waited = members.map((member) => {
    const suspended = liveness.isSuspended(member.id);
    const sent = sendTo(member);
    return suspended ? background(sent) : sent;
  });
  await Promise.all(waited);
  return {
    acknowledged: members.filter((member) => acknowledged.has(member)),
    missed: members.filter((member) => !acknowledged.has(member)),
  };

  async function sendTo(member: Member): Promise<void> {
    try {
      await send(member);
      acknowledged.add(member);
      liveness.answered(member.id);
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      if (isSilence(error)) liveness.missed(member.id);
      else liveness.answered(member.id);
    }
  }
}
