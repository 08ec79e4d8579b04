/** Sends hostile requests to an agent and checks every answer. */
import { type HttpRequest, type Role, seededRandom } from "@league-v2/sdk";
import { faultOf } from "./judge.ts";
import { Requests } from "./requests.ts";
import { type Subject, subjectOf } from "./subjects.ts";

export interface FuzzPlan {
  readonly role: Role;
  readonly requests: number;
  readonly seed: number;
  /** The number of requests sent to one agent before it is replaced by a new one. */
  readonly requestsPerAgent: number;
  /** Called after each group of requests with the number of answered requests. */
  readonly onProgress?: (done: number) => void;
}

/** An entry of `corpus.json`. */
export interface Finding {
  readonly role: Role;
  readonly found: string;
  /** Sent one after the other. */
  readonly requests: readonly HttpRequest[];
  /** The beginning of the answer, or of the log line. */
  readonly shown: string;
}

export interface FuzzReport {
  readonly requests: number;
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The methods whose handlers have answered. A method that is missing here was not tested. */
  readonly answered: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** The number of concurrent requests, and the simulated time of one step while they are pending. */
const concurrency = 25;
const pauseMs = 40;
/** A blocking match with players who never answer takes some minutes. */
const maxTurns = 100_000;
/** Enough to find the cause: more findings are mostly of the same kind. */
const maxFindings = 50;
const shownCharacters = 400;

export async function fuzz(plan: FuzzPlan): Promise<FuzzReport> {
  const { role, requests, seed, requestsPerAgent, onProgress } = plan;
  const statuses: Record<string, number> = {};
  const findings: Finding[] = [];
  const answered = new Set<string>();
  for (let done = 0, agents = 0; done < requests && findings.length < maxFindings; ) {
    const share = Math.min(requestsPerAgent, requests - done);
    const subject = await subjectOf(role, seed + agents);
    const source = new Requests(role, subject.pools, seededRandom(`${seed}/${agents}`));
    agents += 1;
    for (let sent = 0; sent < share; sent += concurrency) {
      const group = Array.from({ length: Math.min(concurrency, share - sent) }, () => source.next());
      for (const finding of await sendAll(subject, role, group, statuses)) {
        if (findings.length < maxFindings) findings.push(finding);
      }
      onProgress?.(done + sent);
    }
    for (const method of await answeredBy(subject)) answered.add(method);
    await subject.close();
    done += share;
  }
  return { requests, statuses, answered, findings };
}

/** Sends all requests at the same time. */
export async function sendAll(
  subject: Subject,
  role: Role,
  requests: readonly HttpRequest[],
  statuses: Record<string, number> = {},
): Promise<Finding[]> {
  const { agent, platform, secrets, errors } = subject;
  const findings: Finding[] = [];
  const find = (found: string, request: HttpRequest, shown: string) =>
    void findings.push({ role, found, requests: [request], shown: shown.slice(0, shownCharacters) });
  const answers = requests.map(async (request) => {
    try {
      const reply = await agent.handle(request);
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      const fault = faultOf(request, reply, secrets);
      if (fault !== null) find(fault, request, reply.body);
    } catch (error) {
      find("the handler rejected", request, String(error));
    }
  });
  await passTime(platform, Promise.all(answers));
  const [last] = requests.slice(-1);
  for (const { message } of errors.splice(0)) {
    if (last !== undefined && isProgramFault(message)) find("an error in the log", last, message);
  }
  return findings;
}

/** Advances the simulated time until all requests are answered. Loading a module takes turns of the loop, but no time. */
async function passTime({ clock }: Subject["platform"], answers: Promise<unknown>): Promise<void> {
  let settled = false;
  void answers.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < maxTurns; turn++) {
    await clock.advance(pauseMs);
    if (settled) return;
  }
  throw new Error(`a request was not answered within ${(maxTurns * pauseMs) / 1000} s`);
}

/** The methods with answers in the agent's own metrics. */
async function answeredBy({ agent }: Subject): Promise<string[]> {
  const { body } = await agent.handle({ method: "GET", path: "/metrics", contentType: null, body: "" });
  const lines = body.matchAll(/^league_requests_total\{method="([^"]+)",outcome="answered"\}/gm);
  return [...lines].map(([, method = ""]) => method);
}

/** False for a result that the league refuses: it is logged as an error, but the program has no fault. */
function isProgramFault(message: string): boolean {
  return !message.startsWith("the result was not taken");
}
