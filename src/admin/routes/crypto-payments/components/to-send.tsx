import { Button } from "@medusajs/ui"
import { useState } from "react"
import { AdminLink, Section, SmallText } from "../../../components/layout"
import {
  RefundAmounts,
  RefundRequestActions,
  RefundTarget,
} from "../../../components/refund-request"
import { useRefundsToSend } from "../../../hooks/use-refund-requests"
import { useTexts } from "../../../i18n/use-texts"
import { formatAge } from "../../../lib/format"
import type { AdminCryptoRefundRequest } from "../../../../api/types"

const PAGE_SIZE = 10

/** The refunds to send, the oldest address first; nothing if there are none. */
export function ToSendSection() {
  const { t } = useTexts()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const { data, isFetching } = useRefundsToSend(limit)
  if (!data || data.count === 0) return null
  const { count, refund_requests: requests } = data
  return (
    <Section title={t("toSend.title", { count })}>
      <ul className="divide-y">
        {requests.map((request) => (
          <RefundToSend key={request.id} request={request} />
        ))}
      </ul>
      {count > requests.length && (
        <div className="px-6 py-3">
          <Button
            size="small"
            variant="transparent"
            isLoading={isFetching}
            onClick={() => setLimit(limit + PAGE_SIZE)}
          >
            {t("toSend.more")}
          </Button>
        </div>
      )}
    </Section>
  )
}

function RefundToSend({ request }: { request: AdminCryptoRefundRequest }) {
  const { t, locale } = useTexts()
  const { crypto_payment_id, order_id, order_display_id } = request
  return (
    <li className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <RefundAmounts request={request} />
        <SmallText as="div" className="flex flex-wrap gap-x-3">
          {request.address_entered_at && (
            <span>{formatAge(request.address_entered_at, locale)}</span>
          )}
          {order_id && (
            <AdminLink to={`/orders/${order_id}`}>
              {t("toSend.order", { number: `#${order_display_id ?? ""}` })}
            </AdminLink>
          )}
          <AdminLink to={`/crypto-payments/${crypto_payment_id}`}>
            {t("toSend.payment")}
          </AdminLink>
        </SmallText>
      </div>
      <RefundTarget request={request} />
      <RefundRequestActions request={request} />
    </li>
  )
}
