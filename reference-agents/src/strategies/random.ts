/** A fair coin each game (PC 6, `random`): nobody can do better against it, and it can do no better itself. */
import type { Strategy } from "@league-v2/sdk";
import { coin } from "./parity.js";

export const randomStrategy: Strategy = ({ random }) => coin(random);
