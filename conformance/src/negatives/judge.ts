/** Sends negatives to an agent and judges what it makes of them. */
import { deadlineOf } from "../contract.js";
import type { FixtureBase } from "../fixtures/base.js";
import { isObject, type JsonObject } from "../json.js";
import type { Answer } from "../peers/exchange/answer.js";
import type { MessageOverrides } from "../peers/exchange/peer-client.js";
import { CheckFailure, NotExercised, onBehalfOf } from "../verdict.js";
import { negativesFor } from "./negatives.js";

/** A message of another protocol has a separate clause. */
const OF_PROTOCOL = "TRN-ENV-08";

/** Reasons that are no judgement of the message: the method is unknown, the JSON is broken, or the agent has an internal error. */
const WRONG_REASONS: ReadonlySet<number> = new Set([-32_601, -32_700, -32_603]);

/** Sends a message, as it is or with overrides. */
type Say = (overrides: MessageOverrides) => Promise<Answer>;

/**
 * Every negative must be refused for what it is; those that were not are named, each with its keyword and pointer. A valid
 * message of the type must be accepted before and after them.
 */
export async function judgeNegatives(fixture: FixtureBase, type: string, say: Say): Promise<void> {
  const negatives = negativesFor(type, fixture.fuzz, fixture.random);
  const withinMs = 2 * deadlineOf(type);
  const end_ms = fixture.clock.now() + withinMs;
  const isLate = () => fixture.clock.now() >= end_ms;
  const before = await say({});
  if (before.outcome !== "message")
    throw new NotExercised(`the valid twin was not accepted (${before.describe()})`);
  const wrong: string[] = [];
  const pointers = new Set<string>();
  let sent = 0;
  let last: Answer | undefined;
  for (const negative of negatives) {
    if (isLate()) break;
    const answer = await sayChanged(say, negative.apply);
    if (answer === undefined) continue;
    sent += 1;
    const fault = faultOf(answer);
    if (fault === undefined) continue;
    // The plainest message that is still accepted is the one to show.
    const plainer = await sayChanged(say, negative.plain);
    last = plainer !== undefined && faultOf(plainer) !== undefined ? plainer : answer;
    pointers.add(negative.pointer);
    wrong.push(`${negative.label} (${negative.keyword} at ${negative.pointer}): ${fault}`);
  }
  if (wrong.length === 0 && isLate()) {
    throw new NotExercised(
      `the agent answers so slowly (the valid twin took ${Math.round(before.ms)} ms) that only ${sent} of ${negatives.length} negatives could be sent in ${withinMs} ms`,
    );
  }
  if (sent === 0) throw new NotExercised("none of the chosen negatives fits this message");
  const assert = () =>
    fixture.expect.that(wrong.length === 0, {
      diagnosis: `${wrong.length} of ${sent} invalid ${type}s were not refused as they should be: ${few(wrong)}`,
      expected: "an error -32602, or the E-code of the fault",
      ...(last === undefined ? {} : { received: last.describe() }),
    });
  const isOnlyProtocol = pointers.size === 1 && pointers.has("/protocol");
  if (isOnlyProtocol) onBehalfOf([OF_PROTOCOL], assert);
  else assert();
  const after = await say({});
  if (after.outcome !== "message") {
    throw new CheckFailure({
      diagnosis: `after ${sent} invalid ${type}s, a valid one ${after.describeAsEnd()}`,
      expected: "the answer that it got before",
      received: after.describe(),
    });
  }
}

/** Sends it after it was changed; a change that gives undefined is not sent, and has no answer. */
async function sayChanged(say: Say, change: (message: JsonObject) => unknown): Promise<Answer | undefined> {
  // Whether the negative fits is only known when the message is there; a message is composed, and thrown away, to see.
  let fits = true;
  const answer = await say({
    change(message) {
      const changed = change(message);
      fits = isObject(changed);
      return isObject(changed) ? changed : message;
    },
  });
  return fits ? answer : undefined;
}

const SHOWN = 6;

function few(texts: readonly string[]): string {
  const more = texts.length > SHOWN ? `; and ${texts.length - SHOWN} more` : "";
  return texts.slice(0, SHOWN).join("; ") + more;
}

/** The fault of the answer to an invalid message; undefined when it was refused correctly. */
function faultOf(answer: Answer): string | undefined {
  // A registration may be refused by a message of the league too (D88).
  if (answer.outcome === "message" && answer.result.status === "REJECTED") return undefined;
  if (answer.outcome === "message" || answer.outcome === "empty") return `accepted with ${answer.describe()}`;
  if (answer.outcome === "failure") return answer.describe();
  const { code, form } = answer.refusal;
  if (code !== undefined && WRONG_REASONS.has(code)) return `refused with ${answer.describe()}`;
  if (form === "http" && (answer.status === 404 || (answer.status ?? 0) >= 500))
    return `refused with ${answer.describe()}`;
  return undefined;
}
