/** Sends hostile requests to an agent and checks every answer. */
import { type HttpReply, type HttpRequest, type Role, seededRandom } from "@league-v2/sdk";
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

/** HTTP errors whose body is a small JSON object. */
const faults = new Set([400, 401, 403, 404, 405, 408, 413, 415, 429, 431]);

const stackLine = /\n\s+at .+:\d+:\d+|node:internal|\/src\/|\/dist\//;
const internalError = -32603;

/** Null if an unknown client may get this answer, else the fault. */
export function faultOf(request: HttpRequest, reply: HttpReply, secrets: readonly string[]): string | null {
  const { status, body, headers } = reply;
  if (stackLine.test(body)) return "it shows where in the program it was made";
  const leaked = secrets.find((secret) => leaks(request, body, secret));
  if (leaked !== undefined) return "it shows a secret";
  if (faults.has(status)) return isObject(parsed(body)) ? null : `HTTP ${status} without a JSON object`;
  // MCP clients get 202 instead of 204.
  if (status === 204 || status === 202) return body === "" ? null : `HTTP ${status} with a body`;
  if (status !== 200) return `HTTP ${status}`;
  if (!headers["content-type"]?.startsWith("application/json")) return isScrape(request) ? null : "no JSON";
  const answer = parsed(body);
  if (answer === undefined) return "no JSON";
  if (!isRpcPath(request)) return null;
  const answers = Array.isArray(answer) ? answer : [answer];
  if (answers.length === 0) return "an empty batch";
  return answers.map(rpcFault).find((fault) => fault !== null) ?? null;
}

/** A JSON-RPC response, or one of the answers that other wire forms give. */
function rpcFault(answer: unknown): string | null {
  if (!isObject(answer)) return "an answer that is no object";
  if (isObject(answer.error) && answer.error.code === internalError) return "an internal error";
  if (answer.jsonrpc !== "2.0")
    return "message_type" in answer || "status" in answer ? null : "neither JSON-RPC nor a message";
  if ("method" in answer) return "params" in answer ? null : "a request instead of a response";
  return "id" in answer && "result" in answer !== "error" in answer ? null : "not one of result and error";
}

/** Ignores the agent's own token in `auth_token`, which signs answers, and text that the request contains. */
function leaks({ body }: HttpRequest, answer: string, secret: string): boolean {
  if (!answer.includes(secret)) return false;
  const asked = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signature = `"auth_token":"${secret}"`;
  if (asked.replaceAll(signature, "").includes(secret)) return false;
  // Quotes are escaped in JSON text inside of JSON, as in MCP.
  const unsigned = answer.replaceAll(signature, "").replaceAll(signature.replaceAll('"', '\\"'), "");
  return unsigned.includes(secret) || (answer.includes('"error":') && !answer.includes('"result":'));
}

function isScrape({ method, path }: HttpRequest): boolean {
  return path.startsWith("/metrics") && method !== "POST";
}

function isRpcPath({ path, method }: HttpRequest): boolean {
  return path.startsWith("/mcp") && method === "POST";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
