/** A tap between any two agents: it passes every message on unchanged, inspects it, and reports. */
import { type MethodRow, methods, protocol } from "@league-v2/contract";
import { requirements } from "@league-v2/contract/requirements";
import { Redactor, timestamp } from "@league-v2/sdk";
import { type Finding, inspect, type Violation } from "./inspect.js";
import { type Exchange, relay } from "./relay.js";

export interface TapSetting {
  /** Port on the loopback interface; 0 takes any free one. */
  readonly listen: number;
  /** The agent behind the tap, `http://127.0.0.1:8101/mcp`. */
  readonly target: URL;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A line for each exchange, and one for each violation. */
  readonly say: (line: string) => void;
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface Tap {
  readonly port: number;
  /** The report of the traffic so far. */
  report(): ReturnType<TapReport["build"]>;
  close(): Promise<void>;
}

export async function tap({ listen, target, now, say, onExchange }: TapSetting): Promise<Tap> {
  const report = new TapReport(target.href, now());
  const port = Number(target.port) || 80;
  const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
  const running = await relay(listen, {
    host,
    port,
    now,
    onExchange: (exchange) => {
      const finding = inspect(exchange);
      report.add(exchange, finding);
      onExchange?.(exchange);
      const status = exchange.answer?.status ?? "no answer";
      const ms = Math.round(exchange.answerAt - exchange.requestAt);
      const what = finding.type ?? exchange.request.startLine;
      say(`${what} (${finding.form}): ${status}, ${ms} ms`);
      for (const one of finding.violations) say(`  ${report.sentence(one)}`);
    },
  });
  return { port: running.port, report: () => report.build(now()), close: running.close };
}

/** How many exchanges of a kind are kept. */
const keptExchanges = 50;

type Verdict = "pass" | "warn" | "fail";

interface Observed {
  readonly exchange: Exchange;
  readonly finding: Finding;
}

interface Group {
  readonly observed: Observed[];
  readonly violations: Violation[];
}

/** The observed traffic as a report in the suite's format, so that `league-conformance compare` reads it. */
class TapReport {
  readonly #groups = new Map<string, Group>();
  readonly #forms = new Set<string>();
  readonly #startedAt: number;
  readonly #redactor = new Redactor();
  readonly #agent: string;

  constructor(agent: string, startedAt: number) {
    this.#agent = agent;
    this.#startedAt = startedAt;
  }

  add(exchange: Exchange, finding: Finding): void {
    // Collects the tokens first, so that no finding about this exchange contains one of them.
    for (const message of [exchange.request, exchange.answer]) if (message) this.#content(message.body);
    const type = finding.type ?? "other";
    const group = this.#groups.get(type) ?? { observed: [], violations: [] };
    this.#groups.set(type, group);
    if (finding.type !== null) this.#forms.add(finding.form);
    if (group.observed.length < keptExchanges) group.observed.push({ exchange, finding });
    group.violations.push(...finding.violations);
  }

  /** In the form of `conformance/schema/report.schema.json`. */
  build(endedAt: number) {
    const checks = [...this.#groups].map(([type, group]) => this.#check(type, group));
    const count = (verdict: Verdict) => checks.filter((one) => one.verdict === verdict).length;
    const failed = count("fail") > 0;
    return {
      schema: "urn:league-v2:conformance:report:1",
      spec: { name: "league.v2", version: protocol.specVersion, hash: specHash() },
      role: this.#role(),
      wire: [...this.#forms].join(", ") || "unknown",
      agent: this.#agent,
      seed: 0,
      started_at: timestamp(this.#startedAt),
      duration_ms: endedAt - this.#startedAt,
      machine: { timing_margin_ms: 0, instances_started: 0 },
      summary: {
        pass: count("pass"),
        fail: count("fail"),
        warn: count("warn"),
        not_applicable: 0,
        not_exercised: 0,
        inconclusive: 0,
        harness_error: 0,
        must_coverage: 0,
      },
      checks,
      exit_code: checks.length === 0 ? 4 : failed ? 1 : 0,
    };
  }

  #check(type: string, { observed, violations }: Group) {
    const clauses = [...new Map(violations.map(({ clause }) => [clause.id, clause])).values()];
    const isBroken = clauses.some(({ level }) => level === "must");
    const verdict: Verdict = isBroken ? "fail" : violations.length > 0 ? "warn" : "pass";
    const diagnosis = violations
      .map((one) => this.sentence(one))
      .filter((line, index, all) => all.indexOf(line) === index);
    const level = isBroken || violations.length === 0 ? "must" : "should";
    return {
      id: `tap/messages/${type.toLowerCase().replaceAll("_", "-")}`,
      clause: clauses.length === 0 ? ["TRN-RPC-01"] : clauses.map(({ id }) => id),
      level,
      group: "messages",
      title:
        type === "other"
          ? "Requests that are not messages of the league"
          : `${type} and its answer, as observed`,
      verdict,
      duration_ms: observed.reduce((sum, { exchange }) => sum + exchange.answerAt - exchange.requestAt, 0),
      ...(diagnosis.length === 0 ? {} : { diagnosis: diagnosis.join("\n") }),
      transcript: observed.flatMap(({ exchange }) => this.#entries(exchange)),
    };
  }

  #entries({ request, requestAt, answer, answerAt }: Exchange) {
    const asked = {
      at_ms: requestAt - this.#startedAt,
      from: "peer",
      to: "agent",
      ...this.#content(request.body),
    };
    const at_ms = answerAt - this.#startedAt;
    const status = answer?.status ?? 0;
    const answered =
      answer === null
        ? {
            at_ms,
            from: "agent",
            to: "peer",
            kind: "failure",
            note: "the connection ended without an answer",
          }
        : { at_ms, from: "agent", to: "peer", kind: "reply", status, ...this.#content(answer.body) };
    return [{ ...asked, kind: "request" }, answered];
  }

  /** `TRN-ENV-01 /protocol: … (said by the agent)` */
  sentence({ clause, pointer, message, by }: Violation): string {
    const who = by === "answerer" ? "the agent" : "its peer";
    const place = pointer === "" ? "" : ` ${pointer}`;
    return this.#redactor.text(`${clause.id}${place}: ${message} (said by ${who})`);
  }

  #content(body: Buffer): { json: unknown } | { bytes: string } | Record<never, never> {
    if (body.length === 0) return {};
    const text = body.toString("utf8");
    try {
      return { json: this.#redactor.value(JSON.parse(text)) };
    } catch {
      return { bytes: this.#redactor.text(text) };
    }
  }

  /** The role to which most of the messages are sent. */
  #role(): "player" | "referee" | "manager" {
    const to = Object.values<MethodRow>(methods).filter(({ request }) => this.#groups.has(request));
    const messageTypes = (role: string) => to.filter((row) => row.to.some((one) => one === role)).length;
    const [first] = (["player", "referee", "league_manager"] as const).toSorted(
      (a, b) => messageTypes(b) - messageTypes(a),
    );
    return first === "league_manager" ? "manager" : (first ?? "player");
  }
}

/** As the suite computes it: FNV-1a, 64 bits, over all clauses. */
function specHash(): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(requirements.map(({ id, hash: own }) => `${id} ${own}`).join("\n"))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
