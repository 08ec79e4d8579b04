/** A self-signed certificate for 127.0.0.1 and localhost, created for each test, so that no file contains a secret. */
import { generateKeyPairSync, sign } from "node:crypto";

/** DER: a tag, a length, and the content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(parts);
  const length = inside.length < 0x80 ? [inside.length] : [0x82, inside.length >> 8, inside.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), inside]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const integer = (...bytes: readonly number[]) => der(0x02, Uint8Array.from(bytes));
const bits = (content: Uint8Array) => der(0x03, Uint8Array.of(0), content);
const octets = (content: Uint8Array) => der(0x04, content);
const time = (text: string) => der(0x18, Buffer.from(text));
const text = (content: string) => der(0x0c, Buffer.from(content));
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const commonName = oid("550403");
const subjectAltName = oid("551d11");
const basicConstraints = oid("551d13");
const isAuthority = sequence(der(0x01, Uint8Array.of(0xff)));

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

export function selfSigned(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(commonName, text("league.v2 test"))));
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Uint8Array.of(127, 0, 0, 1)));
  const extensions = sequence(
    sequence(basicConstraints, octets(isAuthority)),
    sequence(subjectAltName, octets(names)),
  );
  const body = sequence(
    der(0xa0, integer(2)), // version 3
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time("20200101000000Z"), time("20991231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const whole = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, privateKey)));
  const lines = whole.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
