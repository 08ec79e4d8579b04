/** Fires hostile requests at an agent and judges every answer. */
import { type HttpRequest, type Role, seededRandom } from "@league-v2/sdk";
import { faultOf } from "./judge.js";
import { Requests } from "./requests.js";
import { type Subject, subjectOf } from "./subjects.js";

export interface FuzzPlan {
  readonly role: Role;
  readonly requests: number;
  readonly seed: number;
  /** How many requests one agent lives through before a fresh one takes its place. */
  readonly lifetime: number;
  /** Called now and then with the number of answered requests. */
  readonly onProgress?: (done: number) => void;
}

export interface Finding {
  readonly role: Role;
  readonly fault: string;
  readonly request: HttpRequest;
  /** The beginning of the answer, or of the log line. */
  readonly shown: string;
}

export interface FuzzReport {
  readonly requests: number;
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The methods whose handlers have answered: what was never reached has not been tried. */
  readonly answered: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Requests that are under way at the same time, and how much time passes between two salvos. */
const salvo = 25;
const pauseMs = 40;
/** A blocking match with players who never answer takes some minutes. */
const mostTurns = 100_000;
/** Enough to find the cause; a thousand of the same kind add nothing. */
const mostFindings = 50;
const shownCharacters = 400;

export async function fuzz({ role, requests, seed, lifetime, onProgress }: FuzzPlan): Promise<FuzzReport> {
  const statuses: Record<string, number> = {};
  const findings: Finding[] = [];
  const answered = new Set<string>();
  for (let done = 0, lives = 0; done < requests && findings.length < mostFindings; ) {
    const life = Math.min(lifetime, requests - done);
    const subject = await subjectOf(role, seed + lives);
    const source = new Requests(role, subject.pools, seededRandom(`${seed}/${lives}`));
    lives += 1;
    for (let fired = 0; fired < life; fired += salvo) {
      const shots = Array.from({ length: Math.min(salvo, life - fired) }, () => source.next());
      for (const finding of await fire(subject, role, shots, statuses)) {
        if (findings.length < mostFindings) findings.push(finding);
      }
      onProgress?.(done + fired);
    }
    for (const method of await answeredBy(subject)) answered.add(method);
    await subject.close();
    done += life;
  }
  return { requests, statuses, answered, findings };
}

/** All of them at once. */
export async function fire(
  subject: Subject,
  role: Role,
  shots: readonly HttpRequest[],
  statuses: Record<string, number> = {},
): Promise<Finding[]> {
  const { agent, platform, secrets, errors } = subject;
  const findings: Finding[] = [];
  const find = (fault: string, request: HttpRequest, shown: string) =>
    void findings.push({ role, fault, request, shown: shown.slice(0, shownCharacters) });
  const answers = shots.map(async (request) => {
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
  const [last] = shots.slice(-1);
  for (const { message } of errors.splice(0)) {
    if (last !== undefined && isFaultOfOurs(message)) find("an error in the log", last, message);
  }
  return findings;
}

/** Lets time pass until all is answered; modules that are loaded on the way take turns, but no time. */
async function passTime({ clock }: Subject["platform"], answers: Promise<unknown>): Promise<void> {
  let settled = false;
  void answers.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < mostTurns; turn++) {
    await clock.advance(pauseMs);
    if (settled) return;
  }
  throw new Error(`a request was not answered within ${(mostTurns * pauseMs) / 1000} s`);
}

/** As the agent itself counts it. */
async function answeredBy({ agent }: Subject): Promise<string[]> {
  const { body } = await agent.handle({ method: "GET", path: "/metrics", contentType: null, body: "" });
  const lines = body.matchAll(/^league_requests_total\{method="([^"]+)",outcome="answered"\}/gm);
  return [...lines].map(([, method = ""]) => method);
}

/** A result that a league does not take is an error too, but none of the program. */
function isFaultOfOurs(message: string): boolean {
  return !message.startsWith("the result was not taken");
}
