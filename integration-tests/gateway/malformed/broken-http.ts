import { connect } from "node:net"
import fc from "fast-check"

/** Bytes that are no HTTP request to the route, or not a whole one. */
export function brokenHttp(path: string): fc.Arbitrary<Buffer> {
  const line = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n`
  const junk = fc.uint8Array({ minLength: 1, maxLength: 200 })
  const number = fc.constantFrom("-1", "1e3", "0x10", "99999999999999999", "a")
  return fc.oneof(
    junk.map((bytes) => Buffer.from(bytes)),
    junk.map((bytes) => Buffer.concat([Buffer.from(line), bytes])),
    number.map((length) =>
      Buffer.from(`${line}content-length: ${length}\r\n\r\n{}`)
    ),
    fc
      .integer({ min: 3, max: 100_000 })
      .map((length) =>
        Buffer.from(`${line}content-length: ${length}\r\n\r\n{}`)
      ),
    number.map((size) =>
      Buffer.from(`${line}transfer-encoding: chunked\r\n\r\n${size}\r\n{}\r\n`)
    ),
    fc.constantFrom(
      Buffer.from(
        `${line}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
      ),
      Buffer.from(`${line}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
      Buffer.from(`${line}x-webhook-signature\r\n\r\n`),
      Buffer.from(`${line}x-webhook-signature: a\r\n folded\r\n\r\n`),
      Buffer.from(`${line}x-webhook-timestamp: \0\r\n\r\n`),
      Buffer.from(
        `${line}expect: the-unexpected\r\ncontent-length: 2\r\n\r\n{}`
      ),
      Buffer.from(`POST ${path} HTTP/9.9\r\n\r\n`),
      Buffer.from(`POST ${path}${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`),
      Buffer.from(`${line}${"x-a: b\r\n".repeat(4_000)}\r\n`)
    )
  )
}

/** Sends the bytes, hangs up, and tells the status of the answer; undefined when there was none. */
export function sendBytes(
  { hostname, port }: URL,
  bytes: Buffer
): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = ""
    const socket = connect(Number(port), hostname)
    const end = () => {
      socket.destroy()
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
      resolve(status === undefined ? undefined : Number(status))
    }
    socket.setTimeout(2_000, end)
    socket.on("error", end)
    socket.on("close", end)
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1")
      end()
    })
    socket.end(bytes)
  })
}
