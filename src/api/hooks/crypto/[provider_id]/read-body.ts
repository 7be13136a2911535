import type { IncomingMessage } from "node:http"

/** No webhook of contract §6 comes near this size. */
export const maxBodyBytes = 64 * 1024

/**
 * The exact bytes of a request body; undefined when there are more than
 * `maxBodyBytes`. Reading stops there: the rest is never held in memory.
 */
export async function readBody(
  request: IncomingMessage
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes: Buffer = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBodyBytes) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
