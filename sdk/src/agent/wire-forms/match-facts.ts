/** An agent's data about each match: for forms that omit members that the documents repeat. */

import { asText } from "../../wire/as-text.js";
import type { JsonObject, Variables } from "../../wire/index.js";
import { defined } from "../../wire/members.js";

/** More matches than any agent is in at a time. */
const mostMatches = 1024;

export class MatchFacts {
  readonly #facts = new Map<string, Variables>();

  /** The stored facts of the match in a message. */
  of(message: JsonObject): Variables {
    const { match_id, game_id, game_invitation } = message as {
      match_id?: unknown;
      game_id?: unknown;
      game_invitation?: { match_id?: unknown };
    };
    const known = this.#facts.get(asText(match_id ?? game_invitation?.match_id));
    return known ?? this.#facts.get(asText(game_id)) ?? {};
  }

  /** Stores the facts of a canonical message that was received or answered. */
  note(type: string, message: JsonObject): void {
    const { league_id, round_id, match_id, opponent_id } = message;
    if (type === "ROUND_ANNOUNCEMENT" && Array.isArray(message.matches)) {
      for (const match of message.matches as JsonObject[]) {
        const { player_A_id: player_a, player_B_id: player_b, referee_endpoint } = match;
        this.#learn(match.match_id, { league_id, round_id, player_a, player_b, referee_endpoint });
      }
    }
    if (type === "RUN_MATCH") {
      const { player_A_id: player_a, player_B_id: player_b } = message;
      this.#learn(match_id, { league_id, round_id, player_a, player_b });
    }
    if (type === "GAME_INVITATION") {
      // A referee without a token may omit its name in later messages.
      const referee = message.auth_token === undefined ? message.sender : undefined;
      this.#learn(match_id, { league_id, round_id, opponent_id, referee });
    }
    if (type === "CHOOSE_PARITY_RESPONSE") this.#learn(match_id, { choice: message.parity_choice });
  }

  /** The variables of a result that names the players A and B only: our own choice identifies our role. */
  withRoles(about: Variables, wire: JsonObject, me: string | null): Variables {
    if (about.player_a !== undefined || me === null) return about;
    const { player_a_choice: a, player_b_choice: b } = wire;
    const ours = asText(about.choice).toLowerCase();
    const isB = asText(a).toLowerCase() !== ours && asText(b).toLowerCase() === ours;
    const other = about.opponent_id;
    return isB ? { ...about, player_a: other, player_b: me } : { ...about, player_a: me, player_b: other };
  }

  #learn(match_id: unknown, facts: Variables): void {
    if (typeof match_id !== "string") return;
    this.#facts.set(match_id, { ...this.#facts.get(match_id), ...defined(facts) });
    const [oldest] = this.#facts.keys();
    if (oldest !== undefined && this.#facts.size > mostMatches) this.#facts.delete(oldest);
  }
}
