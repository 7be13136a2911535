import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { type ExportContent, exportLines } from "./lines"

export const CSV = "text/csv"

/** Writes the file; its id, its name and the number of rows. */
export const writeExportStep = createStep(
  "write-crypto-payments-export",
  async (content: ExportContent, { container }) =>
    new StepResponse(await writeInTurn(container, content)),
  async (file, { container }) => {
    if (file) await container.resolve(Modules.FILE).deleteFiles(file.id)
  }
)

/** The export of this process that is written, or waits, last. */
let last: Promise<unknown> = Promise.resolve()

/** An export holds a connection to the database, so a process writes one after the other. */
function writeInTurn(container: MedusaContainer, content: ExportContent) {
  const written = last.then(() => write(container, content))
  last = written.catch(() => {})
  return written
}

async function write(container: MedusaContainer, content: ExportContent) {
  const counted = { rows: 0 }
  const { type } = content
  const name = type === "payments" ? "crypto-payments" : `crypto-${type}`
  const lines = exportLines(container, content, counted)
  return { ...(await writeFile(container, name, lines)), ...counted }
}

/**
 * Writes a private file of the store's file module, as fast as its provider takes it. What a
 * failure leaves is deleted. The name cannot be guessed, since Medusa's local provider serves
 * private files to whoever knows their name.
 */
async function writeFile(
  container: MedusaContainer,
  name: string,
  lines: AsyncIterable<string>
): Promise<{ id: string; filename: string }> {
  const files = container.resolve(Modules.FILE)
  const day = new Date().toISOString().slice(0, 10)
  const filename = `${name}-${day}-${randomBytes(12).toString("hex")}.csv`
  const { writeStream, promise, fileKey } = await files.getUploadStream({
    filename,
    mimeType: CSV,
    access: "private",
  })
  promise.catch(() => {})
  const failed = new AbortController()
  const { signal } = failed
  try {
    // A provider that fails stops reading, and the pipeline alone would wait for ever.
    await Promise.all([
      pipeline(Readable.from(lines), writeStream, { signal }),
      promise,
    ])
  } catch (error) {
    failed.abort()
    await files.deleteFiles(fileKey).catch(() => {})
    throw error
  }
  return { id: fileKey, filename }
}
