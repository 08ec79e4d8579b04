/** The rules of a game by its name, or by the path of their module. */
import { resolve } from "node:path";
import { protocol, startupErrors } from "@league-v2/contract";
import { type RefereeOptions, StartupError } from "@league-v2/sdk";
import { readGameRules } from "@league-v2/sdk/game";
import { reasonOf } from "../files/data-folder.js";
import { defaultOf, importModule } from "../strategies/load-strategy.js";

export type Games = NonNullable<RefereeOptions["games"]>;

/** The rules of Even/Odd for people. */
const evenOdd = `Both players choose "even" or "odd" at the same time, then a number from 1 to 10 is drawn. The player whose choice is its parity wins; both right or both wrong is a draw.`;

/**
 * @param games `even_odd`, or paths of modules whose default export has the members of `GameRules`
 * @param folder what a relative path starts from
 * @throws StartupError GAME_RULES_LOAD_FAILED
 */
export async function loadGames(games: readonly string[], folder: string): Promise<Games> {
  const loaded = await Promise.all(games.map((game) => loadGame(game, folder)));
  const types = loaded.map(typeOf);
  const twice = types.find((type, index) => types.indexOf(type) !== index);
  if (twice !== undefined) throw failed(`the game type ${twice} is given twice`);
  const [first = protocol.gameTypes[0], ...others] = loaded;
  return [first, ...others];
}

export function typeOf(game: Games[number]): string {
  return typeof game === "string" ? game : game.type;
}

/** The name of the game and its rules, for people. */
export function descriptionOf(game: Games[number]): string {
  return `${typeOf(game)}: ${typeof game === "string" ? evenOdd : game.description}`;
}

async function loadGame(game: string, folder: string): Promise<Games[number]> {
  const known = protocol.gameTypes.find((type) => type === game);
  if (known !== undefined) return known;
  try {
    return readGameRules(defaultOf(await importModule(resolve(folder, game))));
  } catch (error) {
    throw failed(`the game "${game}" cannot be loaded: ${reasonOf(error)}`, error);
  }
}

function failed(message: string, cause?: unknown): StartupError {
  const { hint } = startupErrors.GAME_RULES_LOAD_FAILED;
  return new StartupError("GAME_RULES_LOAD_FAILED", message, hint, cause);
}
