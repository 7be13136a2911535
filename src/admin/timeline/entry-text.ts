import type { TFunction } from "i18next"

import type { AdminCryptoPaymentEvent } from "../../api/types"
import { formatPrice } from "../format/format-price"

type Told = Pick<AdminCryptoPaymentEvent, "type" | "data">

/** What an entry of the timeline says, in one sentence. */
export function entryText(
  { type, data }: Told,
  t: TFunction,
  locale: string
): string {
  const text = (key: string) => {
    const value = data?.[key]
    return typeof value === "string" && value !== "" ? value : undefined
  }
  const amount = text("amount")
  const currency = text("currency_code")
  const price = amount && currency && formatPrice(amount, currency, locale)

  switch (type) {
    case "created":
      return price
        ? t("timeline.created", { price })
        : t("timeline.createdPlain")
    case "observation": {
      const word = text("status") ?? "?"
      const status = t(`gatewayStatus.${word}`, { defaultValue: word })
      const coins = amount && [amount, text("currency")].join(" ")
      return coins
        ? t("timeline.observedWithCoins", { status, coins })
        : t("timeline.observed", { status })
    }
    case "checked": {
      const word = text("status") ?? "?"
      return t("timeline.checked", {
        status: t(`gatewayStatus.${word}`, { defaultValue: word }),
      })
    }
    case "gateway_error":
      return t("timeline.gatewayError", { message: text("message") ?? "" })
    case "settled":
      return text("order_id")
        ? t("timeline.settled")
        : t("timeline.settledPlain")
    case "attention": {
      const reason = text("reason") ?? ""
      return t("timeline.attention", {
        reason: t(`attention.reasons.${reason}.happened`, {
          defaultValue: reason,
        }),
      })
    }
    case "failed":
      return t("timeline.failed", { detail: text("detail") ?? "" })
    case "closed": {
      const why = text("why")
      if (!why) return t("timeline.closed")
      return t("timeline.closedBecause", {
        why: t(`timeline.why.${why}`, { defaultValue: why }),
      })
    }
    case "resolved": {
      const kind = text("kind") ?? ""
      return t("timeline.resolved", {
        kind: t(`actions.resolve.kinds.${kind}`, { defaultValue: kind }),
      })
    }
    case "refund_recorded":
      return price
        ? t("timeline.refundRecorded", { price })
        : t("timeline.refundRecordedPlain")
    default:
      return t(`timeline.${PLAIN[type] ?? "other"}`, {
        type: type.replaceAll("_", " "),
      })
  }
}

/** Entries whose sentence holds nothing of their data. */
const PLAIN: Partial<Record<string, string>> = {
  adopted: "adopted",
  opened: "opened",
  paid: "paid",
  refund_booked: "refundBooked",
  order_retried: "retried",
  superseded: "superseded",
  not_expired: "notExpired",
  session_released: "sessionReleased",
  order_canceled: "orderCanceled",
}
