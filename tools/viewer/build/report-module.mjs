// What `@league-v2/viewer/report` exports, made from its sources when it is imported.
import { reportParts } from "./report-parts.mjs";

export const { script, style } = await reportParts();
