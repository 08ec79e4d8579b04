/** Forms that differ in the registration. One request contains all usual names. */
import type { MessageRules, ProfileDocument } from "../types.js";

/** The members of `player_meta` or `referee_meta`, also next to it and under the names that leagues read. */
function flatMembers(role: "player" | "referee"): MessageRules {
  const meta = `/${role}_meta`;
  const under = (member: string, names: readonly string[]) =>
    names.map((name) => [`/${name}`, `$${meta}/${member}`] as const);
  return {
    add: Object.fromEntries([
      ...under("display_name", ["display_name", "name", `${role}_id`, "agent_id"]),
      ...under("contact_endpoint", ["endpoint", "contact_endpoint", "url", "callback_url"]),
      ...under("game_types", ["game_types", "supported_game_types"]),
      ...under("version", ["version"]),
      ["/agent_type", role],
      ["/role", role],
    ]),
  };
}

/** The answer of a league that identifies its members by name and sends no id. */
function named(role: "player" | "referee"): MessageRules {
  return {
    aliases: { [`/${role}_id`]: ["/agent_id", "/assigned_id", "/id"] },
    fill: { [`/${role}_id`]: `$/${role}_meta/display_name` },
  };
}

const registering: ProfileDocument["messages"] = {
  LEAGUE_REGISTER_REQUEST: flatMembers("player"),
  REFEREE_REGISTER_REQUEST: flatMembers("referee"),
};

export const registrations: readonly ProfileDocument[] = [
  {
    name: "flat-registration",
    title: "Registration in flat members",
    description: "A registration has name, id and endpoint beside its description, under all usual names.",
    extends: "loose",
    messages: registering,
  },
  {
    name: "http-register",
    title: "Registration with POST /register",
    description: "An agent registers with a plain POST at /register, in flat members.",
    extends: "bare",
    path: "/register",
    messages: {
      ...registering,
      LEAGUE_REGISTER_RESPONSE: named("player"),
      REFEREE_REGISTER_RESPONSE: named("referee"),
    },
  },
];
