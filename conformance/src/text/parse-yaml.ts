/** Parses YAML. Its parser is loaded with the first file, because most runs read none. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export function parseYaml(text: string): unknown {
  const { parse } = require("yaml") as typeof import("yaml");
  return parse(text);
}
