/**
 * The reviewed list of passes that degenerate agents earn, because a clause asks for no more than they do. Everything
 * else that passes on such an agent is a fault of the check.
 */
import type { DegenerateName } from "../degenerate/degenerate.js";
import { globToRegExp } from "../run/select.js";

interface Excuse {
  agents: readonly DegenerateName[];
  /** Globs over check ids. */
  checks: readonly string[];
  why: string;
}

const EXCUSES: readonly Excuse[] = [
  {
    agents: ["empty-result", "method-not-found"],
    checks: ["transport/response/result-or-error"],
    why: "A well-formed JSON-RPC answer is well formed, whatever it says.",
  },
];

export function isExcused(agent: DegenerateName, checkId: string): boolean {
  return EXCUSES.some(
    ({ agents, checks }) => agents.includes(agent) && checks.some((glob) => globToRegExp(glob).test(checkId)),
  );
}
