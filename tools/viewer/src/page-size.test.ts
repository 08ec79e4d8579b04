import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { buildPage } from "../build/assets.mjs";
import { pageWith } from "./events.js";

describe("the page", () => {
  let page = "";
  beforeAll(async () => {
    page = await buildPage();
  });

  it("is small without data", () => {
    expect(gzipSync(page).byteLength).toBeLessThan(120_000);
  });

  it("allows its own script and style by their hashes, and nothing else", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "";
    const parts = {
      script: /<script type="module">([\s\S]*?)<\/script>/,
      style: /<style>([\s\S]*?)<\/style>/,
    };
    for (const [name, element] of Object.entries(parts)) {
      const text = element.exec(page)?.[1] ?? "";
      const hash = createHash("sha256").update(text).digest("base64");
      expect(policy).toContain(`${name}-src 'sha256-${hash}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    const markup = page.replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, "$1");
    expect(markup.match(/<(script|style|link|img|iframe)\b/g)).toEqual([
      "<link",
      "<style",
      "<script",
      "<script",
    ]);
    // Inside of a script this text would change the parsing of the rest of the page.
    expect(parts.script.exec(page)?.[1]).not.toContain("<!--");
  });

  it("contains events as text that is no markup, and can be saved again with others", async () => {
    const first = await pageWith(page, [{ at: 0, type: "round_announced", round_id: 1 }]);
    expect(first.replace(/(id="events">)[\w+/=]+(<\/script>)/, "$1$2")).toBe(page);
    expect(await pageWith(first, [])).toBe(await pageWith(page, []));
  });
});
