/** Describes the evidence for a derived profile. */
import type { MessageRules, Spelling, SplitRule } from "../types.js";
import type { Findings } from "./findings.js";
import type { Derivation } from "./types.js";

/** One sentence for each piece of evidence, and one for each undetermined part. */
export function derivationEvidence(
  { place, names, conventions, operations, required, split, spelling }: Findings,
  messages: Readonly<Record<string, MessageRules>>,
): Pick<Derivation, "evidence" | "open"> {
  const listed = operations.map(({ name }) => name).filter((name) => name !== "");
  const evidence = [
    ...layoutEvidence(split, spelling),
    ...(listed.length === 0 ? [] : [`it describes ${listed.slice(0, 12).join(", ")}`]),
    ...(place.isKnown ? [`it takes messages in the place "${place.request}"`] : []),
    ...(names.source === undefined ? [] : [names.source]),
    ...(conventions.times === undefined ? [] : [`it writes times in the style "${conventions.times}"`]),
    ...(conventions.sender === undefined ? [] : ["it signs with bare ids"]),
    ...(conventions.reply === undefined ? [] : [`its answers are in the place "${conventions.reply}"`]),
    ...Object.entries(messages).map(
      ([type, rules]) => `${type} has separate rules: ${Object.keys(rules).join(", ")}`,
    ),
  ];
  const isNamed = (type: string) =>
    names.own.has(type) || typeof names.rule === "object" || place.request === "bare";
  const open =
    names.source === undefined || place.isKnown
      ? required.filter((type) => listed.length > 0 && !isNamed(type))
      : [];
  return { evidence, open: open.map((type) => `it lists no name for ${type}`) };
}

/** Evidence about the spelling and the two objects of every message. */
function layoutEvidence(split: SplitRule | undefined, spelling: Spelling | undefined): string[] {
  const { members, types, prefix, times } = spelling ?? {};
  return [
    ...(split === undefined
      ? []
      : [`envelope and content are in "${split.envelope}" and "${split.payload}"`]),
    ...(members === undefined ? [] : [`it spells members in the style "${members}"`]),
    ...(types === undefined ? [] : ["it writes message types like names of classes"]),
    ...(prefix === undefined ? [] : [`"${prefix}" stands before its message types`]),
    ...(times === undefined ? [] : [`it writes times as numbers, in the style "${times}"`]),
  ];
}
