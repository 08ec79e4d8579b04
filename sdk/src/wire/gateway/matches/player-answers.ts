/**
 * Sends the answers of our player as requests to referees that wait for requests. Such a referee asks for no choice after its
 * invitation was accepted. A join for no match tests whether the referee has a method for it, so that a referee which
 * has read the HTTP response receives no answer twice.
 */

import { protocol } from "@league-v2/contract";
import { vocabulary } from "@league-v2/contract/forms";
import { sleep } from "../../../platform/clock.js";
import { hintsOf } from "../../evidence/error-hints.js";
import { usualNames } from "../../evidence/method-names.js";
import { typeOfPeer } from "../../evidence/peer-messages.js";
import { exchange, probeMethod, probeType } from "../../evidence/questions.js";
import type { Form } from "../../form/forms.js";
import type { Located } from "../../message/find-message.js";
import { asText, copy, defined } from "../../message/members.js";
import { styleOf, writeTimes } from "../../message/times.js";
import type { JsonObject, MethodRule, Variables } from "../../message/types.js";
import { addressByNumber } from "../inward.js";
import { answerSignature } from "../negotiation/judge.js";
import type { GatewayParts } from "../parts.js";
import type { Reading } from "../reading/reading.js";
import { noToken } from "./match-facts.js";
import { pushedTypeIn } from "./pushed-answers.js";

/** An answer of this player, with the request that it belongs to. */
interface GivenAnswer {
  readonly found: Located;
  readonly form: Form;
  /** Canonical. */
  readonly reply: JsonObject;
  readonly about: Variables;
  readonly referee: string;
}

/** The names under which a referee accepts answers as requests. */
interface AcceptedNames {
  readonly join: string;
  /** The signature of its answer to a method that no agent has. */
  readonly unknown: string;
  /** The names in its refusal of an unknown method. */
  readonly listed: readonly string[];
}

/** Half of the time that a referee waits for a join, at most. */
const timeoutMs = protocol.retries.pauseMs;
const mostNames = 4;
const ownNames = ["referee_endpoint", ...vocabulary.member_names.reply_to, "referee_url"];

export class PlayerAnswers {
  readonly #parts: GatewayParts;
  /** By address; null for a referee that accepts no answers as requests. */
  readonly #accepted = new Map<string, Promise<AcceptedNames | null>>();
  /** Matches whose invitation was accepted, and whose choice was not asked for yet. */
  readonly #joined = new Map<string, GivenAnswer>();

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /**
   * Sends an answer as a request, where the referee waits for one.
   * @param isCanonical whether the request was: then its referee reads the response, until it says otherwise
   */
  answered(
    found: Located,
    { form, type }: Reading,
    reply: JsonObject,
    about: Variables,
    isCanonical = false,
  ): void {
    const match_id = asText(reply.match_id);
    if (type === "CHOOSE_PARITY_CALL" || type === "GAME_OVER") this.#joined.delete(match_id);
    if (type !== "GAME_INVITATION" && type !== "CHOOSE_PARITY_CALL") return;
    const referee = this.#addressOf(found.message, about);
    if (referee === undefined) return;
    const given = { found, form, reply, about, referee };
    if (type === "GAME_INVITATION" && reply.accept === true) this.#joined.set(match_id, given);
    if (isCanonical && !this.#accepted.has(referee)) return;
    this.#inBackground(this.#push(given));
  }

  /** A referee that reports a join as missing although its invitation was answered waits for a request. */
  heard(found: Located): void {
    const { error_code, match_id } = found.message;
    if (typeOfPeer(found) !== "GAME_ERROR" || !/^E001$|timeout/i.test(asText(error_code))) return;
    const given = this.#joined.get(asText(match_id));
    if (given !== undefined)
      this.#inBackground(this.#push({ ...given, found: { ...given.found, shape: found.shape } }));
  }

  #inBackground(work: Promise<void>): void {
    work.catch(() => {});
  }

  async #push(given: GivenAnswer): Promise<void> {
    const { referee, reply } = given;
    const isJoin = reply.message_type === "GAME_JOIN_ACK";
    if (!this.#accepted.has(referee)) {
      const { context, signal } = this.#parts;
      if (!isJoin) return;
      await sleep(context.clock, timeoutMs, signal);
      if (!this.#joined.has(asText(reply.match_id))) return;
    }
    const pending = this.#accepted.get(referee) ?? this.#findNames(given);
    this.#accepted.set(referee, pending);
    const accepted = await pending;
    if (accepted === null) return;
    for (const name of isJoin ? [accepted.join] : namesOf(given, accepted.listed)) {
      const response = await this.#send(given, name, reply);
      if (response !== undefined && response.signature !== accepted.unknown) return;
    }
  }

  async #findNames(given: GivenAnswer): Promise<AcceptedNames | null> {
    const { message_type: _, ...rest } = given.reply;
    const invented = { ...rest, match_id: "none", message_type: probeType };
    const unknown = await this.#send(given, probeMethod, invented);
    if (unknown === undefined) return null;
    for (const join of namesOf(given, unknown.listed)) {
      const response = await this.#send(given, join, { ...given.reply, match_id: "none" });
      if (response !== undefined && response.signature !== unknown.signature)
        return { join, unknown: unknown.signature, listed: unknown.listed };
    }
    return null;
  }

  /** Sends no token: tokens are for the league manager only, and another agent may have named this address. */
  async #send({ form, about, referee, found }: GivenAnswer, name: string, message: JsonObject) {
    // A request of its own names its league, which a response need not.
    const { league_id, round_id } = about;
    const whole = defined({ league_id, round_id, ...message, auth_token: noToken });
    const body = pushedBody({ form, about, found }, name, whole);
    const { context, signal } = this.#parts;
    const asking = { clock: context.clock, transport: context.transport, signal };
    const exchanged = await exchange({ body, isMcp: found.shape === "tools_call" }, asking, referee);
    if (exchanged === undefined) return undefined;
    const { reply, status } = exchanged;
    return { signature: answerSignature(reply, status), listed: hintsOf(reply).names };
  }

  /** Stated in the message, announced by the league, or the documents' port of its number; only at the league's host. */
  #addressOf(message: JsonObject, { referee_endpoint }: Variables): string | undefined {
    const { league, endpoint } = this.#parts.context;
    const isOther = (url: unknown): url is string => typeof url === "string" && !isSameAgent(url, endpoint);
    const numbered = addressByNumber("referee", message.sender, league);
    const registered =
      typeof referee_endpoint === "string" && this.#parts.peers.known(referee_endpoint)?.id !== undefined;
    if (registered && isOther(referee_endpoint)) return referee_endpoint;
    const candidates = [...ownNames.map((name) => message[name]), referee_endpoint, numbered];
    return candidates.find((url): url is string => isOther(url) && isNear(url, league));
  }
}

/** Whether both addresses have the same port of the same host: an agent never sends its answers to itself. */
function isSameAgent(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [left, right] = [new URL(one), new URL(other)];
  const isLocal = (hostname: string) => localNames.includes(hostname);
  const isSameHost = left.hostname === right.hostname || (isLocal(left.hostname) && isLocal(right.hostname));
  return isSameHost && left.port === right.port;
}

const localNames = ["127.0.0.1", "localhost", "[::1]"];

/** Whether an address is on this machine or at the league's host. */
function isNear(url: string, league: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol: scheme } = new URL(url);
  const own = league === undefined ? "" : new URL(league).hostname;
  return /^https?:$/.test(scheme) && [own, ...localNames].includes(hostname);
}

function namesOf({ found, form, reply }: GivenAnswer, listed: readonly string[]): readonly string[] {
  const type = asText(reply.message_type);
  if (found.shape === "bare") return [type];
  return pushedNames(type, found.method, form.profile.method, listed).slice(0, mostNames);
}

/** The likeliest names first, in the style of the referee's own request. */
function pushedNames(
  type: string,
  asked: string | undefined,
  rule: MethodRule,
  listed: readonly string[],
): readonly string[] {
  if (typeof rule === "object") return [rule.always];
  const own = usualNames[type] ?? [];
  const verb = /^(receive|handle|on|process|mcp)_/.exec(asked ?? "")?.[0] ?? "";
  const styled = own.map((stem) => `${verb}${stem}`);
  const isUpper = asked !== undefined && asked === asked.toUpperCase();
  const usual = isUpper ? [type, ...styled] : [...styled, type];
  const matching = listed.filter((name) => pushedTypeIn([name]) === type);
  return [...new Set([...matching, ...usual, type.toLowerCase()])];
}

/** The body of an answer that is sent as a request, in the shape and the time style of the answered request. */
function pushedBody(
  { form, found, about }: Pick<GivenAnswer, "form" | "found" | "about">,
  name: string,
  message: JsonObject,
): unknown {
  const type = asText(message.message_type);
  const timed = copy(message);
  const style = styleOf(found.message.timestamp);
  if (style !== undefined) writeTimes(timed, style);
  return named(form.request(type, timed, 1, about), name);
}

/** The same request under another name. */
function named(body: unknown, name: string): unknown {
  const { method, params, ...rest } = body as { method?: string; params?: JsonObject };
  if (method === undefined) return body;
  return method === "tools/call"
    ? { ...rest, method, params: { ...params, name } }
    : { ...rest, method: name, params };
}
