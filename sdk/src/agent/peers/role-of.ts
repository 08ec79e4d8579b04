/** The role of the receiver of a message. */
import { protocol } from "@league-v2/contract";
import type { Role } from "../../domain/role.js";
import { methodOf } from "../../wire/index.js";

const ROLES: readonly Role[] = ["player", "referee", "league_manager"];

/** @param recipient the id of the receiver, which decides if several roles receive the message */
export function roleOf(requestType: string, recipient?: unknown): Role {
  const to: readonly string[] = methodOf(requestType)?.to ?? [];
  const isReferee = typeof recipient === "string" && recipient.startsWith(protocol.idFormats.referee.prefix);
  if (isReferee && to.includes("referee")) return "referee";
  return ROLES.find((role) => to.includes(role)) ?? "player";
}
