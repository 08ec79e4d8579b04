/** Derives a wire profile from the exchanges with a peer. A pure function. */

import { formatsOf, withoutEmpty } from "../evidence/member-rules.js";
import { wrapOf } from "../evidence/request-place.js";
import type { Derivation, Exchange, Role } from "../evidence/types.js";
import { lintProfile } from "../form/lint.js";
import { usualErrors, usualReply } from "../form/profile-codec.js";
import { bundledDocument, resolveProfile } from "../form/profiles.js";
import { replyTypes } from "../message/contract.js";
import type { MessageRules, ProfileDocument, Spelling, SplitRule } from "../message/types.js";
import { messageRulesOf } from "./derived-rules.js";
import { type Findings, findingsIn } from "./findings.js";

/** The profile that a derived one extends. */
const base = "synonyms";

/** @returns undefined if the form cannot be distinguished from the canonical one */
export function deriveForm(name: string, role: Role, seen: readonly Exchange[]): Derivation | undefined {
  const findings = findingsIn(role, seen);
  const { exchanges, operations, place, names, conventions, split, spelling, nest } = findings;
  const messages = messageRulesOf(findings);
  const wrap = split === undefined ? wrapOf(exchanges, operations, place) : undefined;
  const request = wrap === "message" && place.request === "params" ? "message" : place.request;
  const isWrapped = wrap !== undefined && request !== "message" && request !== "bare";
  const reply = conventions.reply ?? usualReply(request);
  const errors = usualErrors(request);
  const formats = formatsOf(messages);
  const needsToken = role === "player" && conventions.requiresToken;
  const envelope = withoutEmpty({
    ...(nest === undefined ? {} : { nest }),
    ...(formats === undefined ? {} : { formats }),
    // Messages to players have no real token, because tokens are for the league manager only.
    ...(needsToken ? { add: { "/auth_token": "none" } } : {}),
  });
  const learned: Partial<ProfileDocument> = {
    ...(request === "params" ? {} : { request }),
    ...(reply === "result" ? {} : { reply }),
    ...(errors === "jsonrpc" ? {} : { errors }),
    ...(names.rule === "contract" || request === "bare" ? {} : { method: names.rule }),
    ...(isWrapped ? { wrap } : {}),
    ...(split === undefined ? {} : { split }),
    ...(spelling === undefined ? {} : { spelling }),
    ...(conventions.sender === undefined ? {} : { sender: conventions.sender }),
    ...(conventions.times === undefined ? {} : { times: conventions.times }),
    ...(conventions.requiresUuid ? { conversation: "uuid" as const } : {}),
    ...(Object.keys(envelope).length === 0 ? {} : { envelope }),
    ...withNestHoisted(messages),
  };
  if (Object.keys(learned).length === 0) return undefined;
  const document: ProfileDocument = {
    name,
    title: "Derived form",
    description: `Derived from ${exchanges.length} exchanges with a ${role}.`,
    extends: base,
    ...learned,
  };
  // A peer's texts can lead to an invalid rule; a profile that the lint refuses is not used.
  if (lintProfile(document).length > 0) return undefined;
  const profile = resolveProfile(document, bundledDocument);
  return { document, profile, ...derivationEvidence(findings, messages) };
}

/** The message rules; a nested object common to all known answers becomes a rule of `replies`. */
function withNestHoisted(messages: Readonly<Record<string, MessageRules>>): Partial<ProfileDocument> {
  const answers = Object.entries(messages).filter(([type]) => replyTypes.has(type));
  const [nest, ...others] = new Set(answers.map(([, rules]) => rules.nest));
  if (Object.keys(messages).length === 0) return {};
  if (nest === undefined || others.length > 0) return { messages };
  const rest = Object.entries(messages).map(([type, { nest: own, ...rules }]): [string, MessageRules] => [
    type,
    replyTypes.has(type) || own === undefined ? rules : { nest: own, ...rules },
  ]);
  const present = rest.filter(([, rules]) => Object.keys(rules).length > 0);
  return { replies: { nest }, ...(present.length === 0 ? {} : { messages: Object.fromEntries(present) }) };
}

/** The name of the derived profile of a peer. */
export function derivedName(url: string): string {
  return `derived-${new URL(url).host.replaceAll(/[^A-Za-z0-9.]+/g, "-")}`;
}

/** One sentence for each piece of evidence, and one for each undetermined part. */
function derivationEvidence(
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
  const { members, times } = spelling ?? {};
  return [
    ...(split === undefined
      ? []
      : [`envelope and content are in "${split.envelope}" and "${split.payload}"`]),
    ...(members === undefined ? [] : [`it spells members in the style "${members}"`]),
    ...(times === undefined ? [] : [`it writes times as numbers, in the style "${times}"`]),
  ];
}
