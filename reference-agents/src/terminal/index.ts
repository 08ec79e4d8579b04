export { bar, countProgress, timeLeft } from "./count-progress.js";
export { type LiveArea, openLiveArea } from "./live-area.js";
export { type Screen, screenOn, widthOf } from "./screen.js";
