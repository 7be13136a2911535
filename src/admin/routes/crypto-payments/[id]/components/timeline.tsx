import { Text } from "@medusajs/ui"
import { EmptyText, ForeignText, Section } from "../../../../components/layout"
import { ByUser, Timestamp } from "../../../../components/values"
import {
  type TextKey,
  type Translate,
  useTexts,
} from "../../../../i18n/use-texts"
import { factText } from "../../../../lib/attention-fact"
import { formatPrice, isolateText, statusText } from "../../../../lib/format"
import type {
  AdminCryptoAttentionFact,
  AdminCryptoPaymentDetail,
  AdminCryptoPaymentEvent,
} from "../../../../../api/types"
import type { TimelineType } from "../../../../../modules/crypto-payment/attempts/states"

/** The timeline of a payment, latest entry first. */
export function Timeline({ payment }: { payment: AdminCryptoPaymentDetail }) {
  const { t } = useTexts()
  const latestFirst = [...(payment.events ?? [])].reverse()
  const hasOrder = payment.order_id !== null
  return (
    <Section title={t("detail.timeline")}>
      {latestFirst.length === 0 ? (
        <EmptyText text="detail.noTimeline" />
      ) : (
        <ol className="flex flex-col gap-y-4 px-6 py-4">
          {latestFirst.map((event) => (
            <Entry key={event.id} event={event} hasOrder={hasOrder} />
          ))}
        </ol>
      )}
    </Section>
  )
}

type EntryProps = { event: AdminCryptoPaymentEvent; hasOrder: boolean }

function Entry({ event, hasOrder }: EntryProps) {
  const { t, locale } = useTexts()
  const { source, at } = event
  return (
    <li className="grid grid-cols-[12px_1fr] gap-x-3">
      <span
        aria-hidden
        className="bg-ui-border-strong mt-1.5 size-2 justify-self-center rounded-full"
      />
      <div className="flex min-w-0 flex-col gap-y-0.5">
        <Text size="small" className="text-ui-fg-base text-pretty break-words">
          {entryText(event, hasOrder, t, locale)}
        </Text>
        <ForeignText text={readText(event, "note")} />
        <Text
          as="div"
          size="xsmall"
          className="text-ui-fg-subtle flex flex-wrap gap-x-2"
        >
          <Timestamp time={at} />
          <span>
            {t(`timeline.source.${source === "view" ? "admin" : source}`, {
              defaultValue: source,
            })}
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

function foundIn(event: AdminCryptoPaymentEvent) {
  const fact = event.data?.fact as AdminCryptoAttentionFact | undefined
  return {
    attention_fact: fact ?? null,
    attention_detail: readText(event, "detail") ?? null,
  }
}

function entryText(
  event: AdminCryptoPaymentEvent,
  hasOrder: boolean,
  t: Translate,
  locale: string
): string {
  const text = (key: string) => readText(event, key)
  const translated = (group: string, name?: string) =>
    name ? t(`${group}.${name}`, { defaultValue: name }) : ""
  const amount = text("amount")
  const currency = text("currency_code")
  const price = amount && currency && formatPrice(amount, currency, locale)
  const closeReason = text("why")
  const isSurplus = text("kind") === "surplus"

  /** The texts of a type that has more than one. */
  const variants: Partial<Record<TimelineType, TextKey | false>> = {
    created: !price && "timeline.createdWithoutPrice",
    observation: !!amount && "timeline.observationWithCoins",
    settled: !text("order_id") && "timeline.settledWithoutOrder",
    closed: !!closeReason && "timeline.closedWithReason",
    not_expired:
      text("reason") === "coins_may_come" && "timeline.coinsMayArrive",
    refund_requested: isSurplus && "timeline.surplusRequested",
    refund_recorded: isSurplus
      ? "timeline.surplusRecorded"
      : !price && "actions.refund.done",
    refund_booked: !hasOrder && "timeline.refundBookedWithoutOrder",
  }
  const type = event.type as TimelineType
  // Compiles only if every type of entry has a text.
  const key: TextKey = variants[type] || `timeline.entries.${type}`
  return t(key, {
    price: price ?? "?",
    status: statusText(text("status") ?? "?", t),
    coins: `${amount} ${isolateText(text("currency") ?? "")}`,
    message: isolateText(text("message") ?? ""),
    detail: factText(foundIn(event), t, locale) ?? "",
    reason: closeReason
      ? translated("timeline.closeReasons", closeReason)
      : translated("attention.reasons", text("reason")),
    kind: translated("actions.resolve.kinds", text("kind")),
    number: text("number") ?? text("order_id") ?? "?",
    // A newer server may write types that this page does not know.
    defaultValue: event.type.replaceAll("_", " "),
  })
}
