// Accepts connections and never says a word.
import { createServer } from "node:net";

createServer(() => undefined).listen(Number(process.env.PORT), "127.0.0.1");
