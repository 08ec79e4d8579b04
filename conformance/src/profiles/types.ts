/** Wire profiles of the suite: the SDK's data with its meaning for the clauses. */
import type { WireProfile as Profile } from "@league-v2/sdk/wire";

export type { Variables } from "@league-v2/sdk/codec";
export type { ProfileDocument } from "@league-v2/sdk/wire";

/** Whose clauses hold: those of the messages that a form is made from, wherever it puts them. */
export type Dialect = "canonical" | "flat";

/** The dialect of a form of league.v2; in any other form members may be missing or have other words. */
export type LeagueForm = Dialect | "other";

export interface WireProfile extends Profile {
  readonly dialect: Dialect;
  /** One of the forms of league.v2 itself. Any other one costs the clause about the wire form, and nothing else. */
  readonly isLeagueForm: boolean;
}

/** The forms of league.v2: those of its documents, and that of the Model Context Protocol. */
export const LEAGUE_FORMS: readonly string[] = ["canonical", "flat", "mcp"];
