/** A tap between any two agents: it passes every message on unchanged, and inspects it. */
import { inspect } from "./inspect.js";
import { type Exchange, relay } from "./relay.js";
import { TapReport } from "./tap-report.js";

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
