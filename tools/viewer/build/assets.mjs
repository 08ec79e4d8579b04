// The viewer's HTML document, and the script and the style that draw the conversations of a conformance report.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled, documentOf } from "./document.mjs";

const folder = join(import.meta.dirname, "..");
const root = join(folder, "..", "..");

/** @param {string} file a script or a style, from `src/`. @returns {Promise<string>} it with all its imports, as text for a page */
export function bundledPart(file) {
  return bundled(join("src", file), {
    absWorkingDir: folder,
    // The files of the SDK are resolved one by one, so that unused code is left out.
    conditions: ["module"],
    plugins: [fieldNotesModule],
  });
}

/** `import notes from "field-notes"`. */
const fieldNotesModule = {
  name: "field-notes",
  setup(builder) {
    builder.onResolve({ filter: /^field-notes$/ }, ({ path }) => ({ path, namespace: "field-notes" }));
    builder.onLoad({ filter: /.*/, namespace: "field-notes" }, () => ({
      contents: JSON.stringify(fieldNotes(root)),
      loader: "json",
    }));
  },
};

/** @returns {Promise<string>} the document without events */
export async function buildPage() {
  const [script, style] = await Promise.all([bundledPart("page/main.tsx"), bundledPart("page/style.css")]);
  return documentOf({
    title: "league.v2 viewer",
    style,
    script,
    policy: ["connect-src 'self'", "img-src data:"],
    body: `<!-- Contains preact (https://preactjs.com), MIT License, Copyright (c) 2015-present Jason Miller. -->
<div id="app"><noscript>This page needs JavaScript.</noscript></div>
<script type="text/plain" id="events"></script>`,
  });
}

/** @returns {Promise<{script: string, style: string}>} */
export async function reportParts() {
  const [script, style] = await Promise.all([
    bundledPart("report/main.tsx"),
    bundledPart("report/style.css"),
  ]);
  return { script, style };
}

/** The descriptions of all message fields in both dialects. @returns {{ sentences: string[], messages: Record<string, Record<string, number>> }} by path, numbers of sentences */
export function fieldNotes(root) {
  const sentences = [];
  const messages = {};
  const numbers = new Map();
  const numberOf = (sentence) => {
    if (!numbers.has(sentence)) numbers.set(sentence, sentences.push(sentence) - 1);
    return numbers.get(sentence);
  };
  // A field of both dialects has the description of the canonical one.
  for (const dialect of ["canonical", "flat"]) {
    const file = join(root, "generated", "openrpc", `${dialect}.json`);
    addNotes(JSON.parse(readFileSync(file, "utf8")).components.schemas, messages, numberOf);
  }
  return { sentences, messages };
}

function addNotes(schemas, messages, numberOf) {
  const resolve = (schema) => (schema.$ref === undefined ? schema : { ...named(schema.$ref), ...schema });
  const named = (ref) => schemas[ref.split("/").at(-1)] ?? {};

  const collect = (schema, path, notes, depth) => {
    const { allOf = [], oneOf = [], anyOf = [], properties = {}, items } = schema;
    for (const part of [...allOf, ...oneOf, ...anyOf]) collect(resolve(part), path, notes, depth);
    for (const [name, given] of Object.entries(properties)) {
      const own = resolve(given);
      const at = path === "" ? name : `${path}.${name}`;
      if (own.description !== undefined) notes[at] ??= numberOf(own.description);
      if (depth > 0) collect(own, at, notes, depth - 1);
    }
    if (items !== undefined && depth > 0) collect(resolve(items), path, notes, depth - 1);
  };

  for (const schema of Object.values(schemas)) {
    const type = schema.properties?.message_type?.const;
    if (type === undefined) continue;
    messages[type] ??= { "": numberOf(schema.description) };
    collect(schema, "", messages[type], 3);
  }
}
