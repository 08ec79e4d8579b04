import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { isObject } from "../../../json/pointer.js";
import { GAME_TYPE } from "../../../peers/scripted-manager.js";

/** In whatever form it registers: `referee_meta` of IS and RA, or the flat members of RS. */
export default check<RefereeBench>({
  id: "referee/registration/registers",
  title: "registers when it is started, with its name, version, game types and endpoint",
  decides: ["REF-REG-01"],
  kills: [
    "referee:registers-without-endpoint",
    "referee:registers-wrong-endpoint",
    "referee:registers-without-name",
    "referee:never-registers",
  ],
  worstCaseMs: deadlineOf("REFEREE_REGISTER_REQUEST"),
  async run({ registration, referee, expect }) {
    const { message, displayName, endpoint } = registration;
    const meta = isObject(message.referee_meta) ? message.referee_meta : message;
    expect(displayName, "the display name in the registration").isText();
    expect(meta.version, "the version in the registration").isText();
    const games = meta.game_types ?? meta.supported_game_types;
    expect.that(Array.isArray(games) && games.includes(GAME_TYPE), {
      diagnosis: `the game types in the registration are ${JSON.stringify(games)}; expected a list with "${GAME_TYPE}"`,
      expected: `a list with "${GAME_TYPE}"`,
      received: JSON.stringify(games) ?? "nothing",
    });
    expect(endpoint, "the endpoint in the registration").matches(/^https?:\/\/[^/]+/, "an http URL");
    const port = (url: string) => (URL.canParse(url) ? new URL(url).port : "");
    expect(port(endpoint ?? ""), `the port of the endpoint ${endpoint} in the registration`).is(
      port(referee.url),
      "The league sends matches to this endpoint.",
    );
  },
});
