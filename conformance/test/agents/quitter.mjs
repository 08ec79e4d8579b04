// Ends before it serves.
console.error("cannot find the configuration");
process.exit(7);
