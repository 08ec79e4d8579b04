/** Permission checks of an agent without a registry (contract 10). */
import { sameSecret } from "../../domain/tokens.js";
import { LeagueRpcError } from "./errors.js";

/** The stated sender of a message, and its token as proof. */
export interface SenderClaim {
  readonly sender: string;
  readonly auth_token?: string | null;
}

/** Only the league manager may send announcements and orders. @throws LeagueRpcError E012 */
export function assertLeagueManager(message: { readonly sender: string }): void {
  if (message.sender === "league_manager") return;
  throw new LeagueRpcError("E012", `"${message.sender}" may not send this; only "league_manager" may`);
}

/**
 * Only referees may send messages of a match, with their token.
 * @throws LeagueRpcError E012, E011
 */
export function assertReferee(message: SenderClaim): void {
  if (!message.sender.startsWith("referee:")) {
    throw new LeagueRpcError("E012", `"${message.sender}" may not send this; only a referee may`);
  }
  if (!message.auth_token) throw new LeagueRpcError("E011", "a referee's message needs its auth_token");
}

/** The debugging views of an agent require its own token. @throws LeagueRpcError E011, E012 */
export function assertToken(message: { readonly auth_token?: string | null }, own: string | undefined): void {
  if (!message.auth_token) throw new LeagueRpcError("E011", "this call needs an auth_token");
  if (own === undefined || !sameSecret(message.auth_token, own)) {
    throw new LeagueRpcError("E012", "the auth_token is not the one that this agent was given");
  }
}
