/** The style of a service in its calls: the start of its paths, its spelling, and its members for events. */
import { isObject } from "../members.js";
import type { JsonObject, ProfileDocument, WireProfile } from "../types.js";
import { serviceName } from "./service-name.js";

export interface ServiceStyle {
  /** The path of its call, for events. */
  readonly path: string;
  /** The steps before the first one with a meaning: `/api/v1`. */
  readonly prefix: string;
  /** The member with the name of the event, and the one with its content. */
  readonly event?: string;
  readonly data?: string;
  readonly isCamel: boolean;
}

const eventMembers = ["event", "event_type", "eventType", "action", "command", "kind", "type", "op"];
const dataMembers = ["data", "payload", "body", "content", "params", "args"];

export interface ServiceCall {
  readonly style: ServiceStyle;
  /** Singular words of the path or the event. */
  readonly name: string;
  readonly match_id: string | undefined;
  readonly members: JsonObject;
}

/** Of a POST to any path; undefined for a body that is no object. */
export function readServiceCall(path: string, body: unknown): ServiceCall | undefined {
  if (!isObject(body)) return undefined;
  const event = eventMembers.find((name) => typeof body[name] === "string");
  const [first = "", ...rest] = Object.keys(body);
  const data = dataMembers.find((name) => isObject(body[name])) ?? (rest.length === 0 ? first : undefined);
  const inner = data === undefined ? undefined : body[data];
  // At a path without a meaning, the event is next to its content.
  const isFlat = !isObject(inner) && serviceName(path).name === "";
  const isEvent = event !== undefined && (isObject(inner) || isFlat);
  const said = isEvent ? String(body[event]) : "";
  const named = serviceName(isEvent ? said.replaceAll(/[.:]/g, "_") : path);
  const { [event ?? ""]: _, ...beside } = body;
  const members = isEvent
    ? isObject(inner)
      ? inner
      : beside
    : data !== undefined && Object.keys(body).length === 1 && isObject(inner)
      ? inner
      : body;
  const style: ServiceStyle = {
    path,
    prefix: isEvent ? "" : prefixOf(path),
    ...(isEvent ? { event } : {}),
    ...(members === inner && data !== undefined ? { data } : {}),
    isCamel: Object.keys(members).some((name) => /[a-z][A-Z]/.test(name)),
  };
  return { style, ...named, members };
}

/** The steps before the first one with a meaning. */
export function prefixOf(path: string): string {
  const steps = path.split("/");
  const first = steps.findIndex((step) => step !== "" && serviceName(step).name !== "");
  return steps.slice(0, Math.max(first, 1)).join("/");
}

/** The start of the paths of all messages, in a profile. */
const perMessage = "/{message_type}";

/** The style of an unknown service. */
export const plainStyle: ServiceStyle = { path: perMessage, prefix: "", isCamel: false };

/**
 * The profile of a member that registered in this style.
 * @param address of the member: it takes events there, unless they have a path of their own
 */
export function serviceProfile(style: ServiceStyle, address: string): ProfileDocument {
  const isOwnPath = style.event === undefined || serviceName(style.path).name === "";
  const path = isOwnPath ? style.path : new URL(address).pathname;
  return {
    name: "service",
    title: "A service",
    description: "An agent with paths or events of its own, and no JSON-RPC.",
    extends: "synonyms",
    ...rulesOfStyle({ ...style, path }),
  };
}

/** The members that all forms of services have. */
export function rulesOfStyle(style: ServiceStyle | undefined): Partial<ProfileDocument> {
  const { event, data, path, prefix = "" } = style ?? {};
  return {
    request: "bare",
    reply: "bare",
    tokens: "optional",
    answers: "any",
    acknowledges: "status",
    ids: "any",
    ...(style?.isCamel === true ? { spelling: { members: "camel" as const } } : {}),
    envelope:
      event !== undefined && path !== undefined
        ? {
            ...{ path, rename: { message_type: event } },
            ...(data === undefined ? {} : { nest: data, beside: [event] }),
          }
        : { path: `${prefix}${perMessage}` },
  };
}

/** The style in a profile of a service. */
export function styleIn(profile: WireProfile | undefined): ServiceStyle | undefined {
  if (profile?.acknowledges !== "status") return undefined;
  const { path = perMessage, rename, nest: data } = profile.envelope;
  const event = rename?.message_type;
  return {
    path,
    prefix: path.endsWith(perMessage) ? path.slice(0, -perMessage.length) : "",
    ...(event === undefined ? {} : { event }),
    ...(data === undefined ? {} : { data }),
    isCamel: profile.spelling?.members === "camel",
  };
}
