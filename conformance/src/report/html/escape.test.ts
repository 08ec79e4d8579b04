import { expect, test } from "vitest";
import { HOSTILE } from "../../../fixtures/report/hostile.js";
import { element, embedJson, escapeHtml } from "./escape.js";

test("escaped text ends neither its element nor its attribute", () => {
  expect(escapeHtml(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  expect(element("p", { title: `"><script>`, id: undefined }, "x")).toBe(
    '<p title="&quot;&gt;&lt;script&gt;">x</p>',
  );
});

test("embedded JSON contains nothing that ends a script, and parses to the same value", () => {
  const value = { [HOSTILE]: [HOSTILE, "<!--", "</SCRIPT >", "\u2028"] };
  const text = embedJson(value);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(value);
});
