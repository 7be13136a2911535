import type { IncomingMessage } from "node:http"

/**
 * The exact bytes of a request's body; undefined when there are more than
 * `maxBytes`, which are then received and thrown away. Rejects when the caller
 * hangs up before the end.
 */
export function readBody(
  incoming: IncomingMessage,
  maxBytes: number
): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let receivedBytes = 0
    incoming.on("data", (chunk: Buffer) => {
      receivedBytes += chunk.length
      if (receivedBytes <= maxBytes) {
        chunks.push(chunk)
      }
    })
    incoming.on("end", () =>
      resolve(receivedBytes > maxBytes ? undefined : Buffer.concat(chunks))
    )
    incoming.on("error", reject)
  })
}
