import fc from "fast-check"

/** A header value that HTTP lets through unchanged: no white space at its ends. */
export const headerText = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 80 }),
    fc.string({ unit: latin1(), minLength: 1, maxLength: 200 }),
    fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 40 }),
    fc.constantFrom("null", "undefined", "[object Object]", "NaN", "true", "0")
  )
  .map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, "").trim())

/** Times that are none, or not the one that was signed. */
export const oddTimestamp = fc.oneof(
  headerText,
  fc.integer().map(String),
  fc.double().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("0x68", "1e9", "-1", "+1", "1_000", "1,2", "١٢٣".length + "")
)

/** Signatures that are none, or of nothing. */
export const oddSignature = fc.oneof(
  headerText,
  hexOf(0, 200),
  hexOf(64, 64),
  hexOf(128, 128),
  hexOf(64, 64).map((hex) => `sha256=${hex}`),
  hexOf(64, 64).map((hex) => `0x${hex}`),
  hexOf(63, 63).map((hex) => `${hex}g`),
  fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString("base64"))
)

function hexOf(minLength: number, maxLength: number) {
  return fc.string({
    unit: fc.constantFrom(..."0123456789abcdefABCDEF"),
    minLength,
    maxLength,
  })
}

function latin1() {
  return fc
    .integer({ min: 0x20, max: 0xff })
    .map((code) => String.fromCharCode(code))
}
