/** A random choice in each match (PC 6, `random`): against it, every strategy has the same chance. */
import type { Strategy } from "@league-v2/sdk";
import { coin } from "./parity.js";

export const randomStrategy: Strategy = ({ random }) => coin(random);
