/** The league manager's files, kept up to date from the events of the league; they can be read while it runs. */
import { join } from "node:path";
import type { LeagueEvent } from "@league-v2/sdk";
import type { Member, RecordedResult } from "@league-v2/sdk/store";
import type { LeagueListener } from "../league/follow.js";
import type { LeagueProjection } from "../league/league-projection.js";
import { safeName } from "./data-folder.js";
import type { WriteBehind } from "./write-behind.js";

/**
 * Writes `standings.json`, `rounds.json`, `registry.json` and `matches/<league>/<match>.json`.
 * @param members also `members.json`, for its owner only: what a recovery needs of the members
 */
export function leagueFiles(
  folder: string,
  files: WriteBehind,
  members?: () => Promise<readonly object[]>,
): LeagueListener {
  const write = (
    name: string,
    view: (projection: LeagueProjection) => object,
    projection: LeagueProjection,
  ) => files.put(join(folder, name), () => view(projection));

  return (event, projection) => {
    if (event.type === "result_recorded") {
      const path = join("matches", safeName(projection.league_id), `${safeName(event.result.match_id)}.json`);
      write(path, () => resultView(projection, event.result), projection);
    }
    const { registry, rounds, standings } = affected[event.type];
    if (registry) write("registry.json", registryView, projection);
    if (members && (registry || event.type === "round_announced")) {
      const { league_id } = projection;
      files.put(
        join(folder, "members.json"),
        async () => ({ league_id, members: await members() }),
        ownerOnly,
      );
    }
    if (rounds) write("rounds.json", roundsView, projection);
    if (standings) write("standings.json", standingsView, projection);
  };
}

const ownerOnly = 0o600;

interface Affected {
  readonly registry?: true;
  readonly rounds?: true;
  readonly standings?: true;
}

/** Which files an event changes. */
const affected: Readonly<Record<LeagueEvent["type"], Affected>> = {
  member_registered: { registry: true },
  league_started: { registry: true, rounds: true, standings: true },
  league_resumed: { registry: true, rounds: true, standings: true },
  round_announced: { rounds: true },
  match_started: { rounds: true },
  result_recorded: { rounds: true, standings: true },
  round_completed: { rounds: true, standings: true },
  league_completed: { rounds: true, standings: true },
};

function registryView(projection: LeagueProjection) {
  const { league_id, members } = projection;
  return {
    league_id,
    players: members.filter(({ role }) => role === "player").map(memberView),
    referees: members
      .filter(({ role }) => role === "referee")
      .map((member) => ({ ...memberView(member), max_concurrent_matches: member.max_concurrent_matches })),
  };
}

function memberView({ id, display_name, version, game_types, endpoint }: Member) {
  return { id, display_name, version, game_types, endpoint };
}

function standingsView(projection: LeagueProjection) {
  const { league_id, state, roundsCompleted, standings } = projection;
  return { league_id, state, rounds_completed: roundsCompleted, standings };
}

function roundsView(projection: LeagueProjection) {
  const { league_id, state, rounds } = projection;
  return {
    league_id,
    state,
    rounds: rounds.map(({ round_id, matches }) => ({
      round_id,
      status: projection.roundStatus(round_id),
      matches: matches.map(({ match_id, game_type, player_A_id, player_B_id, referee_id }) => ({
        match_id,
        game_type,
        player_A_id,
        player_B_id,
        referee_id: projection.result(match_id)?.referee_id ?? referee_id,
        status: projection.matchStatus(match_id),
        winner: projection.result(match_id)?.winner ?? null,
      })),
    })),
  };
}

function resultView({ league_id }: LeagueProjection, result: RecordedResult) {
  return { league_id, ...result };
}
