/** Services that register as the documents do, so that a strict manager admits them. */
import type { ServicePlayer, ServiceReferee } from "../wire/wild/service.js";
import { flaskPlayer, flaskReferee } from "../wire/wild/service-flask.js";
import { playServices } from "../wire/wild/service-league.js";
import { bodyOf } from "../wire/wild/wild-player.js";
import { rpc } from "./ask.js";
import { both, type Case, type Cases } from "./cases.js";

const canonically =
  (role: "player" | "referee"): ServicePlayer["register"] =>
  async (self, league, post) => {
    const meta = {
      ...{ display_name: self.name, version: "1.0.0", game_types: ["even_odd"] },
      ...{ contact_endpoint: `${self.base}/mcp`, max_concurrent_matches: 1 },
    };
    const message = {
      ...{ protocol: "league.v2", sender: `${role}:${self.name}`, timestamp: "2025-12-20T10:00:00Z" },
      ...{ conversation_id: `conv-${self.name}`, [`${role}_meta`]: meta },
      message_type: role === "player" ? "LEAGUE_REGISTER_REQUEST" : "REFEREE_REGISTER_REQUEST",
    };
    const { body } = await post(league, rpc(`register_${role}`, message).body);
    return bodyOf(body.result)[`${role}_id`];
  };

/** Whether two of them choose themselves. */
const players = (service: ServicePlayer): Case =>
  both(async (strict) => {
    const own = { ...service, register: canonically("player") };
    const { records, ids } = await playServices([own, own], undefined, strict);
    const choices = Object.assign({}, ...records.map(({ outcome }) => outcome.choices));
    return (
      choices[String(ids.get("service-0"))] === "odd" && choices[String(ids.get("service-1"))] === "even"
    );
  });

const referee = (service: ServiceReferee): Case =>
  both(async (strict) => {
    const own = { ...service, register: canonically("referee") };
    const { noted, results } = await playServices([], own, strict);
    return new Set(noted).size === 3 && results.every(({ status }) => status !== "TECHNICAL_LOSS");
  });

export const services: Cases = {
  "calls at the paths of a service": players(flaskPlayer),
  "an order at the path of a service": referee(flaskReferee),
};
