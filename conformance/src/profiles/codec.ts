/** A profile at work: the SDK's codec, which translates and is no client, with what the profile means for the clauses. */
import { findMessage, nearestTo, ProfileCodec } from "@league-v2/sdk/codec";
import type { WireProfile as Profile } from "@league-v2/sdk/wire";

export { findMessage, intendedShape, nearestTo, type RequestId, replyMessage } from "@league-v2/sdk/codec";

export class Codec extends ProfileCodec {
  readonly dialect: Dialect;
  readonly isLeagueForm: boolean;

  declare readonly profile: WireProfile;

  constructor(profile: WireProfile) {
    super(profile);
    this.dialect = profile.dialect;
    this.isLeagueForm = profile.isLeagueForm;
  }

  /** Whether a request stands where this form has it, under the name that this form gives it. */
  fits(body: unknown): boolean {
    const found = findMessage(this.plain(body));
    if (found === undefined || found.shape !== this.profile.request) return false;
    const type = this.typeOf(found);
    return type !== undefined && this.carries(found.method, type);
  }
}

/**
 * The form in which a request is read and answered: the run's own where the request is in that form, else the nearest
 * one. Agents may send in one form and receive in another.
 */
export function formOf(body: unknown, own: Codec, all: readonly Codec[]): Codec {
  if (own.fits(body) || findMessage(body) === undefined) return own;
  const fitting = all.filter((codec) => codec.fits(body));
  return nearestTo(fitting, body) ?? own;
}

// Wire profiles of the suite: the SDK's data with its meaning for the clauses.

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
