// The page as `@league-v2/viewer/page` exports it, made from its sources when it is imported.
import { buildPage } from "./build-page.mjs";

export default await buildPage();
