import { createWorkflow, transform } from "@medusajs/framework/workflows-sdk"
import {
  notifyOnFailureStep,
  sendNotificationsStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"
import type { ExportContent } from "./lines"
import { CSV, writeExportStep } from "./write-export"

export { PAYMENT_COLUMNS, REFUND_COLUMNS } from "./columns"
export { EXPORT_TYPES } from "./lines"

export const exportCryptoPaymentsWorkflowId = "export-crypto-payments"

export type ExportCryptoPaymentsInput = ExportContent

/**
 * Writes payments or refunds to a CSV file of the store's file module, and its link into the
 * admin's notification feed, as core exports orders. `run` ends before the file is written.
 */
export const exportCryptoPaymentsWorkflow = createWorkflow(
  exportCryptoPaymentsWorkflowId,
  (input: ExportCryptoPaymentsInput) => {
    notifyOnFailureStep([
      toFeed({
        description:
          "The file could not be written; the server's log says why. Start the export again.",
      }),
    ])
    const file = writeExportStep(input).config({
      async: true,
      backgroundExecution: true,
    })
    const { data: download } = useQueryGraphStep({
      entity: "file",
      fields: ["id", "url"],
      filters: { id: file.id },
      options: { isList: false },
    })
    sendNotificationsStep(
      transform({ file, download }, ({ file, download }) => [
        toFeed({
          description: `The file is ready: ${file.rows} ${file.rows === 1 ? "row" : "rows"}.`,
          file: { filename: file.filename, url: download.url, mimeType: CSV },
        }),
      ])
    )
  }
)

/** For all admins, as core's notifications of exports. */
function toFeed(data: Record<string, unknown>) {
  const title = "Export of crypto payments"
  return {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: { title, ...data },
  }
}
