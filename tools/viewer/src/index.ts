export {
  type AgentCard,
  type LeagueFact,
  type LeagueOpened,
  longestBody,
  type MessageAnswered,
  type MessageContent,
  type MessageSent,
  type ViewerEvent,
  type ViewerFact,
} from "./events.js";
export { Converter, eventsOf, factOf } from "./record/convert.js";

export { reduce, viewAt } from "./reduce.js";
export { pageWith, savedEvents } from "./saved-page.js";
export { Timeline } from "./timeline.js";
export type * from "./view.js";
