/** JSON-RPC 2.0 as the checks of the transport look at it: lenient in all that the clause does not name. */

import type { AgentUnderTest } from "../../../fixtures/agent.js";
import type { TransportFixture } from "../../../fixtures/transport-fixture.js";
import { isObject, type JsonObject, textOfBytes } from "../../../json.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import { longestDeadline } from "../../../time/protocol-deadlines.js";
import { times } from "../../../time/steps.js";
import type { Check, TimedStep } from "../../../types.js";

export const PARSE_ERROR = -32_700;

export const INVALID_REQUEST = -32_600;

export const METHOD_NOT_FOUND = -32_601;

export const INVALID_PARAMS = -32_602;

const INTERNAL_ERROR = -32_603;

/** A method that no agent serves. */
export const NO_SUCH_METHOD = "conformance_no_such_method";

/** A Response object: it has a result or an error, and no method. */
export function isResponse(value: unknown): value is JsonObject {
  if (!isObject(value) || Object.hasOwn(value, "method")) return false;
  return Object.hasOwn(value, "jsonrpc")
    ? Object.hasOwn(value, "result") || Object.hasOwn(value, "error")
    : Object.hasOwn(value, "id") && (Object.hasOwn(value, "result") || Object.hasOwn(value, "error"));
}

/** The code of an error response; undefined for anything else. */
export function codeOf(value: unknown): unknown {
  return isResponse(value) && isObject(value.error) ? value.error.code : undefined;
}

/** Asserts that the answer is one error response with one of these codes. */
export function expectError(
  fixture: TransportFixture,
  answer: Answer,
  codes: readonly number[],
  hint?: string,
): void {
  const expected = `the error ${codes.join(" or ")}`;
  fixture.expect.answer(
    answer,
    codes.some((code) => code === (codeOf(answer.json) ?? toolCode(answer))),
    expected,
    { ...brokenByItsForm(answer), ...(hint === undefined || isResponse(answer.json) ? {} : { hint }) },
  );
}

interface Refusals extends Pick<Check<TransportFixture>, "id" | "title" | "decides"> {
  /** What a plain request before them must be; default: served. */
  after?: "accepted";
  codes: readonly number[];
  /** For an answer that is no response. */
  hint?: string;
  /** How many bodies there are at most. */
  most: number;
  bodies(
    fixture: TransportFixture,
  ): readonly (readonly [question: string, body: unknown, codes?: readonly number[]])[];
}

/** Expects that each of these bodies is answered with an error of one of these codes. */
export function refuses({ after, codes, hint, most, bodies, ...check }: Refusals): Check<TransportFixture> {
  return {
    ...check,
    steps: [requests(most + 1)],
    async run(fixture) {
      await (after === "accepted" ? sendAccepted(fixture) : sendServed(fixture));
      await each(bodies(fixture), async ([question, body, own = codes]) =>
        expectError(fixture, await fixture.agent.send(body, { question }), own, hint),
      );
    },
  };
}

/**
 * An error whose code is no integer breaks the clause about codes, for any expected code; a response followed by other
 * text breaks the one about bodies.
 */
export function brokenByItsForm({ json, raw }: Answer): { clauses?: readonly string[] } {
  const text = json === undefined && raw.kind === "reply" ? textOfBytes(raw.body) : "";
  if (/^\s*\{\s*"jsonrpc"/.test(text)) return { clauses: ["TRN-JSON-01"] };
  const code = codeOf(json);
  return code === undefined || Number.isInteger(code) ? {} : { clauses: ["TRN-ERR-02"] };
}

/** The code of a tool's error, which is in its result. */
function toolCode(answer: Answer): number | undefined {
  return answer.outcome === "refusal" && answer.refusal.form === "tool" ? answer.refusal.code : undefined;
}

/** The clauses of an agent that does not answer a plain request, the message that each role always accepts. */
const SERVES = ["TRN-RPC-01", "PLY-REG-01", "PLY-JOIN-01", "PLY-JOIN-06"] as const;

const ENOUGH_SILENCE = 3;

/** Sends a plain request, unless the agent has left too many unanswered. */
export async function sendPlain(fixture: TransportFixture, agent?: AgentUnderTest): Promise<Answer> {
  const { seen, violationLog } = fixture;
  const silent = seen.unansweredRequests;
  const messages = violationLog.count("leak") > 0;
  if (silent >= ENOUGH_SILENCE && !messages)
    fixture.notExercised(
      `the agent answers nothing: ${silent} plain requests before this check got no answer`,
      SERVES,
    );
  const answer = await fixture.valid({}, agent);
  if (answer.failure !== undefined) seen.unansweredRequests = silent + 1;
  return answer;
}

/** Whether the wire form answers JSON-RPC requests with requests or bare messages in place of responses. */
export function answersOtherwise({ profile: { request, reply } }: TransportFixture): boolean {
  return request !== "bare" && (reply === "request_body" || reply === "bare");
}

/**
 * Whether an answer has the shape of answers in the agent's wire form. Only the check of TRN-RPC-01 reports that it is
 * no JSON-RPC response.
 */
export function isAnswerOfForm(fixture: TransportFixture, answer: Answer): boolean {
  return isResponse(answer.json) || (answersOtherwise(fixture) && answer.outcome === "message");
}

/**
 * A readable answer that is no JSON-RPC response is judged by each clause. If the form has no JSON-RPC, the clauses
 * about JSON-RPC do not apply.
 */
function isOtherAnswer({ profile: { request } }: TransportFixture, answer: Answer): boolean {
  return request !== "bare" && answer.outcome === "message";
}

/** Only the check of TRN-WIRE-01 reports a form of bare messages. */
export const NO_RPC = "this wire form has no JSON-RPC, which costs the clause about the wire form";

/** Skips the clauses about JSON-RPC for a form without it. */
function skipWithoutRpc(fixture: TransportFixture, { outcome, json }: Answer): void {
  if (fixture.profile.request === "bare" && outcome === "message" && !isResponse(json))
    fixture.notApplicable(NO_RPC);
}

/** Sends a plain request for comparison; the check is not exercised if it is not accepted. */
export async function sendAccepted(fixture: TransportFixture): Promise<Answer> {
  const answer = await sendPlain(fixture);
  skipWithoutRpc(fixture, answer);
  if (answer.outcome !== "message" || !isAnswerOfForm(fixture, answer))
    fixture.notExercised(
      `a plain request ${answer.describeAsEnd()}, so that nothing can be compared with it`,
      SERVES,
    );
  return answer;
}

/**
 * Sends a plain request, which must get a meaningful answer: otherwise answers to other requests prove nothing. A
 * refusal is enough, such as that of an agent at its capacity.
 */
export async function sendServed(fixture: TransportFixture, agent?: AgentUnderTest): Promise<Answer> {
  const answer = await sendPlain(fixture, agent);
  skipWithoutRpc(fixture, answer);
  const { json } = answer;
  const responds = isResponse(json) && !isEmpty(json.result) && codeOf(json) !== METHOD_NOT_FOUND;
  const serves = responds || isOtherAnswer(fixture, answer);
  if (!serves) fixture.notExercised(`a plain request is not served (${answer.describe()})`, SERVES);
  return answer;
}

/** Sends a plain request after others; if the player is busy with earlier matches, these are ended and it is sent again. */
export async function sendPlainAfter(fixture: TransportFixture, before: Answer): Promise<Answer> {
  const after = await fixture.valid();
  const isHeld = after.outcome === "refusal" || after.failure?.reason === "timeout";
  if (stillServes(fixture, after, before) || !isHeld) return after;
  await fixture.endInvited();
  return fixture.valid();
}

/**
 * Whether the agent still works. A refusal counts, because the agent may have reached its capacity, and so does an
 * internal error that it also gave before.
 */
export function stillServes(fixture: TransportFixture, answer: Answer, before: Answer): boolean {
  const code = codeOf(answer.json);
  const isHarmed = code === METHOD_NOT_FOUND || (code === INTERNAL_ERROR && codeOf(before.json) !== code);
  const responds = isResponse(answer.json) && !isHarmed;
  return responds || isOtherAnswer(fixture, answer);
}

/** Whether a message was accepted like the plain one; an agent at its capacity refuses both. */
export async function isTakenAsPlain(fixture: TransportFixture, answer: Answer): Promise<boolean> {
  if (answer.outcome === "message") return true;
  const plain = await sendPlain(fixture);
  if (plain.outcome !== "message")
    fixture.notExercised(`by now, a plain request ${plain.describeAsEnd()} too`, SERVES);
  return false;
}

function isEmpty(result: unknown): boolean {
  return isObject(result) && Object.keys(result).length === 0;
}

const AT_ONCE = 4;

/** Runs `act` for each item, a few at a time, so that even a small server has enough connections. */
export async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, left.length) }, worker));
}

/** The maximum time for this many requests in such batches, each answered at the last moment, and one never. */
export function requests(count: number): TimedStep {
  return times(Math.ceil(count / AT_ONCE) + 1, longestDeadline());
}

/** Asserts that a plain request is still served after this answer. */
export async function assertStillServed(
  fixture: TransportFixture,
  before: Answer,
  after: string,
  expected = "a JSON-RPC response",
): Promise<void> {
  const answer = await sendPlainAfter(fixture, before);
  fixture.expect.answer(answer, stillServes(fixture, answer, before), expected, {
    what: `after ${after}, a plain request`,
    but: "",
  });
}
