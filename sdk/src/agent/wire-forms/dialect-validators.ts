/** The validators of the flat dialect: its messages are validated by their own schemas first. */

import type { Validator } from "@league-v2/contract";
import { flat } from "@league-v2/contract";

const rows = [flat.playerServes, flat.refereeServes, flat.leagueManagerServes].flatMap((table) =>
  Object.values<{ readonly request: string; readonly validateRequest: Validator<unknown> }>(table),
);
const byType = new Map(rows.map(({ request, validateRequest }) => [request, validateRequest]));

/** The dialect's own validator of a request, for profiles that have one. */
export function dialectValidator(profile: string, type: string): Validator<unknown> | undefined {
  return profile.split("+", 1)[0] === "flat" ? byType.get(type) : undefined;
}
