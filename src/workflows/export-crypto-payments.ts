import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
} from "@medusajs/framework/workflows-sdk"
import {
  notifyOnFailureStep,
  sendNotificationsStep,
} from "@medusajs/medusa/core-flows"
import { findCartBuyers } from "../medusa/carts"
import { readCaptures } from "../medusa/captures"
import { findOrderBuyers } from "../medusa/orders"
import type { Query } from "../medusa/query"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type { ListFilters } from "../modules/crypto-payment/search/search"
import { csvLines, EXPORT_COLUMNS } from "./export-columns"

const CSV = "text/csv"

/** Which payments are exported, each with its refunds: the filters of the list. */
export type ExportCryptoPaymentsInput = {
  filters: ListFilters
  /** Who asks: nobody else is told of the file, or gets it. */
  user_id: string
}

/**
 * The key of the file is not in its result: the engine may keep that, and shows it to other users.
 */
const writeExportStep = createStep(
  "write-crypto-payments-export",
  async (input: ExportCryptoPaymentsInput, { container, transactionId }) => {
    const id = String(transactionId)
    const rows = await inTurn(() => writeFile(container, id, input))
    return new StepResponse({ id, rows }, id)
  },
  async (id, { container }) => {
    if (id) await deleteExports(container, id)
  }
)

const readAddressStep = createStep(
  "read-address-of-export",
  async (_: void, { container }) => {
    const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
    // Medusa's default address is the path "/".
    return new StepResponse((admin.backendUrl ?? "").replace(/\/+$/, ""))
  }
)

export const exportCryptoPaymentsWorkflowId = "export-crypto-payments"

/**
 * Writes payments and their refunds to a private CSV file of the store's file module, and tells who
 * asked in the admin's notification feed. Its link is a route of ours, by the transaction's id,
 * which asks who it is. `run` ends before the file is written.
 */
export const exportCryptoPaymentsWorkflow = createWorkflow(
  exportCryptoPaymentsWorkflowId,
  (input: ExportCryptoPaymentsInput) => {
    notifyOnFailureStep(
      transform({ input }, ({ input }) => [
        toFeed(input.user_id, {
          description:
            "The file could not be written; the server's log says why. Start the export again.",
        }),
      ])
    )
    const file = writeExportStep(input).config({
      async: true,
      backgroundExecution: true,
    })
    const address = readAddressStep()
    sendNotificationsStep(
      transform({ input, file, address }, ({ input, file, address }) => [
        toFeed(input.user_id, {
          description: `The file is ready, for a day. Rows: ${file.rows}.`,
          file: {
            filename: "crypto-payments.csv",
            url: `${address}/admin/crypto-payments/export/${file.id}`,
            mimeType: CSV,
          },
        }),
      ])
    )
  }
)

/**
 * Medusa's dashboard shows what is `to` the user (layout/notifications of 2.21.2); its API shows
 * each notification to each user.
 */
function toFeed(to: string, data: Record<string, unknown>) {
  return {
    to,
    channel: "feed",
    template: "admin-ui",
    data: { title: "Export of crypto payments", ...data },
  }
}

/** Of an export that failed; else the files whose day is over, also where a crash left them. */
export async function deleteExports(
  container: MedusaContainer,
  exportId?: string
): Promise<void> {
  const { exportFiles } = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const file of await exportFiles.old(exportId)) {
    await container.resolve(Modules.FILE).deleteFiles(file.key)
    await exportFiles.forget(file)
  }
}

/** More are written in the background. */
const MAX_PAYMENTS_AT_ONCE = 5_000

/** The file's text, or null where it would be too long to wait for. */
export async function exportAtOnce(
  container: MedusaContainer,
  filters: ListFilters
): Promise<string | null> {
  const { search } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const count = await search.count(filters)
  if (count > MAX_PAYMENTS_AT_ONCE) return null
  return await inTurn(async () => {
    const chunks: string[] = []
    for await (const chunk of readLines(container, filters)) chunks.push(chunk)
    return chunks.join("")
  })
}

/** The export of this process that is written, or waits, last. */
let last: Promise<unknown> = Promise.resolve()

/** An export holds a connection to the database, so a process writes one after the other. */
function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
  const written = last.then(write)
  last = written.catch(() => {})
  return written
}

/**
 * Its name cannot be guessed: Medusa's local provider serves private files to whoever knows it.
 * @returns the number of rows
 */
async function writeFile(
  container: MedusaContainer,
  exportId: string,
  { filters, user_id }: ExportCryptoPaymentsInput
): Promise<number> {
  const files = container.resolve(Modules.FILE)
  const { exportFiles } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { writeStream, promise, fileKey } = await files.getUploadStream({
    filename: `crypto-payments-${randomBytes(12).toString("hex")}.csv`,
    mimeType: CSV,
    access: "private",
  })
  promise.catch(() => {})
  const failed = new AbortController()
  const { signal } = failed
  const counted = { rows: 0 }
  try {
    await exportFiles.begin(exportId, user_id, fileKey)
    const lines = Readable.from(readLines(container, filters, counted))
    // A provider that fails stops reading, and the pipeline alone would wait for ever.
    await Promise.all([pipeline(lines, writeStream, { signal }), promise])
    await exportFiles.complete(exportId)
  } catch (error) {
    failed.abort()
    await deleteExports(container, exportId).catch(() => {})
    throw error
  }
  return counted.rows
}

/** By it, spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF"

/** The lines of the file, in chunks. @param counted gets the number of rows. */
async function* readLines(
  container: MedusaContainer,
  filters: ListFilters,
  counted = { rows: 0 }
): AsyncGenerator<string> {
  const { exports } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const names = EXPORT_COLUMNS.map(({ name }) => name)
  const kinds = EXPORT_COLUMNS.map(({ kind }) => kind)
  const titles = csvLines(
    [names],
    names.map(() => "text")
  )
  yield BYTE_ORDER_MARK + titles
  for await (const payments of exports.payments(filters)) {
    const attempts = payments.map(({ attempt }) => attempt)
    const [orders, carts, capturesOf] = await Promise.all([
      findOrders(query, attempts),
      findCarts(query, attempts),
      readCaptures(query, attempts),
    ])
    const rows = payments.flatMap(({ attempt, isInPeriod, refunds }) => {
      const order = orders.get(attempt.order_id)
      const medusa = {
        order_number: order?.display_id ?? null,
        email: order?.email ?? carts.get(attempt.cart_id)?.email ?? null,
        captures: capturesOf(attempt),
      }
      const payment = isInPeriod ? [null] : []
      return [...payment, ...refunds].map((refund) => ({
        attempt,
        refund,
        ...medusa,
      }))
    })
    counted.rows += rows.length
    const cells = rows.map((row) => EXPORT_COLUMNS.map(({ read }) => read(row)))
    yield csvLines(cells, kinds)
  }
}

async function findOrders(query: Query, attempts: readonly Attempt[]) {
  const ids = attempts.map(({ order_id }) => order_id)
  const orders = await findOrderBuyers(query, ids)
  return new Map<string | null, (typeof orders)[number]>(
    orders.map((each) => [each.id, each])
  )
}

/** Of the attempts without an order. */
async function findCarts(query: Query, attempts: readonly Attempt[]) {
  const ids = attempts.map((each) => (each.order_id ? null : each.cart_id))
  const carts = await findCartBuyers(query, ids)
  return new Map<string | null, (typeof carts)[number]>(
    carts.map((each) => [each.id, each])
  )
}
