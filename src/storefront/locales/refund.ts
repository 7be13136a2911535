import type { TextLoaders } from "."
import type { CryptoRefundTexts } from "./refund-en"

export type { CryptoRefundTexts }

/** Texts that replace the built-in ones; those of a step are replaced as a whole. */
export type CryptoRefundLabels = Partial<Omit<CryptoRefundTexts, "steps">> & {
  steps?: Partial<CryptoRefundTexts["steps"]>
}

/** Of the refund page's texts. */
export const refundLoaders: TextLoaders<CryptoRefundTexts> = new Map<
  string,
  () => Promise<Record<string, CryptoRefundTexts>>
>([
  ["ar", () => import("./refund-ar")],
  ["de", () => import("./refund-de")],
  ["es", () => import("./refund-es")],
  ["fr", () => import("./refund-fr")],
  ["hi", () => import("./refund-hi")],
  ["id", () => import("./refund-id")],
  ["it", () => import("./refund-it")],
  ["ja", () => import("./refund-ja")],
  ["ko", () => import("./refund-ko")],
  ["nl", () => import("./refund-nl")],
  ["pl", () => import("./refund-pl")],
  ["pt", () => import("./refund-pt")],
  ["ru", () => import("./refund-ru")],
  ["tr", () => import("./refund-tr")],
  ["uk", () => import("./refund-uk")],
  ["vi", () => import("./refund-vi")],
  ["zh", () => import("./refund-zh")],
])

/** Replaces built-in texts by labels. */
export function applyRefundLabels(
  texts: CryptoRefundTexts,
  labels: CryptoRefundLabels = {}
): CryptoRefundTexts {
  return { ...texts, ...labels, steps: { ...texts.steps, ...labels.steps } }
}
