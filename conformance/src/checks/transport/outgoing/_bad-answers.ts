/** Answers that are no answers to a call, and what an agent may do when it gets one. */
import type { AgentUnderTest } from "../../../bench/agent.js";
import { START_LIMIT_MS } from "../../../bench/start.js";
import type { JsonObject } from "../../../json/scan.js";
import type { Answer } from "../../../peers/answer.js";
import type { Reaction } from "../../../peers/post.js";
import type { Exit } from "../../../subject/subject.js";
import { aWhile, deadlineOf } from "../../../time/mandates.js";
import type { ScriptedAnswer } from "../../../wire/types.js";

/** The answer; `other id` stands for the right one with the id of another request. */
export type Bad = ScriptedAnswer | "other id";

export interface Aftermath {
  /** The call, for the diagnosis. */
  call: string;
  /** It made the call again. */
  again: boolean;
  /** Its process has ended with an error; a league manager may end well when its league is over. */
  failed: boolean;
  /** A plain request afterwards; undefined when the process had ended by then. */
  afterwards: { answer: Answer; exit: Exit | undefined } | undefined;
}

/** From the bad answer to the repetition, with the pauses before it. */
export const AGAIN_WITHIN_MS = 2 * deadlineOf("RUN_MATCH");

const text = (type: string, body: string, status = 200): ScriptedAnswer => ({
  kind: "reply",
  status,
  headers: [["content-type", type]],
  body,
});

/** The control: after this the call has failed without doubt. */
export const RESET: ScriptedAnswer = { kind: "reset" };

export const BAD_ANSWERS: readonly { what: string; answer: ScriptedAnswer }[] = [
  { what: "HTTP 500", answer: text("text/plain", "Internal Server Error", 500) },
  { what: "an HTML page", answer: text("text/html", "<!doctype html><title>Welcome</title>") },
  { what: "JSON that is no JSON-RPC", answer: text("application/json", '{"hello":["world"]}') },
  {
    what: "JSON that breaks off",
    answer: text("application/json", '{"jsonrpc":"2.0","id":1,"result":{"stat'),
  },
];

/** Answers to attempts to register that one player gets in turn; each list leaves it an attempt that is accepted. */
export const IN_TURN: readonly (readonly ScriptedAnswer[])[] = [
  [RESET, ...BAD_ANSWERS.slice(0, 2).map(({ answer }) => answer)],
  BAD_ANSWERS.slice(2).map(({ answer }) => answer),
];

export function badly(bad: Bad, right: Reaction): Reaction {
  if (bad !== "other id") return { http: bad };
  return "say" in right ? { ...right, twist: (body: JsonObject) => ({ ...body, id: "not-the-id" }) } : right;
}

/** How the agent is afterwards. */
export async function lookAfter(agent: AgentUnderTest): Promise<Pick<Aftermath, "failed" | "afterwards">> {
  const ended = agent.instance.exit();
  if (ended !== undefined) return { failed: ended.code !== 0, afterwards: undefined };
  // An agent may register before its port listens, which is for another check.
  await agent.instance.ready(START_LIMIT_MS);
  const answer = await agent.call("ping");
  // A league manager may end with its league, and hears nothing any more a moment before.
  const exit = answer.failure === undefined ? undefined : await agent.exit(aWhile());
  return { failed: false, afterwards: { answer, exit } };
}
