/** A strategy by its name, or by the path of its module. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Strategy } from "@league-v2/sdk";
import { reasonOf } from "../files/data-folder.js";
import { configFault } from "../settings/config-file.js";
import { isStrategyName, type PlayerStrategy, strategies } from "./strategies.js";

const modulePath = /[\\/]|\.[cm]?[jt]s$/;

/**
 * @param strategy one of `strategies`, or a path whose module's default export is a function
 *   `(context) => "even" | "odd"`, with or without a reason, or an object `{ choose, guard? }`
 * @param folder what a relative path starts from
 * @throws StartupError INVALID_CONFIG
 */
export async function loadStrategy(
  strategy: string,
  folder: string = process.cwd(),
): Promise<PlayerStrategy> {
  if (isStrategyName(strategy)) return strategies[strategy];
  if (!modulePath.test(strategy)) {
    const known = Object.keys(strategies).join(", ");
    throw configFault(
      `there is no strategy "${strategy}"`,
      `Name one of ${known}, or the path of a module such as ./my-strategy.js.`,
    );
  }
  return readStrategy(await load(resolve(folder, strategy), strategy), strategy);
}

async function load(path: string, written: string): Promise<unknown> {
  try {
    return await importModule(path);
  } catch (error) {
    throw configFault(
      `the strategy "${written}" cannot be loaded: ${reasonOf(error)}`,
      "Check the path and that the module runs by itself.",
      error,
    );
  }
}

function readStrategy(module: unknown, written: string): PlayerStrategy {
  const exported = defaultOf(module);
  if (isStrategy(exported)) return { choose: exported, guard: true };
  const choose = memberOf(exported, "choose");
  if (isStrategy(choose)) return { choose, guard: memberOf(exported, "guard") !== false };
  const hint = 'Export a function by default: export default (context) => "even".';
  throw configFault(`the strategy "${written}" exports no function and no { choose } by default`, hint);
}

function isStrategy(value: unknown): value is Strategy {
  return typeof value === "function";
}

/** Loads a module by its absolute path. */
export function importModule(path: string): Promise<unknown> {
  return import(pathToFileURL(path).href);
}

/** A CommonJS module's own default export is one level deeper when it is seen through `import()`. */
export function defaultOf(module: unknown): unknown {
  const exported = memberOf(module, "default") ?? module;
  return memberOf(exported, "default") ?? exported;
}

export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}
