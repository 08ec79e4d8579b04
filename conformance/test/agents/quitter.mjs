// Ends before it has begun.
console.error("cannot find the configuration");
process.exit(7);
