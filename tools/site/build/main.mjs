// `npm run site`: writes self-contained pages, for a server or a disk.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { docs, killMatrix } from "./docs.mjs";
import { KILL_MATRIX } from "./pages.mjs";
import { demo, messagePage, playground } from "./program-pages.mjs";

const folder = join(import.meta.dirname, "..", "dist", "site");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const write = (name, text) => writeFileSync(join(folder, name), text);

const style = await bundle("style.css");
const made = new Map([[KILL_MATRIX, await killMatrix()]]);
for (const { name, html } of docs(style, made)) write(name, html);
write("message.html", await messagePage(style));
write("demo.html", await demo());
write("playground.html", await playground(style));
console.log(`the site: ${join(folder, "index.html")}`);
