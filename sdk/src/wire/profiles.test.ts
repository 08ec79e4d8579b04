/** Profiles as documents: the lint, the schema, and the effect of `extends`. */
import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { lintProfile } from "./lint.js";
import { ProfileCodec } from "./profile-codec.js";
import { bundledDocument, bundledNames, bundledProfile } from "./profiles/index.js";
import { resolveProfile } from "./resolve.js";
import { wireProfileSchema } from "./schema.js";
import { nearestTo } from "./similarity.js";
import type { ProfileDocument } from "./types.js";
import { WireFormRegistry } from "./wire-form-registry.js";

const schema = new Validator(wireProfileSchema as unknown as Schema, "2020-12", false);
const own = { name: "ours", title: "Ours", description: "Ours.", extends: "handle-message" };

test("canonical comes first, loose last", () => {
  expect([bundledNames[0], bundledNames.at(-1)]).toEqual(["canonical", "loose"]);
});

test.each(bundledNames)("%s passes the lint and the schema", (name) => {
  const document = bundledDocument(name);
  expect(lintProfile(document)).toEqual([]);
  expect(schema.validate(document).errors).toEqual([]);
});

test.each(["example-custom"])("the suite's profile %s.yaml passes the lint and the schema", (name) => {
  const file = new URL(`../../../conformance/profiles/${name}.yaml`, import.meta.url);
  const document: unknown = parse(readFileSync(file, "utf8"));
  expect(lintProfile(document)).toEqual([]);
  expect(schema.validate(document).errors).toEqual([]);
});

test("the documentation describes all profiles, and no others", () => {
  const text = readFileSync(new URL("../../docs/wire-forms.md", import.meta.url), "utf8");
  const table = text.slice(text.indexOf("## What is recognised"), text.indexOf("Profiles combine"));
  const named = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual([...bundledNames].toSorted());
});

test("the lint names pointer, problem and hint", () => {
  const faults = lintProfile({
    name: "x+y",
    title: "x",
    descripton: "x",
    request: "parms",
    messages: {
      GAME_OVR: { move: [{ from: "a", to: "/b" }], fill: { "/x": "$recipent" }, values: { "/y": 1 } },
    },
  });
  const lines = faults.map(({ pointer, hint = "" }) => `${pointer} ${hint}`.trim());
  expect(lines).toContain('/descripton did you mean "description"?');
  expect(lines).toContain('/request did you mean "params"?');
  expect(lines).toContain('/messages/GAME_OVR did you mean "GAME_OVER"?');
  expect(lines).toContain('/messages/GAME_OVR/fill//x did you mean "recipient"?');
  expect(lines.map((line) => line.split(" ")[0])).toEqual(
    expect.arrayContaining([
      "/name",
      "/description",
      "/messages/GAME_OVR/move/0/from",
      "/messages/GAME_OVR/values//y",
    ]),
  );
});

test("a profile inherits omitted members from the one that it extends", () => {
  const profile = resolveProfile(own, bundledDocument);
  expect(profile).toMatchObject({ name: "ours", request: "message", method: { always: "handle_message" } });
  expect(profile.messages.GAME_JOIN_ACK?.fill).toHaveProperty("/accept", true);
});

test("circles and unknown profiles are reported", () => {
  const circle: Record<string, ProfileDocument> = {
    a: { ...own, name: "a", extends: "b" },
    b: { ...own, name: "b", extends: "a" },
  };
  expect(() => resolveProfile({ ...own, extends: "a" }, (name) => circle[name])).toThrow(/circle/);
  expect(() => resolveProfile({ ...own, extends: "unknown" }, bundledDocument)).toThrow(/"unknown"/);
});

test("a registry finds forms by name, the user's first, and forms with their messages at another place", () => {
  const registry = new WireFormRegistry([resolveProfile(own, bundledDocument)]);
  expect(registry.all[0]?.name).toBe("ours");
  expect(registry.named("flat+message")?.profile).toMatchObject({
    request: "message",
    reply: "result",
    sender: "bare",
  });
  expect(registry.named("flat+nowhere")).toBeUndefined();
  expect(registry.named("unknown")).toBeUndefined();
});

test.each(["canonical", "flat", "mcp", "bare", "handle-message"])(
  "%s is the most similar profile to its own messages",
  (name) => {
    const codecs = bundledNames
      .flatMap((one) => bundledProfile(one) ?? [])
      .map((profile) => new ProfileCodec(profile));
    const codec = codecs.find((one) => one.name === name);
    const message = {
      protocol: "league.v2",
      message_type: "LEAGUE_REGISTER_REQUEST",
      sender: "player:alpha",
      conversation_id: "conv",
      timestamp: "2025-12-20T10:00:00Z",
      player_meta: {
        display_name: "alpha",
        version: "1",
        game_types: ["even_odd"],
        contact_endpoint: "http://127.0.0.1:1/mcp",
      },
    };
    expect(nearestTo(codecs, codec?.request("LEAGUE_REGISTER_REQUEST", message, 1))?.name).toBe(name);
  },
);
