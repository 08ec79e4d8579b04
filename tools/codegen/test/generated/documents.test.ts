import { readFileSync } from "node:fs";
import { methods } from "@league-v2/contract";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json.js";
import { metaFaults } from "../../src/validate/ajv.js";

interface Document {
  methods: { name: string; params: { name: string }[]; "x-deadline-ms": number | null }[];
  components: { schemas: Record<string, unknown> };
}
const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../generated/openrpc/${name}.json`, import.meta.url), "utf8"),
  ) as Document;

test("the document contains the methods and deadlines of the table", () => {
  const rows = read("canonical").methods.map((method) => [method.name, method["x-deadline-ms"]]);
  expect(rows).toEqual(Object.values(methods).map(({ name, deadlineMs }) => [name, deadlineMs]));
});

test("parameters are listed one by one", () => {
  const invitation = read("canonical").methods.find(({ name }) => name === "handle_game_invitation");
  expect(invitation?.params.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["protocol", "conversation_id", "match_id", "role_in_match"]),
  );
});

test.each(["canonical", "flat"])("the %s document is OpenRPC", (name) => {
  expect(metaFaults(read(name) as unknown as JsonObject)).toEqual([]);
});

test("every reference has a target", () => {
  const text = JSON.stringify(read("canonical"));
  const { schemas } = read("canonical").components;
  for (const [, name = ""] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    expect(Object.keys(schemas)).toContain(name);
  }
});

test("the reference page has a section for each message, and every link has a target", () => {
  const page = readFileSync(new URL("../../../../generated/reference/canonical.md", import.meta.url), "utf8");
  const anchors = [...page.matchAll(/^### (\w+)$/gm)].map(([, title = ""]) => title.toLowerCase());
  const links = [...page.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor = ""]) => anchor);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});
