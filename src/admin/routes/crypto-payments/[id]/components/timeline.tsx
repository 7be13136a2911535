import { Text } from "@medusajs/ui"

import type { AdminCryptoPaymentEvent } from "../../../../../api/types"
import type { TimelineType } from "../../../../../modules/crypto-payment/domain/states"
import { EmptyText, Section } from "../../../../components/layout"
import { ByUser, Timestamp } from "../../../../components/values"
import {
  type TextKey,
  type Translate,
  useTexts,
} from "../../../../i18n/use-texts"
import { isolateText, statusText } from "../../../../lib/gateway-text"
import { formatPrice } from "../../../../lib/money"

/** The timeline of a payment, latest entry first. */
export function Timeline({ events }: { events: AdminCryptoPaymentEvent[] }) {
  const { t } = useTexts()
  const latestFirst = [...events].reverse()
  return (
    <Section title={t("detail.timeline")}>
      {events.length === 0 ? (
        <EmptyText>{t("detail.noTimeline")}</EmptyText>
      ) : (
        <ol className="flex flex-col gap-y-4 px-6 py-4">
          {latestFirst.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function Entry({ event }: { event: AdminCryptoPaymentEvent }) {
  const { t, locale } = useTexts()
  const { source, at } = event
  const note = readText(event, "note")
  return (
    <li className="grid grid-cols-[12px_1fr] gap-x-3">
      <span
        aria-hidden
        className="bg-ui-border-strong mt-1.5 size-2 justify-self-center rounded-full"
      />
      <div className="flex min-w-0 flex-col gap-y-0.5">
        <Text size="small" className="text-ui-fg-base text-pretty break-words">
          {entryText(event, t, locale)}
        </Text>
        {note && (
          <Text size="small" className="text-ui-fg-subtle break-words">
            <bdi>{note}</bdi>
          </Text>
        )}
        <Text
          as="div"
          size="xsmall"
          className="text-ui-fg-subtle flex flex-wrap gap-x-2"
        >
          <Timestamp time={at} />
          <span>
            {t(`timeline.source.${source}`, { defaultValue: source })}
          </span>
          <ByUser userId={readText(event, "by") ?? null} />
        </Text>
      </div>
    </li>
  )
}

/** A text in the data of an entry, which is not typed and may be incomplete. */
function readText({ data }: AdminCryptoPaymentEvent, key: string) {
  const value = data?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** An entry as one sentence. */
function entryText(
  event: AdminCryptoPaymentEvent,
  t: Translate,
  locale: string
): string {
  const text = (key: string) => readText(event, key)
  const status = () => statusText(text("status") ?? "?", t)
  const amount = text("amount")
  const currency = text("currency_code")
  const price = amount && currency && formatPrice(amount, currency, locale)

  const entryType = event.type as TimelineType
  switch (entryType) {
    case "created":
      return price
        ? t("timeline.entries.created", { price })
        : t("timeline.createdWithoutPrice")
    case "observation": {
      const coins =
        amount && [amount, isolateText(text("currency") ?? "")].join(" ")
      return coins
        ? t("timeline.observationWithCoins", { status: status(), coins })
        : t("timeline.entries.observation", { status: status() })
    }
    case "checked":
      return t("timeline.entries.checked", { status: status() })
    case "gateway_error":
      return t("timeline.entries.gateway_error", {
        message: isolateText(text("message") ?? ""),
      })
    case "settled":
      return text("order_id")
        ? t("timeline.entries.settled")
        : t("timeline.settledWithoutOrder")
    case "attention": {
      const reason = text("reason") ?? ""
      return t("timeline.entries.attention", {
        reason: t(`attention.reasons.${reason}`, { defaultValue: reason }),
      })
    }
    case "failed":
      return t("timeline.entries.failed", {
        detail: isolateText(text("detail") ?? ""),
      })
    case "closed": {
      const reason = text("why")
      if (!reason) return t("timeline.entries.closed")
      return t("timeline.closedWithReason", {
        reason: t(`timeline.closeReasons.${reason}`, { defaultValue: reason }),
      })
    }
    case "not_expired":
      return text("reason") === "coins_may_come"
        ? t("timeline.coinsMayArrive")
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
        : t("timeline.refundRecordedWithoutPrice")
    case "refund_removed":
      return t("timeline.entries.refund_removed", { price: price ?? "?" })
    case "leftover_order":
      return t("timeline.entries.leftover_order", {
        number: text("number") ?? text("order_id") ?? "?",
      })
    default: {
      // Compiles only if every type of entry has a text.
      const key: TextKey = `timeline.entries.${entryType}`
      // A newer server may write types that this page does not know.
      return t(key, { defaultValue: event.type.replaceAll("_", " ") })
    }
  }
}
