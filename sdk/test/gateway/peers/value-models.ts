/** Models of a validation library: the required members, and the faults of invalid messages. */
import type { Body } from "./wild-player.js";

export interface MemberModel {
  readonly type: "integer" | "text" | "list";
  readonly pattern?: string;
  readonly allowed?: readonly string[];
  readonly isOptional?: true;
}

export type Model = Readonly<Record<string, MemberModel>>;

export interface ModelFault {
  readonly name: string;
  readonly type: string;
  readonly msg: string;
}

/** @param isClosed whether other members are faults, too */
export function faultsOf(model: Model, content: Body, isClosed: boolean): ModelFault[] {
  const unknown = isClosed ? Object.keys(content).filter((name) => !Object.hasOwn(model, name)) : [];
  const extra = { type: "extra_forbidden", msg: "Extra inputs are not permitted" };
  return [
    ...Object.entries(model).flatMap(([name, member]) => {
      const fault = faultOf(member, content[name]);
      return fault === undefined ? [] : [{ name, ...fault }];
    }),
    ...unknown.map((name) => ({ name, ...extra })),
  ];
}

function faultOf(
  { type, pattern, allowed, isOptional }: MemberModel,
  value: unknown,
): Omit<ModelFault, "name"> | undefined {
  if (value === undefined) return isOptional ? undefined : { type: "missing", msg: "Field required" };
  if (type === "integer") {
    if (Number.isInteger(value)) return undefined;
    return {
      type: "int_parsing",
      msg: "Input should be a valid integer, unable to parse string as an integer",
    };
  }
  if (type === "list")
    return Array.isArray(value) ? undefined : { type: "list_type", msg: "Input should be a valid list" };
  if (allowed !== undefined && !allowed.some((one) => one === value)) {
    return { type: "enum", msg: `Input should be ${allowed.map((one) => `'${one}'`).join(" or ")}` };
  }
  if (typeof value !== "string") return { type: "string_type", msg: "Input should be a valid string" };
  if (pattern === undefined || new RegExp(pattern).test(value)) return undefined;
  return { type: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'` };
}
