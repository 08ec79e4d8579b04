/** Our agents with a gateway that reads any form. */
import * as core from "../../src/index.js";
import { withForms } from "../../src/wire/gateway/with-forms.js";

export * from "../../src/index.js";

const any = { forms: "any" } as const;

export const createPlayer = (options: core.PlayerOptions) => withForms(core.createPlayer(options), any);
export const createReferee = (options: core.RefereeOptions) => withForms(core.createReferee(options), any);
export const createLeagueManager = (options: core.LeagueManagerOptions = {}) =>
  withForms(core.createLeagueManager(options), any);
export { MemoryStore } from "../../src/store/index.js";
