/** A fair coin each game (PC 6, `random`): no strategy wins more against it, and it wins against none. */
import type { Strategy } from "@league-v2/sdk";
import { coin } from "./parity.js";

export const randomStrategy: Strategy = ({ random }) => coin(random);
