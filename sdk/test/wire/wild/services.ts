/** Agents as students write them who know the messages of the league, but not its transport. */
import type { ServicePlayer, ServiceReferee } from "./service.js";
import { eventsPlayer, eventsReferee } from "./service-events.js";
import { expressPlayer, expressReferee } from "./service-express.js";
import { flaskPlayer, flaskReferee } from "./service-flask.js";
import { modelsPlayer, modelsReferee } from "./service-models.js";
import { positionalPlayer, positionalReferee } from "./service-positional.js";
import { toolsPlayer, toolsReferee } from "./service-tools.js";

export interface Service {
  readonly name: string;
  readonly player: ServicePlayer;
  readonly referee: ServiceReferee;
}

export const services: readonly Service[] = [
  { name: "models", player: modelsPlayer, referee: modelsReferee },
  { name: "flask", player: flaskPlayer, referee: flaskReferee },
  { name: "tools", player: toolsPlayer, referee: toolsReferee },
  { name: "express", player: expressPlayer, referee: expressReferee },
  { name: "positional", player: positionalPlayer, referee: positionalReferee },
  { name: "events", player: eventsPlayer, referee: eventsReferee },
];
