/** Some players of other forms take no message without a token, not even from a league manager, which has none to show. */
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import type { Answer } from "../peers/answer.js";
import { PeerClient } from "../peers/peer-client.js";
import { Codec } from "../profiles/codec.js";
import { unrecorded } from "./probe.js";

/** No token, and not empty: what the SDK sends to such players. */
const WORD = "none";

const blank = { "/auth_token": WORD };

/** A round in which this player has no match. */
const ROUND = {
  round_id: 1,
  matches: [
    {
      ...{ match_id: "R1M9", game_type: "even_odd", player_A_id: "P90", player_B_id: "P91" },
      referee_endpoint: "http://127.0.0.1:8001/mcp",
    },
  ],
};

/**
 * Tries an announcement, if the player's form is not one of league.v2. If it is refused because of a missing token, and
 * understood with a placeholder, the run's form has that placeholder.
 *
 * @returns notes for the user
 */
export async function placeholderForToken(context: RunContext, instance: AgentInstance): Promise<string[]> {
  const { codec, role } = context;
  if (role !== "player" || codec.isLeagueForm) return [];
  if (!isOfToken(await announced(context, instance))) return [];
  const { profile, dialect } = codec;
  const envelope = { ...profile.envelope, blank: { ...profile.envelope.blank, ...blank } };
  context.codec = new Codec({ ...profile, envelope, dialect, isLeagueForm: false });
  const answer = await announced(context, instance);
  if (answer.outcome === "refusal") {
    context.codec = codec;
    return [];
  }
  const { derivedProfile: derived } = context;
  const base = derived ?? {
    name: "derived",
    title: "The form of this player",
    description: "",
    extends: codec.name,
  };
  context.derivedProfile = {
    ...base,
    envelope: { ...base.envelope, blank: { ...base.envelope?.blank, ...blank } },
  };
  return [`the player takes no message without a token: those of the league manager have the word "${WORD}"`];
}

function announced(context: RunContext, { agent, leagueId, peerContext }: AgentInstance): Promise<Answer> {
  const who = { name: "league_manager", sender: "league_manager" };
  const manager = new PeerClient(unrecorded(context, peerContext), who);
  return manager.say(agent, "ROUND_ANNOUNCEMENT", { league_id: leagueId, ...ROUND });
}

function isOfToken(answer: Answer): boolean {
  return answer.outcome === "refusal" && /token/i.test(answer.refusal.message);
}
