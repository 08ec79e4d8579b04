/** A player whose connection is closed first, whose next request is answered with a malformed response, and which is then accepted. */
import { deadlineOf, retryPause } from "../../../contract.js";
import type { PlayerFixture } from "../../../fixtures/member-fixtures.js";
import { MalformedReplies } from "../../../negatives/malformed-replies.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import { registrationTimeout } from "../../../time/protocol-deadlines.js";
import { times } from "../../../time/steps.js";
import { CLOSED, endingOf, launchUnregistered, registering } from "../../helpers/registration-rules.js";

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** Without these members a response accepts no player, which will try again or end. */
const DECISIVE = ["/status", "/player_id"];

/** Between two attempts to register, the longest of the pauses that the contract proposes. */
const NEXT_ATTEMPT_MS = 2 * retryPause("LEAGUE_REGISTER_REQUEST", 2);

interface MalformedResponse {
  /** It tried again when the connection was closed. */
  repeatsRegistration: boolean;
  /** The fault in the response, and the number of faults tried. */
  sent: readonly string[];
  note: string;
  /** The outcome of a match after the last attempt was accepted; undefined without one. */
  joined: Answer | undefined;
  /** "was still running" or how it ended, for a diagnosis. */
  exitStatus: string;
}

/** A closed connection, then a malformed answer, then an acceptance and an invitation. */
export const MALFORMED_RESPONSE = registering<PlayerFixture, MalformedResponse>(
  "the connection of a player was closed, and its next request answered with a malformed response",
  [
    [registrationTimeout(), registrationTimeout(), NEXT_ATTEMPT_MS, deadlineOf("GAME_INVITATION")],
    // A player that does not try again is started once more, and not answered.
    times(3, deadline),
  ],
  async (fixture) => {
    const replies = new MalformedReplies("LEAGUE_REGISTER_RESPONSE", fixture.random, DECISIVE);
    const sent: string[] = [];
    const { instance, attempt } = await launchUnregistered(fixture, ({ manager }, one, index, grant) => {
      if (index === 0) return CLOSED;
      // A response that is no acceptance must not be stored as one.
      return index === 1 ? replies.next(manager.accept({ ...one }, grant), sent) : manager.accept(one, grant);
    });
    const repeatsRegistration = (await attempt(2, registrationTimeout())) !== undefined;
    const isAccepted = repeatsRegistration && (await attempt(3, NEXT_ATTEMPT_MS)) !== undefined;
    const { agent: player, league } = instance;
    const referee = league.referee(fixture.form.knownReferee ?? "REF01");
    const joined = isAccepted ? await league.match({}, referee).invite(player) : undefined;
    return {
      repeatsRegistration,
      sent,
      note: replies.note("player"),
      joined,
      exitStatus: endingOf(player).exitStatus,
    };
  },
);

/** Whether the player retries after a missing answer, another sign of an unreachable league manager. */
export async function retriesAfterTimeout(fixture: PlayerFixture): Promise<boolean> {
  const { attempt } = await launchUnregistered(fixture, ({ manager }, one, index, grant) =>
    index === 0 ? { http: { kind: "never" } } : manager.accept(one, grant),
  );
  return (await attempt(2, 2 * deadline)) !== undefined;
}
