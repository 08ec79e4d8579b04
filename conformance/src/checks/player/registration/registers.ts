import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { endMatches, inMatch, isJoin, newReferee } from "../_steps.js";
import { answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/registration/registers",
  title: "registers itself with a name and the endpoint at which it serves",
  decides: ["PLY-REG-01"],
  kills: [
    "player:never-registers",
    "player:registers-without-name",
    "player:registers-other-port",
    "player:registers-without-path",
  ],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    const { player, league, expect, isOurs } = bench;
    const { registration } = player;
    if (registration === undefined && !isOurs)
      bench.notExercised("the player was running before, and has not registered here");
    expect.that(registration !== undefined, {
      diagnosis:
        "the player was started and told where its league manager is, but sent it no LEAGUE_REGISTER_REQUEST",
      expected: "LEAGUE_REGISTER_REQUEST",
      received: "nothing",
    });
    expect(registration?.displayName, "the name in the registration (player_meta.display_name)").isText();
    expect(
      registration?.endpoint,
      "the endpoint in the registration (player_meta.contact_endpoint)",
    ).isText();

    // A twin control: the same invitation, once to the endpoint that it registered, once to where it was started.
    const { id, name, identity, variables, url } = player;
    const there = { id, name, identity, variables, url: registration?.endpoint ?? url };
    const atEndpoint = league.match({}, newReferee(bench));
    const found = URL.canParse(there.url) ? await atEndpoint.invite(there) : undefined;
    await endMatches(bench, atEndpoint);
    // A refusal comes from the player too; an HTTP error or no answer does not.
    const serves =
      found !== undefined &&
      (isJoin(found) || (found.outcome === "refusal" && found.refusal.form !== "http"));
    if (!serves) await inMatch(bench, async () => undefined);
    expect.that(serves, {
      diagnosis: `the player serves at ${url}, but an invitation to the endpoint that it registered, ${there.url}, met ${found?.describe() ?? "no URL"}`,
      expected: `an endpoint that serves, such as ${url}`,
      received: there.url,
    });
  },
});
