/** Finds rules about members that a message does not have. */
import { derivableTypes, membersOf } from "./derive/contract-members.js";
import { didYouMean, type ProfileFault } from "./lint-kinds.js";
import { isObject } from "./members.js";

type Rules = Readonly<Record<string, unknown>>;

/**
 * Pointers into the nested object, and texts that are no pointers, are other faults, which the other parts of the lint name.
 * @param type a message type; rules of a type without a member list are not checked
 */
export function lintMembers(type: string, rules: Rules, pointer: string): readonly ProfileFault[] {
  if (!derivableTypes.includes(type)) return [];
  const known = membersOf(type);
  const isInNest = (member: string) => typeof rules.nest === "string" && member.startsWith(`/${rules.nest}/`);
  return membersNamed(rules)
    .filter(([, member]) => member.startsWith("/") && !isInNest(member) && !isKnown(member, known))
    .map(([at, member]) => ({
      pointer: `${pointer}/${at}`,
      problem: `${type} has no member ${member}; the rule has no effect`,
      ...didYouMean(member, known),
    }));
}

/** Canonical pointers in the rules, each with its place there. */
function membersNamed(rules: Rules): (readonly [at: string, member: string])[] {
  const keysOf = (rule: string) => (isObject(rules[rule]) ? Object.keys(rules[rule]) : []);
  const itemsOf = (rule: string): readonly unknown[] => (Array.isArray(rules[rule]) ? rules[rule] : []);
  return [
    ...keysOf("rename").map((name) => [`rename/${name}`, `/${name}`] as const),
    ...["aliases", "values", "formats", "blank"].flatMap((rule) =>
      keysOf(rule).map((key) => [`${rule}/${key}`, key] as const),
    ),
    ...itemsOf("move").flatMap((step, index) =>
      isObject(step) && typeof step.from === "string" ? [[`move/${index}/from`, step.from] as const] : [],
    ),
    ...["omit", "ignore"].flatMap((rule) =>
      itemsOf(rule).flatMap((one, index) =>
        typeof one === "string" ? [[`${rule}/${index}`, one] as const] : [],
      ),
    ),
  ];
}

/** Whether the message has the member, an object that holds it, or a member in it. */
function isKnown(member: string, known: readonly string[]): boolean {
  return known.some(
    (one) =>
      one === member || (isOpen(one, known) && member.startsWith(`${one}/`)) || one.startsWith(`${member}/`),
  );
}

/** Whether no members inside this member are listed. */
function isOpen(pointer: string, known: readonly string[]): boolean {
  return !known.some((one) => one.startsWith(`${pointer}/`));
}
