import { parseArgs } from "node:util";
import { serve } from "@league-v2/sdk/node";
import { myReferee } from "./referee.ts";

try {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8001" },
      league: { type: "string", default: "{{league}}" },
      name: { type: "string", default: "{{name}}" },
    },
  });
  if (!/^https?:\/\/./.test(values.league))
    throw new Error(`--league is "${values.league}"; it must be a URL such as {{league}}`);
  // If no league manager answers, `serve` retries for about half a minute and then throws an error.
  console.log(`${values.name} registers with ${values.league}`);
  const { url, agent } = await serve(myReferee(values.name), {
    port: Number(values.port),
    league: values.league,
  });
  const { id } = await agent.registered;
  console.log(`${values.name} is ${id}, at ${url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
