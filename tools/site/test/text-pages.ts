/** The text pages: their links have targets, and their recipes run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { playLeague } from "../src/league/play.js";
import { readFragment } from "../src/playground/fragment.js";
import { compile, moduleName } from "../src/strategy/compile.js";
import { type ModuleBody, strategyOf } from "../src/strategy/strategy.js";
import { root } from "./site-under-test.js";

/** The pages that are programs. */
const applications = ["playground.html", "message.html", "demo.html"];

const anchorsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
/** The text of a page, with the descriptions of pictures. */
const plain = (html: string) =>
  html
    .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, "$1")
    .replaceAll(/<[^>]*>/g, "")
    .trim();
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, target = ""]) => target);

/** The HTML of the text pages, by file name. */
export function textOfPages(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => !applications.includes(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

export function textPages(folder: () => string): void {
  let pages: ReadonlyMap<string, string>;
  beforeAll(() => {
    expect(readdirSync(folder())).toEqual(expect.arrayContaining(applications));
    pages = textOfPages(folder());
  });

  it("exist, each with a distinct title", () => {
    expect(pages.size).toBeGreaterThan(30);
    expect(pages.has("index.html")).toBe(true);
    const titles = [...pages.values()].map((html) => /<title>(.*?)</.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.size);
  });

  it("link to pages and anchors that exist", () => {
    const anchors = new Map([...pages].map(([name, html]) => [name, anchorsOf(html)]));
    const broken: string[] = [];
    for (const [name, html] of pages) {
      for (const target of linksOf(html).filter((one) => !/^https:/.test(one))) {
        const [file = "", hash] = target.split("#");
        const page = file === "" ? name : file;
        if (applications.includes(page)) continue;
        const known = anchors.get(page);
        if (known === undefined || (hash !== undefined && !known.has(hash)))
          broken.push(`${name}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("have an anchor for each clause, to which the page that reads a message links", () => {
    const anchors = anchorsOf(pages.get("requirements.html") ?? "");
    for (const id of ["trn-env-04", "ply-join-01", "lm-reg-01"]) expect(anchors).toContain(id);
  });

  it("contain no folder of the machine on which they were built", () => {
    for (const name of readdirSync(folder()))
      expect(readFileSync(join(folder(), name), "utf8").includes(root), name).toBe(false);
  });

  it("have no scripts, no external resources, and only simple tables", () => {
    for (const [name, html] of pages) {
      expect(html, name).not.toMatch(/<script|<link rel="stylesheet"|<iframe| style=/);
      expect(html, name).not.toMatch(/(src|srcset)="(?!data:)/);
      expect(html, name).not.toMatch(/<t[dh][^>]* headers=/);
    }
  });

  it("have pictures, and no HTML as text", () => {
    for (const [name, html] of pages) {
      const prose = html.replaceAll(/<code>[\s\S]*?<\/code>/g, "");
      expect(prose, name).not.toMatch(/&lt;\/?(picture|source|img|br|div|p|a|details|summary)\b/);
    }
    expect(
      pages.get("index.html")?.match(/<picture>\s*<source [^>]*>\s*<img [^>]*>\s*<\/picture>/g),
    ).toHaveLength(2);
  });

  it("have a language, one main part with a heading and text, links and pictures with names, and each id once", () => {
    for (const [name, html] of pages) {
      expect(html, name).toMatch(/^<!doctype html>\n<html lang="en">/);
      const mains = [...html.matchAll(/<main>([\s\S]*?)<\/main>/g)].map(([, text = ""]) => text);
      expect(mains, name).toEqual([expect.stringMatching(/<h1 [\s\S]*<p>\w/)]);
      const texts = [...html.matchAll(/<a [^>]*>([\s\S]*?)<\/a>/g)].map(([, text = ""]) => plain(text));
      expect(
        texts.filter((text) => text === ""),
        name,
      ).toEqual([]);
      expect(html.match(/<img (?![^>]*alt="[^"]+")[^>]*>/g), name).toBeNull();
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, name).toBe(ids.length);
    }
  });

  describe("the recipes", () => {
    const recipes = [
      ...readFileSync(join(import.meta.dirname, "../docs/recipes.md"), "utf8").matchAll(
        /```ts\n([\s\S]*?)```/g,
      ),
    ];
    const sources = recipes.map(([, source = ""]) => source);

    it("open in the playground with the same text", async () => {
      const links = linksOf(pages.get("site-recipes.html") ?? "").filter((one) =>
        one.startsWith("playground.html#"),
      );
      const opened = await Promise.all(links.map((link) => readFragment(link.split("#")[1] ?? "")));
      expect(opened.map(({ source }) => source)).toEqual(sources);
      expect(sources.length).toBeGreaterThan(3);
    });

    it.each(sources.map((source, index) => [index + 1, source] as const))(
      "number %i plays a league",
      async (_n, source) => {
        const compiled = compile(source);
        if (!compiled.ok) throw new Error(compiled.fault.message);
        const self: Record<string, ModuleBody> = {};
        new Function("self", compiled.script)(self);
        const body = self[moduleName];
        if (body === undefined) throw new Error("the script has no strategy");
        const choices: unknown[] = [];
        const { choose, guard } = strategyOf(body, {});
        const report = await playLeague(
          { seed: 7, opponents: ["random", "frequency", "pattern"], faults: [] },
          {
            guard,
            async choose(context) {
              const choice = await choose(context);
              choices.push(typeof choice === "string" ? choice : choice.choice);
              return choice;
            },
          },
        );
        expect(report.standings).toHaveLength(4);
        expect(choices).toHaveLength(3);
        expect(choices.filter((choice) => choice !== "even" && choice !== "odd")).toEqual([]);
      },
    );
  });
}
