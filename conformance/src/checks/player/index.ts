/** All checks of a player, by file. */
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import type { Check } from "../../types.js";
import { acknowledgementChecks } from "./acknowledgement.js";
import { choiceChecks } from "./choice.js";
import { endChecks } from "./end.js";
import { errorChecks } from "./error.js";
import { impostorChecks } from "./impostor.js";
import { joinChecks } from "./join.js";
import { registrationChecks } from "./registration.js";

export const playerChecks: Readonly<Record<string, readonly Check<PlayerFixture>[]>> = {
  acknowledgement: acknowledgementChecks,
  choice: choiceChecks,
  end: endChecks,
  error: errorChecks,
  impostor: impostorChecks,
  join: joinChecks,
  registration: registrationChecks,
};
