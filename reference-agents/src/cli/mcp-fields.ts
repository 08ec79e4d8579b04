/** The settings of `league mcp`. */
import type { SettingsOf } from "../settings/field.js";
import { gameField, memberFields } from "./common-fields.js";

export const mcpFields = { ...memberFields, game: gameField };

export type McpSettings = SettingsOf<typeof mcpFields>;
