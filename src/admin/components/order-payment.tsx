import { Copy, InlineTip, StatusBadge, Text, toast } from "@medusajs/ui"
import { useRef } from "react"
import { ActionButton, SmallText } from "./layout"
import { Fields, QrCode, Timestamp } from "./values"
import { fetchCryptoOrder } from "../hooks/use-crypto-payments"
import { useAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { formatPrice, isOver } from "../lib/format"
import { sdk } from "../lib/sdk"
import type { AdminCryptoOrder } from "../../api/types"

type OrderProps = { order: AdminCryptoOrder }

/**
 * What an order that was placed before its payment awaits, until when, or that it
 * was not paid in time; nothing for any other.
 */
export function UnpaidOrder({ order }: OrderProps) {
  const { t, locale } = useTexts()
  const { unpaid, pay_until, due } = order
  const isAwaiting = unpaid === "awaiting"
  if (!unpaid) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      {isAwaiting && (
        <div>
          <StatusBadge color="orange" className="text-nowrap">
            {t("order.awaiting")}
          </StatusBadge>
        </div>
      )}
      {unpaid === "canceled" && (
        <SmallText>{t("order.canceledUnpaid")}</SmallText>
      )}
      <Fields
        className="empty:hidden"
        rows={{
          "fields.due":
            isAwaiting &&
            due &&
            formatPrice(due.amount, due.currency_code, locale),
          "fields.payUntil": pay_until && <Timestamp time={pay_until} />,
        }}
      />
      {pay_until && isOver(pay_until) && (
        <SmallText className="text-pretty">{t("order.over")}</SmallText>
      )}
    </div>
  )
}

/** What Medusa computed to give back; nothing where there is nothing. */
export function ToReturn({ order: { to_return } }: OrderProps) {
  const { t, locale } = useTexts()
  if (!to_return) return null
  const amount = formatPrice(to_return.amount, to_return.currency_code, locale)
  return (
    <div className="px-6 py-4">
      <InlineTip variant="info" label={t("fields.toReturn")}>
        {t("order.toReturn", { amount })}
      </InlineTip>
    </div>
  )
}

/** The link and the QR code by which the customer pays what is due for an order. */
export function PaymentLink({ order }: OrderProps) {
  const { t, locale } = useTexts()
  const { id, due, payment_link: link } = order
  if (!due || !link) return null
  const amount = formatPrice(due.amount, due.currency_code, locale)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div>
        <Text size="small" weight="plus">
          {t("actions.paymentLink.title")}
        </Text>
        <SmallText className="text-pretty">
          {t("actions.paymentLink.description", { amount })}
        </SmallText>
      </div>
      {!link.has_page ? (
        <InlineTip variant="warning" label={t("actions.paymentLink.noPage")}>
          {t("actions.paymentLink.noPageHint")}
        </InlineTip>
      ) : link.url ? (
        <CopyLink url={link.url} />
      ) : (
        <CreateLinkButton orderId={id} />
      )}
    </div>
  )
}

/** A button that copies a page where a customer pays, and its QR code. */
function CopyLink({ url }: { url: string }) {
  const { t } = useTexts()
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      {/* Medusa's button stops the event after it copied. */}
      <div
        onClickCapture={() => {
          toast.success(t("actions.paymentLink.copied"))
        }}
      >
        <Copy content={url} asChild aria-label={t("actions.paymentLink.copy")}>
          <ActionButton>{t("actions.paymentLink.copy")}</ActionButton>
        </Copy>
      </div>
      <QrCode text={url} label={t("actions.paymentLink.qr")} />
    </div>
  )
}

/** For an order without an unpaid payment collection, such as a converted draft order. */
function CreateLinkButton({ orderId }: { orderId: string }) {
  const { t } = useTexts()
  const create = useAction("paymentLink", async () => {
    // It may be paid, or have a collection, since the page was loaded.
    const { due, payment_link } = await fetchCryptoOrder(orderId)
    if (!due || payment_link?.payment_collection_id !== null) return
    await sdk.admin.paymentCollection.create({
      order_id: orderId,
      amount: Number(due.amount),
    })
  })
  // A double click comes before the button is rendered as loading.
  const isRunning = useRef(false)
  const handleClick = () => {
    if (isRunning.current) return
    isRunning.current = true
    create.mutate(undefined, { onSettled: () => (isRunning.current = false) })
  }
  return (
    <div>
      <ActionButton onClick={handleClick} isLoading={create.isPending}>
        {t("actions.paymentLink.label")}
      </ActionButton>
    </div>
  )
}
