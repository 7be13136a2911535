import { clx, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { AdminLink, Help } from "./layout"
import { WayOut } from "./payment-actions"
import { RefundRequestBody } from "./refund-requests"
import { useFact } from "./values"
import { useTexts } from "../i18n/use-texts"
import { moneyText } from "../lib/format"
import type {
  AdminCryptoPayment,
  AdminCryptoRefundRequest,
} from "../../api/types"

type AttentionBoxProps = {
  payment: AdminCryptoPayment
  /** Those that are loaded with it. */
  requests: AdminCryptoRefundRequest[] | undefined
  /** What Medusa computed to give back, which a refund request begins with. */
  proposed?: string
}

/**
 * What was found about a payment that needs attention, where its money is, and a button for each
 * way out; or the refund that it waits for.
 */
export function AttentionBox({
  payment,
  requests = [],
  proposed,
}: AttentionBoxProps) {
  const { t, locale } = useTexts()
  const fact = useFact(payment)
  const { advice, attention_fact: found, attention_reason: reason } = payment
  if (!advice || !reason) return null
  if (payment.open_refund) {
    const { id } = payment.open_refund
    const request = requests.find((each) => each.id === id)
    return (
      <Box isWaiting>
        <Text size="small" weight="plus" className="text-pretty break-words">
          {fact}
        </Text>
        {request && <RefundRequestBody request={request} />}
      </Box>
    )
  }
  return (
    <Box>
      <Text size="small" className="text-pretty break-words">
        <strong className="font-medium">
          <bdi>{fact ?? t(`attention.reasons.${reason}`)}</bdi>
        </strong>{" "}
        {moneyText(payment, t, locale)}
      </Text>
      {found?.type === "orphaned_order" && (
        <Text size="small">
          <AdminLink to={`/orders/${found.orphaned_id}`}>
            #{found.order_number}
          </AdminLink>
        </Text>
      )}
      {payment.ways_out.map((action) => (
        <WayOut
          key={action}
          action={action}
          payment={payment}
          proposed={proposed}
          isFirst={action === payment.ways_out[0]}
        />
      ))}
      <Why payment={payment} />
    </Box>
  )
}

type BoxProps = { isWaiting?: boolean; children: ReactNode }

/** Red where a person has to decide, amber while it waits for a refund. */
function Box({ isWaiting = false, children }: BoxProps) {
  const { t } = useTexts()
  return (
    <div
      role="group"
      aria-label={t(isWaiting ? "fields.refundRequest" : "state.attention")}
      className={clx(
        "text-ui-fg-base flex flex-col items-start gap-y-3 rounded-lg border px-4 py-3",
        isWaiting
          ? "border-ui-tag-orange-border bg-ui-tag-orange-bg"
          : "border-ui-tag-red-border bg-ui-tag-red-bg"
      )}
    >
      {children}
    </div>
  )
}

/** What else to know about its reason, where there is something. */
function Why({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const { attention_fact: fact, attention_reason: reason } = payment
  const { unplaced = false } = payment.attention_about ?? {}
  const about = (topic: string | undefined, otherwise = "") =>
    t(`attention.advice.${topic}`, { defaultValue: otherwise })
  // Few causes have advice of their own.
  const advice = about(
    fact?.type,
    about(`${reason}${unplaced ? "_unplaced" : ""}`)
  )
  return (
    advice && (
      <details className="txt-small">
        <summary className="txt-compact-small-plus focus-visible:shadow-borders-focus w-fit cursor-pointer rounded-sm outline-none">
          {t("attention.why")}
        </summary>
        <p className="mt-2 text-pretty">
          {advice} <Help topic={reason} />
        </p>
      </details>
    )
  )
}
