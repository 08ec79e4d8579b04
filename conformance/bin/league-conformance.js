#!/usr/bin/env node
console.error("The conformance suite is not here yet.");
process.exitCode = 5;
