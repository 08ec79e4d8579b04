// What `@league-v2/viewer/page` and `/report` export, made from the sources when it is imported.
import { buildPage, reportParts } from "./assets.mjs";

export default await buildPage();
export const { script, style } = await reportParts();
