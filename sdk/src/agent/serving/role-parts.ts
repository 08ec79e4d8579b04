/** The parts of an agent of one role: methods, handlers, state, routes, metrics. */
import type { RoundAnnouncementIn, Validator } from "@league-v2/contract";
import type { Health } from "../../domain/health.js";
import type { HttpRoute } from "../../http/http-handler.js";
import type { Family } from "../../metrics/family.js";
import type { Registration } from "../core/agent.js";
import type { BuildReply } from "../core/bound-reply.js";
import type { Context } from "../core/handlers.js";
import type { PushedAnswer } from "../peers/pushed-answer.js";
import type { Directory } from "./directory-answer.js";

/** A row of a role's table of served methods, as the contract package emits it. */
export interface ServedRow {
  readonly name: string;
  readonly deadlineMs: number | null;
  readonly validateRequest: Validator<unknown>;
  readonly validateReply: Validator<unknown> | null;
  readonly validateAck: Validator<unknown> | null;
  /** Other messages that the same method takes. */
  readonly forms?: readonly Pick<ServedRow, "deadlineMs" | "validateRequest" | "validateReply">[];
}

/** The handler of another message under the name of a method. */
export interface OtherMessage {
  readonly is: (params: object) => boolean;
  readonly handle: (request: never, context: Context) => unknown;
}

export interface Assignment {
  readonly match_id: string;
  readonly referee_id: string;
  readonly players: readonly [string, string];
}

export interface RoleParts {
  readonly serves: { readonly [method: string]: ServedRow };
  /** Exhaustive by its type at the place where it is made. */
  readonly handlers: { readonly [method: string]: unknown };
  /** The contract's, or one for the messages of this role only. */
  readonly reply: BuildReply;
  readonly registered: Promise<Registration>;
  readonly id: () => string | null;
  readonly state: () => string;
  /** At a player: the last announced round, which contains the referees' addresses. */
  readonly round?: () => RoundAnnouncementIn | undefined;
  /** At a referee: takes an answer that a player sends as a request. @returns false if no answer is awaited */
  readonly takeAnswer?: (answer: PushedAnswer) => boolean;
  /** At a league manager: its members with their addresses; undefined if they are not disclosed. */
  readonly directory?: Directory;
  /** At a league manager: the match with this id, in any format, and the referee that it was given to. */
  readonly assignment?: (match_id: string) => Promise<Assignment | undefined>;
  /** By method, in the order of `forms` in its row. */
  readonly otherMessages?: { readonly [method: string]: OtherMessage };
  /** Further paths that this role serves, read when the first request needs them. */
  readonly routes?: () => readonly HttpRoute[];
  /** The members of this role on `GET /health` in addition to those of every agent. */
  readonly about?: () => Partial<Health>;
  /** The metrics of this role in addition to its exchanges, read at each request of `/metrics`. */
  readonly metrics?: () => readonly Family[] | Promise<readonly Family[]>;
  /** See `RunningAgent`. */
  readonly drain?: () => Promise<void>;
}
