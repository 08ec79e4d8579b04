export {
  type AgentCard,
  type LeagueFact,
  type LeagueOpened,
  longestBody,
  type MessageAnswered,
  type MessageContent,
  type MessageSent,
  pageWith,
  type ViewerEvent,
  type ViewerFact,
} from "./events.js";
export { packed, unpacked } from "./packed.js";
export { Converter, eventsOf } from "./record/convert.js";
