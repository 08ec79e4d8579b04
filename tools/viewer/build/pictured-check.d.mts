import type { Page } from "playwright-core";

export const command: readonly string[];
export const folder: string;
export const alone: readonly string[];
export const place: { readonly hash: string; width: number; height: number; readonly timezoneId: string };
export const ready: string;
export function seenOn(page: Page): Promise<{ readonly style: string; readonly lines: readonly string[] }>;
