import type { Page } from "playwright-core";

interface Pictured {
  readonly command: readonly string[];
  readonly place: { readonly hash: string; width: number; height: number; readonly timezoneId: string };
  readonly ready: string;
  seenOn(page: Page): Promise<{ readonly style: string; readonly lines: readonly string[] }>;
}

export const league: Pictured;
export const check: Pictured & { readonly folder: string; readonly alone: readonly string[] };
