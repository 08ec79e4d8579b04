// The page that reads a message, as one document.
import { bundle } from "./bundle.mjs";
import { documentOf } from "./document.mjs";
import { wide } from "./shell.mjs";

/** @param {string} style */
export async function messagePage(style) {
  const noScript = "<noscript>This page needs JavaScript.</noscript>";
  return documentOf({
    title: "Read a message · league.v2",
    style,
    script: await bundle("message/main.tsx"),
    body: wide("message.html", "Read a message", `<div id="app">${noScript}</div>`),
  });
}
