/**
 * Matches that a league of another form only announces: no call starts them, and their referee asks the league where the players
 * are. An order that comes meanwhile takes its match out of here, and a match is taken once in any case.
 */
import { leagueQuery, methods, type RoundAnnouncementIn, type refereeCalls } from "@league-v2/contract";
import type { AgentRuntime } from "../agent/agent-runtime.js";
import { wireParts } from "../agent/load-wire-parts.js";
import { allowHosts } from "../domain/endpoint-policy.js";
import { sleep } from "../platform/clock.js";
import { type Assignment, readAssignment } from "./assignment.js";

/** How long an order is waited for: as long as a player may take to join. */
const graceMs = methods.handle_game_invitation.deadlineMs;

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

  constructor(setting: AnnouncedSetting) {
    this.#setting = setting;
  }

  /** @param me the id of this referee */
  note(round: RoundAnnouncementIn, me: string): void {
    const { runtime } = this.#setting;
    const { agentContext, forms, strict } = runtime;
    const isForeign = (forms.loaded?.ofLeague ?? null) !== null;
    const { league, endpoint } = agentContext;
    const own = round.matches.filter((match: Announced) => {
      const isOwn =
        match.referee_id === undefined ? match.referee_endpoint === endpoint : match.referee_id === me;
      return isOwn && match.player_A_endpoint === undefined;
    });
    if (strict || !isForeign || league === undefined || own.length === 0) return;
    runtime.background(
      "announced matches could not be started",
      this.#start(league, { ...round, matches: own }),
    );
  }

  async #start(league: string, { matches, round_id, league_id }: RoundAnnouncementIn): Promise<void> {
    const { runtime, isTaken, take } = this.#setting;
    await sleep(runtime.agentContext.clock, graceMs, runtime.signal);
    const due = matches.filter(({ match_id }) => !isTaken(match_id));
    if (due.length === 0) return;
    const addresses = await this.#addresses(league, league_id);
    for (const match of due) {
      const [a, b] = [addresses.get(match.player_A_id), addresses.get(match.player_B_id)];
      if (a === undefined || b === undefined || isTaken(match.match_id)) continue;
      const order = { ...match, round_id, league_id, player_A_endpoint: a, player_B_endpoint: b };
      await take(readAssignment(order, league_id, undefined));
    }
  }

  /** By id, as the league tells them. */
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
