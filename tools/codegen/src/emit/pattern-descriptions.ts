import { walk } from "../lint/walk.js";
import type { Model } from "../model/model.js";
import { File, type Output } from "../print/file.js";
import { literal } from "../print/literal.js";

/** The texts that fault messages print instead of a regular expression: `x-pattern-description` of each schema with a pattern. */
export function emitPatternDescriptions({ dialects }: Model, source: string): Output {
  const descriptions = new Map<string, string>();
  for (const { types } of dialects)
    for (const { schema } of types.values())
      walk(schema, "", (part) => {
        const { pattern, "x-pattern-description": description } = part;
        if (typeof pattern !== "string" || typeof description !== "string") return;
        descriptions.set(pattern.replaceAll("\\/", "/"), description);
      });
  const out = new File("pattern-descriptions", source);
  out.doc("Descriptions of the patterns of the specification, by the source of each.");
  out.print`export const ${out.declareValue("patternDescriptions")}: Readonly<Record<string, string>> = ${literal(Object.fromEntries(descriptions))};`;
  return out.render();
}
