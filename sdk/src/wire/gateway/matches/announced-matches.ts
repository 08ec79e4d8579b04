/**
 * Matches that a league of another form only announces: no call starts them at our referee. The gateway orders them after a while, with
 * the announced addresses, or at the documents' ports. An order that arrives meanwhile takes its match away.
 */

import { methods } from "@league-v2/contract";
import { sleep } from "../../../platform/clock.js";
import { describeError } from "../../../platform/log.js";
import { envelopeOf } from "../../message/contract.js";
import { asText, isObject } from "../../message/members.js";
import type { JsonObject } from "../../message/types.js";
import { addressByNumber } from "../inward.js";
import type { GatewayParts } from "../parts.js";

/** The wait for an order: as long as a player may take to join. */
const graceMs = methods.handle_game_invitation.deadlineMs;
/** The same in a league whose registration follows the documents: as long as a match takes. */
const canonicalGraceMs = graceMs + methods.choose_parity.deadlineMs;
/** The same for a match that is announced with the addresses of its players, which an order would tell. */
const addressedMs = 1000;

export class AnnouncedMatches {
  readonly #parts: GatewayParts;
  readonly #taken = new Set<string>();
  /** Whether the league has ordered a match: then it orders all of them. */
  #isOrdered = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  ordered(match_id: unknown): void {
    this.#isOrdered = true;
    this.#taken.add(asText(match_id));
  }

  /** @param round canonical, with the further members of the league */
  note(round: JsonObject): void {
    const { context, peers, ownId } = this.#parts;
    const { league, endpoint } = context;
    if (league === undefined || !Array.isArray(round.matches)) return;
    const peer = peers.at(league);
    const isForeign = (peer.form !== undefined && peer.form !== null) || peer.token === undefined;
    const own = round.matches.filter(isObject).filter((match) => {
      // Announcements that name the referee by its id are from other leagues.
      const isHere = match.referee_endpoint === endpoint && (isForeign || isAddressed(match));
      return match.referee_id === undefined ? isHere : match.referee_id === ownId();
    });
    if (own.length === 0 || (!isForeign && this.#isOrdered)) return;
    const wait = own.every(isAddressed) ? addressedMs : isForeign ? graceMs : canonicalGraceMs;
    this.#start(league, round, own, wait, isForeign).catch((error: unknown) => {
      this.#parts.log("warn", `announced matches could not be started: ${describeError(error)}`);
    });
  }

  async #start(
    league: string,
    round: JsonObject,
    matches: readonly JsonObject[],
    wait: number,
    isForeign: boolean,
  ): Promise<void> {
    const { context, signal, deliver } = this.#parts;
    await sleep(context.clock, wait, signal);
    const due = matches.filter(({ match_id }) => !this.#taken.has(asText(match_id)));
    if (due.length === 0 || (!isForeign && this.#isOrdered)) return;
    for (const match of due) {
      const { match_id, game_type, player_A_id, player_B_id } = match;
      const [a, b] = [
        match.player_A_endpoint ?? addressByNumber("player", player_A_id, league),
        match.player_B_endpoint ?? addressByNumber("player", player_B_id, league),
      ];
      if (a === undefined || b === undefined || this.#taken.has(asText(match_id))) continue;
      this.#taken.add(asText(match_id));
      const { conversation_id, round_id, league_id } = round;
      const envelope = envelopeOf("RUN_MATCH", "league_manager", this.#parts.now(), conversation_id);
      const order = { league_id, round_id, match_id, game_type, player_A_id, player_B_id };
      await deliver("run_match", {
        ...envelope,
        ...order,
        player_A_endpoint: a,
        player_B_endpoint: b,
      });
    }
  }
}

function isAddressed({ player_A_endpoint, player_B_endpoint }: JsonObject): boolean {
  return player_A_endpoint !== undefined && player_B_endpoint !== undefined;
}
