/** The cost of the viewer: of watchers for the league, and of a large league for the browser. */
import type { Section } from "../report/section.ts";
import { type PageSizes, pageSections } from "./page-sections.ts";
import { type WatcherSizes, watcherSection } from "./watcher-section.ts";

export interface ViewerSizes extends WatcherSizes, PageSizes {}

export async function viewerSections(sizes: ViewerSizes): Promise<Section[]> {
  return [await watcherSection(sizes), ...(await pageSections(sizes))];
}
