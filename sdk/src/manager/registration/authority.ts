/** Authenticates senders: every message of a registered agent is checked against its token (contract 10). */
import { LeagueRpcError } from "../../agent/core/errors.js";
import type { SenderClaim } from "../../agent/core/permission.js";
import type { Roster } from "../store/league-cache.js";
import type { Member, Store } from "../store/store.js";

/** The source of members and tokens. */
export interface Registry {
  readonly roster: Roster;
  readonly store: Pick<Store, "holdsToken">;
}

/**
 * The member that sent a message.
 * @throws LeagueRpcError E011 without a token, E005 or E013 for an unknown sender, E012 for a token that is not its own
 */
export async function authenticate(message: SenderClaim, registry: Registry): Promise<Member> {
  const { sender, auth_token } = message;
  if (!auth_token) throw new LeagueRpcError("E011", `a message of ${sender} needs its auth_token`);
  const member = await senderOf(message, registry);
  if (member === null) throw sender.startsWith("referee:") ? noReferee(sender) : noPlayer(sender);
  if (await registry.store.holdsToken(member.id, auth_token)) return member;
  throw new LeagueRpcError("E012", `that is not the token of ${sender}`);
}

/** The referee that sent a report. @throws LeagueRpcError as `authenticate`, but E013 for every sender that is not a referee */
export async function reporter(report: SenderClaim, registry: Registry): Promise<Member> {
  if (report.auth_token && !report.sender.startsWith("referee:")) throw noReferee(report.sender);
  return authenticate(report, registry);
}

/** Only the operator may send orders to the league. @throws LeagueRpcError E012 */
export function assertOperator({ sender }: SenderClaim): void {
  if (/^operator(:|$)/.test(sender)) return;
  throw new LeagueRpcError("E012", `"${sender}" may not send this; only the operator may`);
}

function noReferee(sender: string): LeagueRpcError {
  return new LeagueRpcError("E013", `no referee is registered as "${sender}"`);
}

function noPlayer(sender: string): LeagueRpcError {
  return new LeagueRpcError("E005", `no player is registered as "${sender}"`);
}

async function senderOf({ sender }: SenderClaim, { roster }: Registry): Promise<Member | null> {
  const member = await roster.member(sender.slice(sender.indexOf(":") + 1));
  return member !== null && sender === `${member.role}:${member.id}` ? member : null;
}
