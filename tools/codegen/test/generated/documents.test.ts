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

test.each(["canonical", "flat"])("the %s document is OpenRPC", (name) => {
  expect(metaFaults(read(name) as unknown as JsonObject)).toEqual([]);
});

test("the reference page has a section for each message, and every link has a target", () => {
  const page = readFileSync(new URL("../../../../generated/reference/canonical.md", import.meta.url), "utf8");
  const anchors = [...page.matchAll(/^### (\w+)$/gm)].map(([, title = ""]) => title.toLowerCase());
  const links = [...page.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor = ""]) => anchor);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});
