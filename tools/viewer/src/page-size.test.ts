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

  it("can contain events that look like markup and like patterns of a replacement", () => {
    const saved = pageWith(page, "$&$1abc+/=");
    expect(saved).toContain('id="events">$&$1abc+/=</script>');
    expect(pageWith(saved, "")).toBe(page);
  });
});
