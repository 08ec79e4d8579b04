import { expect, test } from "vitest";
import { utf8 } from "../json/text.js";
import { MalformedHttp, ReplyParser } from "./reply-parser.js";

const HEAD = "HTTP/1.1 200 OK\r\n";

/** Feeds a reply in pieces of every size; the outcome must be the same. */
function parse(
  text: string,
  verb = "POST",
  size = text.length,
): { status: number | undefined; body: string; done: boolean } {
  const parser = new ReplyParser(verb);
  const bytes = utf8(text);
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
  const done = parser.done;
  return { status: parser.status, body: new TextDecoder().decode(parser.bytes), done };
}

test.each([1, 2, 3, 7, 1_000])("reads replies in pieces of %i bytes", (size) => {
  expect(parse(`${HEAD}Content-Length: 2\r\n\r\n{}`, "POST", size)).toEqual({
    status: 200,
    body: "{}",
    done: true,
  });
  const chunked = `${HEAD}transfer-encoding: chunked\r\n\r\n3;ext=1\r\n{"a\r\n5\r\n":1}\n\r\n0\r\nx-trailer: 1\r\n\r\n`;
  expect(parse(chunked, "POST", size)).toEqual({ status: 200, body: '{"a":1}\n', done: true });
  expect(parse(`HTTP/1.1 100 Continue\r\n\r\n${HEAD}content-length: 0\r\n\r\n`, "POST", size)).toEqual({
    status: 200,
    body: "",
    done: true,
  });
});

test("a reply without a length ends with the connection", () => {
  const parser = new ReplyParser("POST");
  parser.push(utf8(`HTTP/1.0 500 Oh\r\n\r\noh`));
  expect(parser.done).toBe(false);
  expect(parser.end()).toBe(true);
  expect(new TextDecoder().decode(parser.bytes)).toBe("oh");
});

test("204, 304 and the answer to HEAD have no body, with any headers", () => {
  expect(parse("HTTP/1.1 204 No Content\r\n\r\n").done).toBe(true);
  expect(parse(`${HEAD}content-length: 10\r\n\r\n`, "HEAD").done).toBe(true);
});

test("a truncated reply is not whole", () => {
  const parser = new ReplyParser("POST");
  parser.push(utf8(`${HEAD}content-length: 10\r\n\r\n{}`));
  expect(parser.end()).toBe(false);
});

test.each([
  "SSH-2.0-OpenSSH\r\n",
  "HTTP/2 200\r\n\r\n",
  `${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
  `${HEAD}content-length: -1\r\n\r\n`,
  `${HEAD}no colon\r\n\r\n`,
  `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`,
])("%j is no HTTP", (text) => {
  expect(() => parse(text)).toThrow(MalformedHttp);
});
