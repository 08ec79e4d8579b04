/** The league manager's files, kept up to date from the events of the league; they can be read while it runs. */
import { join } from "node:path";
import type { LeagueEvent } from "@league-v2/sdk";
import type { LeagueListener } from "../league/follow.js";
import type { LeagueProjection } from "../league/league-projection.js";
import { registryView, resultView, roundsView, standingsView } from "./league-views.js";
import { safeName } from "./safe-name.js";
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
