import { runAfterEachTest } from "./after-each-test.js";

runAfterEachTest();
