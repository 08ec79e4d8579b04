import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { valueAt } from "../../../json/pointer.js";
import { show } from "../../../json/text.js";
import { GAME_TYPE } from "../../../peers/scripted-manager.js";
import { inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

/** "Any address of this machine": to be listened at; from another machine it leads to nobody. */
const NOWHERE = ["0.0.0.0", "[::]"];

/** The registration came before this check; the match shows that it is this player's. */
export default check<PlayerBench>({
  id: "player/registration/introduces-itself",
  title: "sends player_meta with display_name, version, game_types and contact_endpoint",
  decides: ["PLY-REG-02"],
  kills: [
    "player:registers-without-name",
    "player:registers-without-version",
    "player:registers-without-games",
    "player:registers-for-another-game",
    "player:registers-an-old-version",
    "player:registers-flat",
    "player:registers-no-host",
  ],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    const message = bench.registered.registration?.message;
    bench.note(`it had registered with ${JSON.stringify(message)}`);
    await inMatch(bench, async () => undefined);
    const meta = bench.expect(message?.player_meta, "player_meta of LEAGUE_REGISTER_REQUEST");
    meta.isObject();
    for (const member of ["/display_name", "/version", "/contact_endpoint", "/game_types/0"])
      meta.at(member).isText();
    const games = valueAt(message, "/player_meta/game_types");
    bench.expect.that(Array.isArray(games) && games.includes(GAME_TYPE), {
      diagnosis: `game_types of its player_meta is ${show(games)}; expected a list with "${GAME_TYPE}", the game of the league`,
      expected: `["${GAME_TYPE}"]`,
      received: show(games),
    });
    const endpoint = String(valueAt(message, "/player_meta/contact_endpoint"));
    const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : "";
    bench.expect.that(!NOWHERE.includes(host), {
      diagnosis: `the player registered the endpoint ${endpoint}; ${host} is where it listens, not where others reach it`,
      expected: `an endpoint that others can call, such as ${bench.player.url}`,
      received: endpoint,
    });
    const version = valueAt(message, "/player_meta/protocol_version");
    const what = "protocol_version of its player_meta";
    if (version !== undefined && version !== null)
      bench.expect(version, what).matches(/^([2-9]|[1-9]\d+)\./, "2.0.0 or later");
  },
});
