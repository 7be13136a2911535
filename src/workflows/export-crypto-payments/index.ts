import { createWorkflow, transform } from "@medusajs/framework/workflows-sdk"
import {
  notifyOnFailureStep,
  sendNotificationsStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"
import type { NoticeLanguage } from "../../modules/crypto-payment/internal"
import { type NoticeTexts, noticeTexts } from "../notices/locales"
import type { ExportContent } from "./lines"
import { CSV, writeExportStep } from "./write-export"

export { PAYMENT_COLUMNS, REFUND_COLUMNS } from "./columns"
export { EXPORT_TYPES } from "./lines"

export const exportCryptoPaymentsWorkflowId = "export-crypto-payments"

export type ExportCryptoPaymentsInput = ExportContent & {
  /** Of the notification. @default "en" */
  language?: NoticeLanguage
}

/**
 * Writes payments or refunds to a CSV file of the store's file module, and its link into the
 * admin's notification feed, as core exports orders. `run` ends before the file is written.
 */
export const exportCryptoPaymentsWorkflow = createWorkflow(
  exportCryptoPaymentsWorkflowId,
  (input: ExportCryptoPaymentsInput) => {
    notifyOnFailureStep(
      transform({ input }, ({ input: { language } }) => [
        toFeed(language, ({ failed }) => ({ description: failed })),
      ])
    )
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
      transform({ input, file, download }, ({ input, file, download }) => [
        toFeed(input.language, ({ ready }) => ({
          description: ready.replace("{{rows}}", String(file.rows)),
          file: { filename: file.filename, url: download.url, mimeType: CSV },
        })),
      ])
    )
  }
)

/** For all admins, as core's notifications of exports. */
function toFeed(
  language: NoticeLanguage = "en",
  describe: (texts: NoticeTexts["export"]) => Record<string, unknown>
) {
  const texts = noticeTexts[language].export
  return {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: { title: texts.title, ...describe(texts) },
  }
}
