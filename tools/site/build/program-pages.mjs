// The pages with programs: the reader of a message, the playground, and a league in the viewer.

import { gzipSync } from "node:zlib";
import { buildPage } from "../../viewer/build/assets.mjs";
import { documentOf } from "../../viewer/build/document.mjs";
import { bundle } from "./bundle.mjs";
import { declarations } from "./declarations.mjs";
import { policy, wide } from "./frame.mjs";

/** @param {string} style */
export async function messagePage(style) {
  const noScript = "<noscript>This page needs JavaScript.</noscript>";
  return documentOf({
    title: "Read a message · league.v2",
    style,
    policy,
    script: await bundle("message/main.tsx"),
    body: wide("message.html", "Read a message", `<div id="app">${noScript}</div>`),
  });
}

/** @param {string} style */
export async function playground(style) {
  const [worker, types, relay, viewer] = await Promise.all([
    bundle("league/worker.ts", {}, "iife"),
    bundle("types/checker-worker.ts", { declarations: declarations() }, "iife"),
    bundle("sandbox/frame.ts"),
    buildPage(),
  ]);
  const checker = gzipSync(types).toString("base64");
  const script = await bundle("playground/main.tsx", { worker, checker, frame: relay, viewer });
  const noScript = "<noscript>The playground needs JavaScript.</noscript>";
  return documentOf({
    title: "Playground · league.v2",
    style,
    script,
    // A frame from a text or a blob inherits the policy of the page.
    scripts: [relay, contentOf(viewer, "script", ' type="module"')],
    styles: [contentOf(viewer, "style")],
    policy: [...policy, "frame-src blob:", "worker-src blob:"],
    body: wide("playground.html", "Try a strategy", `<div id="app">${noScript}</div>`),
  });
}

/** The content of the last such element of a document. */
function contentOf(html, name, attributes = "") {
  const start = `<${name}${attributes}>`;
  const begin = html.lastIndexOf(start) + start.length;
  return html.slice(begin, html.indexOf(`</${name}>`, begin));
}

// A league in the viewer, as `league play --html` saves it: played from a seed while the site is built.
export async function demo() {
  const script = await bundle("league/demo.ts");
  const { demoPage } = await import(`data:text/javascript;base64,${Buffer.from(script).toString("base64")}`);
  return demoPage(await buildPage());
}
