import type { TFunction } from "i18next"
import type { AdminCryptoPaymentEvent } from "../../api/types"
import type { TimelineType } from "../../modules/crypto-payment/domain/states"
import { formatPrice } from "../format/format-price"
import { isolated } from "../format/isolated"
import { statusText } from "../format/status-text"

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
  const status = () => statusText(text("status") ?? "?", t)
  const amount = text("amount")
  const currency = text("currency_code")
  const price = amount && currency && formatPrice(amount, currency, locale)

  switch (type as TimelineType) {
    case "created":
      return price
        ? t("timeline.entries.created", { price })
        : t("timeline.createdPlain")
    case "observation": {
      const coins =
        amount && [amount, isolated(text("currency") ?? "")].join(" ")
      return coins
        ? t("timeline.observedWithCoins", { status: status(), coins })
        : t("timeline.entries.observation", { status: status() })
    }
    case "checked":
      return t("timeline.entries.checked", { status: status() })
    case "gateway_error":
      return t("timeline.entries.gateway_error", {
        message: isolated(text("message") ?? ""),
      })
    case "settled":
      return text("order_id")
        ? t("timeline.entries.settled")
        : t("timeline.settledPlain")
    case "attention": {
      const reason = text("reason") ?? ""
      return t("timeline.entries.attention", {
        reason: t(`attention.reasons.${reason}.happened`, {
          defaultValue: reason,
        }),
      })
    }
    case "failed":
      return t("timeline.entries.failed", {
        detail: isolated(text("detail") ?? ""),
      })
    case "closed": {
      const why = text("why")
      if (!why) return t("timeline.entries.closed")
      return t("timeline.closedBecause", {
        why: t(`timeline.why.${why}`, { defaultValue: why }),
      })
    }
    case "not_expired":
      return text("reason") === "coins_may_come"
        ? t("timeline.coinsMayCome")
        : t("timeline.entries.not_expired")
    case "resolved": {
      const kind = text("kind") ?? ""
      return t("timeline.entries.resolved", {
        kind: t(`actions.resolve.kinds.${kind}`, { defaultValue: kind }),
      })
    }
    case "refund_recorded":
      return price
        ? t("timeline.entries.refund_recorded", { price })
        : t("timeline.refundRecordedPlain")
    case "refund_removed":
      return t("timeline.entries.refund_removed", { price: price ?? "?" })
    case "leftover_order":
      return t("timeline.entries.leftover_order", {
        number: text("number") ?? text("order_id") ?? "?",
      })
    default:
      // A server that is newer than this page may tell of more.
      return t(`timeline.entries.${type}`, {
        defaultValue: type.replaceAll("_", " "),
      })
  }
}
