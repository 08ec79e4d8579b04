import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadForms } from "./load-forms.js";

const folder = mkdtempSync(join(tmpdir(), "league-forms-"));
const own = { name: "ours", title: "Ours", description: "Ours.", extends: "flat", request: "message" };
const file = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
};

it.each(["contract", "documented", "any"])("%s is a choice", async (choice) => {
  expect(await loadForms(choice, folder)).toBe(choice);
});

it("a file is read as a form, without its $schema", async () => {
  expect(await loadForms(file("ours.json", { $schema: "x", ...own }), folder)).toEqual(own);
});

it.each([
  ["documentd", /no such choice, and no JSON file either/],
  [file("broken.json", "{"), /no such choice, and no JSON file either/],
  [file("wrong.json", { ...own, request: "parms" }), /\/request .*did you mean "params"/],
])("%s is refused, and the choices are named", async (setting, why) => {
  await expect(loadForms(setting, folder)).rejects.toThrow(why);
  await expect(loadForms(setting, folder)).rejects.toMatchObject({
    hint: expect.stringContaining("documented"),
  });
});
