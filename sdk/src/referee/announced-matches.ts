/**
 * Matches that a league of another form only announces: no call starts them. Their referee requests the players' addresses
 * from the league, and calls a player without one at the documents' port of its number. An order that arrives meanwhile
 * removes its match from this list, and a match is played once in any case.
 */
import { leagueQuery, methods, type RoundAnnouncementIn, type refereeCalls } from "@league-v2/contract";
import type { AgentRuntime } from "../agent/assembly/agent-runtime.js";
import { wireParts } from "../agent/assembly/load-wire-parts.js";
import type { Registration } from "../agent/core/agent.js";
import { addressByNumber } from "../agent/wire-forms/address-by-number.js";
import { allowHosts } from "../domain/endpoint-policy.js";
import { noToken } from "../domain/tokens.js";
import { sleep } from "../platform/clock.js";
import { type Assignment, readAssignment } from "./assignment.js";

/** The wait for an order: as long as a player may take to join. */
const graceMs = methods.handle_game_invitation.deadlineMs;
/** The same in a league whose registration follows the documents: as long as a match takes. */
const canonicalGraceMs = graceMs + methods.choose_parity.deadlineMs;

export interface AnnouncedSetting {
  readonly runtime: AgentRuntime<typeof refereeCalls>;
  readonly isTaken: (match_id: string) => boolean;
  readonly take: (assignment: Assignment) => Promise<unknown>;
}

type Announced = RoundAnnouncementIn["matches"][number] & {
  readonly referee_id?: unknown;
  readonly player_A_endpoint?: unknown;
};

export class AnnouncedMatches {
  readonly #setting: AnnouncedSetting;

  /** Whether the league has ordered a match: then it orders all of them. */
  #isOrdered = false;

  constructor(setting: AnnouncedSetting) {
    this.#setting = setting;
  }

  ordered(): void {
    this.#isOrdered = true;
  }

  /** @param me the registration of this referee */
  note(round: RoundAnnouncementIn, { id, auth_token }: Pick<Registration, "id" | "auth_token">): void {
    const { runtime } = this.#setting;
    const { agentContext, forms, strict } = runtime;
    // A league that gives no token follows no document.
    const isForeign = (forms.loaded?.ofLeague ?? null) !== null || auth_token === noToken;
    const { league, endpoint } = agentContext;
    const own = round.matches.filter((match: Announced) => {
      // Announcements that name the referee by its id are from other leagues.
      const isOwn =
        match.referee_id === undefined
          ? isForeign && match.referee_endpoint === endpoint
          : match.referee_id === id;
      return isOwn && match.player_A_endpoint === undefined;
    });
    if (strict || league === undefined || own.length === 0 || (!isForeign && this.#isOrdered)) return;
    const starting = this.#start(league, { ...round, matches: own }, isForeign);
    runtime.background("announced matches could not be started", starting);
  }

  async #start(
    league: string,
    { matches, round_id, league_id }: RoundAnnouncementIn,
    isForeign: boolean,
  ): Promise<void> {
    const { runtime, isTaken, take } = this.#setting;
    const waitMs = isForeign ? graceMs : canonicalGraceMs;
    await sleep(runtime.agentContext.clock, waitMs, runtime.signal);
    const due = matches.filter(({ match_id }) => !isTaken(match_id));
    if (due.length === 0 || (!isForeign && this.#isOrdered)) return;
    const addresses = await this.#addresses(league, league_id);
    const addressOf = (player: string) => addresses.get(player) ?? addressByNumber("player", player, league);
    for (const match of due) {
      const [a, b] = [addressOf(match.player_A_id), addressOf(match.player_B_id)];
      if (a === undefined || b === undefined || isTaken(match.match_id)) continue;
      const order = { ...match, round_id, league_id, player_A_endpoint: a, player_B_endpoint: b };
      await take(readAssignment(order, league_id, undefined));
    }
  }

  /** By id, from the league's answer. */
  async #addresses(league: string, league_id: string): Promise<ReadonlyMap<string, string>> {
    const { runtime } = this.#setting;
    const { senderIdentity } = runtime;
    const { addressesOf } = await wireParts.get();
    const identity = senderIdentity.signed(runtime.newConversation("conv-agents"));
    const query = {
      ...leagueQuery(identity, { league_id, query_type: "GET_STANDINGS" }),
      query_type: "GET_AGENTS",
    };
    const policy = allowHosts([new URL(league).hostname]);
    const addresses = await addressesOf(league, query, runtime);
    return new Map([...addresses].filter(([, url]) => policy.refuse(url) === null));
  }
}
