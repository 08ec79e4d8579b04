import { describe, expect, it } from "vitest";
import { endOfReply } from "./connection.ts";

const reply = (text: string) => Buffer.from(text);

describe("endOfReply", () => {
  it("finds where the head and the body end, however the header is written", () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\n\r\n";
    expect(endOfReply(reply(`${head}{}`))).toEqual({ head: head.length, body: head.length + 2 });
  });

  it("waits for the whole head", () => {
    expect(endOfReply(reply("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n"))).toBeNull();
  });

  it("counts nothing but answers with 200", () => {
    expect(() => endOfReply(reply("HTTP/1.1 415 Unsupported\r\ncontent-length: 0\r\n\r\n"))).toThrow("415");
  });

  it("refuses a reply of unknown length", () => {
    expect(() => endOfReply(reply("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"))).toThrow(
      "length",
    );
  });
});
