import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadWireForms } from "./load-wire-form.js";
import { wireOf } from "./wire-form.js";

const folder = mkdtempSync(join(tmpdir(), "league-wire-"));
const file = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
};

it.each(["auto", "any", "flat", "mcp"])("%s is a form by its name", (name) => {
  expect(wireOf(name, folder)).toBe(name);
});

it("a file is read as a profile, with the form that it extends", () => {
  const own = {
    $schema: "x",
    name: "ours",
    title: "Ours",
    description: "Ours.",
    extends: "flat",
    request: "message",
  };
  expect(wireOf(file("ours.json", own), folder)).toMatchObject({
    name: "ours",
    request: "message",
    sender: "bare",
  });
});

it.each([
  ["flta", /INVALID|no form has this name/],
  [file("broken.json", "{"), /no form has this name, and it is no JSON file/],
  [
    file("wrong.json", { name: "x", title: "x", description: "x", extends: "flat", request: "parms" }),
    /\/request .*did you mean "params"/,
  ],
])("%s is refused, and the known forms are named", (setting, why) => {
  expect(() => wireOf(setting, folder)).toThrow(why);
  try {
    wireOf(setting, folder);
  } catch (error) {
    expect((error as { hint: string }).hint).toContain("handle-message");
  }
});

it("the forms of single members are read by name; an error names the flag", async () => {
  const forms = await loadWireForms({ Alice: "flat", Bob: "mcp" }, folder);
  expect(forms).toEqual({ Alice: "flat", Bob: "mcp" });
  await expect(loadWireForms({ Alice: "flta" }, folder)).rejects.toThrow(/--wire-for/);
});
