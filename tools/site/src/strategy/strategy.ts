/** A strategy in the engine: run as a module, watched while it plays, and its faults in words. */
import type { PlayerStrategy } from "@league-v2/agents";
import type { Strategy } from "@league-v2/sdk";

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

/** A fault of one choice. */
export interface ChoiceFault extends StrategyFault {
  readonly match_id: string;
}

/** @param onFault called for each choice that the player replaces by its fallback, before it does so */
export function watched(
  { choose, guard }: PlayerStrategy,
  lines: number,
  onFault: (fault: ChoiceFault) => void,
): PlayerStrategy {
  return {
    guard,
    async choose(context) {
      const { match_id } = context;
      try {
        const made = await choose(context);
        const { choice = made } = Object(made) as { readonly choice?: unknown };
        if (choice === "even" || choice === "odd") return made;
        const shown = JSON.stringify(made) ?? String(made);
        onFault({ match_id, message: `Returned ${shown}, not "even" or "odd"`, line: null });
        return made;
      } catch (error) {
        // A strategy that stops when its signal is aborted is late, not broken.
        if (!context.signal.aborted) onFault({ match_id, ...faultOf(error, lines) });
        throw error;
      }
    },
  };
}

/** A fault in a strategy, with its position. */
export interface StrategyFault {
  readonly message: string;
  /** Counted from 1 in the typed text; null if there is no line. */
  readonly line: number | null;
}

/**
 * The first line of the typed text that an error's stack names. The text begins at the first line of its script, and
 * what follows it there is not typed.
 * @param lines of the typed text
 */
export function lineIn(stack: string, lines: number): number | null {
  for (const [, line] of stack.matchAll(/:(\d+):\d+\)?$/gm)) {
    if (Number(line) <= lines) return Number(line);
  }
  return null;
}

export function faultOf(error: unknown, lines: number): StrategyFault {
  if (!(error instanceof Error)) return { message: `Threw ${String(error)}, which is no Error`, line: null };
  return { message: `${error.name}: ${error.message}`, line: lineIn(error.stack ?? "", lines) };
}

/** A member of a value of unknown type; undefined if it is missing. */
export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}
