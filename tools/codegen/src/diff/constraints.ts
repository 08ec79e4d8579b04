import type { Json } from "../json.js";
import type { Schema, TypeName } from "../schema/schema.js";
import { typesOf } from "../schema/schema.js";
import type { Effect } from "./finding.js";

/** One changed keyword, and its effect on the set of valid data. */
export interface Change {
  readonly keyword: string;
  readonly effect: Effect;
  readonly what: string;
}

/** The differences between the keywords of two plain values. */
export function constraintChanges(before: Schema, after: Schema): Change[] {
  return [
    ...typeChanges(before, after),
    ...constChanges(before, after),
    ...enumChanges(before, after),
    ...LOWER.flatMap((keyword) => boundChange(keyword, before[keyword], after[keyword], 1)),
    ...UPPER.flatMap((keyword) => boundChange(keyword, before[keyword], after[keyword], -1)),
    ...patternChange(before.pattern, after.pattern),
  ];
}

const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

function typeChanges(before: Schema, after: Schema): Change[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  if (old.length === 0 && now.length === 0) return [];
  if (old.length === 0)
    return [{ keyword: "type", effect: "narrower", what: `only ${now.join(" or ")} is allowed` }];
  if (now.length === 0) return [{ keyword: "type", effect: "wider", what: "any value is allowed" }];
  const gone = old.filter((type) => !now.some((other) => covers(other, type)));
  const come = now.filter((type) => !old.some((other) => covers(other, type)));
  if (gone.length > 0 && come.length > 0) {
    return [
      {
        keyword: "type",
        effect: "different",
        what: `the type is ${now.join(" or ")} instead of ${old.join(" or ")}`,
      },
    ];
  }
  return [
    ...gone.map(
      (type): Change => ({ keyword: "type", effect: "narrower", what: `${type} is not allowed any more` }),
    ),
    ...come.map((type): Change => ({ keyword: "type", effect: "wider", what: `${type} is allowed too` })),
  ];
}

function covers(wide: TypeName, narrow: TypeName): boolean {
  return wide === narrow || (wide === "number" && narrow === "integer");
}

function constChanges(before: Schema, after: Schema): Change[] {
  const [old, now] = [before.const, after.const];
  if (old === now) return [];
  if (old === undefined)
    return [{ keyword: "const", effect: "narrower", what: `only ${show(now)} is allowed` }];
  if (now === undefined)
    return [{ keyword: "const", effect: "wider", what: `it need not be ${show(old)} any more` }];
  return [{ keyword: "const", effect: "different", what: `it must be ${show(now)} instead of ${show(old)}` }];
}

function enumChanges(before: Schema, after: Schema): Change[] {
  const [old, now] = [before.enum, after.enum];
  if (old === undefined && now === undefined) return [];
  // Receivers accept any value of an open enum, so its list binds only sent messages.
  const [wasOpen, isOpen] = [before["x-open"] === true, after["x-open"] === true];
  if (old === undefined) {
    return [
      { keyword: "enum", effect: isOpen ? "none" : "narrower", what: `the values are listed: ${list(now)}` },
    ];
  }
  if (now === undefined)
    return [{ keyword: "enum", effect: wasOpen ? "none" : "wider", what: "any value is allowed" }];
  const gone = old.filter((member) => !now.includes(member));
  const come = now.filter((member) => !old.includes(member));
  const opened: Change[] =
    wasOpen === isOpen
      ? []
      : isOpen
        ? [
            {
              keyword: "x-open",
              effect: "none",
              what: "receivers accept other values too; senders still send the listed ones",
            },
          ]
        : [{ keyword: "x-open", effect: "narrower", what: "receivers accept only the listed values" }];
  const isFree = wasOpen && isOpen;
  return [
    ...opened,
    ...some(
      gone,
      (what): Change => ({
        keyword: "enum",
        effect: isFree || isOpen ? "none" : "narrower",
        what: `${what} is gone`,
      }),
    ),
    ...some(
      come,
      (what): Change => ({
        keyword: "enum",
        effect: isFree || isOpen ? "none" : "wider",
        what: `${what} is new`,
      }),
    ),
  ];
}

function some(members: readonly Json[], change: (what: string) => Change): Change[] {
  return members.length === 0 ? [] : [change(list(members))];
}

/** @param sign 1 for a lower bound, where more is narrower; -1 for an upper bound. */
function boundChange(
  keyword: string,
  old: number | undefined,
  now: number | undefined,
  sign: 1 | -1,
): Change[] {
  if (old === now) return [];
  if (old === undefined) return [{ keyword, effect: "narrower", what: `${keyword} is ${now}` }];
  if (now === undefined) return [{ keyword, effect: "wider", what: `${keyword} is gone (it was ${old})` }];
  return [
    {
      keyword,
      effect: (now - old) * sign > 0 ? "narrower" : "wider",
      what: `${keyword} is ${now} instead of ${old}`,
    },
  ];
}

function patternChange(old: string | undefined, now: string | undefined): Change[] {
  const keyword = "pattern";
  if (old === now) return [];
  if (old === undefined) return [{ keyword, effect: "narrower", what: `the text must match ${now}` }];
  if (now === undefined)
    return [{ keyword, effect: "wider", what: "the text need not match a pattern any more" }];
  return [{ keyword, effect: "different", what: `the text must match ${now} instead of ${old}` }];
}

function list(members: readonly Json[] | undefined): string {
  return (members ?? []).map(show).join(", ");
}

function show(value: Json | undefined): string {
  return JSON.stringify(value);
}
