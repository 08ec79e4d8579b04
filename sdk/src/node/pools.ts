/** The connections of a transport. */
import type { Agent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { http, loadHttps } from "./http-module.js";
import type { TargetOptions } from "./target.js";

interface PoolOptions {
  readonly maxSockets?: number;
  readonly ca?: string;
}

/** Node asks three times for the name of the connections that a request may use, and composes and hashes it each time. */
class OriginAgent extends http.Agent {
  override getName(options?: Partial<TargetOptions>): string {
    return options?.origin ?? "";
  }
}

/** Agents for kept connections, and for those of one exchange. */
export interface Pools {
  readonly pooled: Agents;
  readonly fresh: Agents;
}

export interface Agents {
  readonly http: Agent;
  /** Created for the first request that needs it. */
  https(): HttpsAgent;
  close(): void;
}

/** Connections without a guard; the last of their users closes them. */
interface Connections {
  readonly pools: Pools;
  readonly users: Set<object>;
}

/** By their certificates. */
const shared = new Map<string | undefined, Connections>();

export function connectionsOf(options: PoolOptions & { isShared?: boolean }): Connections {
  const { ca, isShared } = options;
  const known = isShared ? shared.get(ca) : undefined;
  const connections = known ?? { pools: poolsOf(options), users: new Set() };
  if (isShared) shared.set(ca, connections);
  return connections;
}

export function poolsOf({ maxSockets, ca }: PoolOptions, guard?: LookupFunction): Pools {
  const common = {
    ...(maxSockets === undefined ? {} : { maxSockets }),
    ...(guard === undefined ? {} : { lookup: guard }),
  };
  const agents = (keepAlive: boolean): Agents => {
    const plain = new OriginAgent({ keepAlive, ...common });
    let secure: HttpsAgent | undefined;
    return {
      http: plain,
      https() {
        secure ??= new (loadHttps().Agent)({ keepAlive, ...common, ...(ca === undefined ? {} : { ca }) });
        return secure;
      },
      close() {
        plain.destroy();
        secure?.destroy();
      },
    };
  };
  return { pooled: agents(true), fresh: agents(false) };
}
