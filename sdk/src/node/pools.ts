/** The connections of a transport. */
import type { Agent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { http, loadHttps } from "./http-module.js";

interface PoolOptions {
  readonly maxSockets?: number;
  readonly ca?: string;
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

export function poolsOf({ maxSockets, ca }: PoolOptions, guard?: LookupFunction): Pools {
  const common = {
    ...(maxSockets === undefined ? {} : { maxSockets }),
    ...(guard === undefined ? {} : { lookup: guard }),
  };
  const agents = (keepAlive: boolean): Agents => {
    const plain = new http.Agent({ keepAlive, ...common });
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
