// The module `@league-v2/viewer/report`, made from its sources when it is imported.
import { reportParts } from "./report-parts.mjs";

export const { script, style } = await reportParts();
