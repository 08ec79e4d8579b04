// A league in the viewer, as `league play --html` saves it: played from a seed while the site is built.
import { gzipSync } from "node:zlib";
import { buildPage } from "../../viewer/build/build-page.mjs";
import { bundle } from "./bundle.mjs";

export async function demo() {
  const script = await bundle("league/demo.ts");
  const { demoPage } = await import(`data:text/javascript;base64,${Buffer.from(script).toString("base64")}`);
  return demoPage(await buildPage(), gzipSync);
}
