/** Runs the typed module, and reads the strategy from its exports. */
import type { PlayerStrategy } from "@league-v2/agents";
import type { Strategy } from "@league-v2/sdk";
import { memberOf } from "../parts/member-of.js";

/** The typed text as a CommonJS module. */
export type ModuleBody = (
  exports: Record<string, unknown>,
  require: (name: string) => unknown,
  module: { exports: unknown },
) => void;

/**
 * Each call runs the module again, so that it has no state of an earlier league.
 * @param packages what the module may import, by name
 */
export function strategyOf(body: ModuleBody, packages: Readonly<Record<string, unknown>>): PlayerStrategy {
  const module: { exports: unknown } = { exports: {} };
  const require = (name: string) => {
    if (Object.hasOwn(packages, name)) return packages[name];
    throw new Error(
      `"${name}" is not here: a strategy in the page can import ${Object.keys(packages).join(", ")}`,
    );
  };
  body(module.exports as Record<string, unknown>, require, module);
  const exported = memberOf(module.exports, "default") ?? module.exports;
  if (isStrategy(exported)) return { choose: exported, guard: true };
  const choose = memberOf(exported, "choose");
  if (isStrategy(choose)) return { choose, guard: memberOf(exported, "guard") !== false };
  throw new Error('No strategy is exported. Write: export default (context) => "even";');
}

function isStrategy(value: unknown): value is Strategy {
  return typeof value === "function";
}
