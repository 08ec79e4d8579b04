// Makes the viewer's HTML document. Its policy allows only the embedded script and style, by their hashes.
import { createHash } from "node:crypto";
import { bundled } from "./bundled.mjs";

/** @returns {Promise<string>} the document, without events */
export async function buildPage() {
  const [script, style] = await Promise.all([bundled("page/main.tsx"), bundled("page/style.css")]);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<!-- Contains preact (https://preactjs.com), MIT License, Copyright (c) 2015-present Jason Miller. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>league.v2 viewer</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"><noscript>This page needs JavaScript.</noscript></div>
<script type="text/plain" id="events"></script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
