import { StatusBadge, Text } from "@medusajs/ui"

import type { AdminCryptoRefundRequest } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { type ShownRefundState, shownRefundState } from "../lib/refund-requests"
import { ForeignText, LINK_CLASSES, SmallText } from "./layout"
import { RefundAmounts } from "./refund-amounts"
import { RefundRequestActions } from "./refund-request-actions"
import { ByUser, Fields, QrCode, Timestamp } from "./values"

type RequestProps = { request: AdminCryptoRefundRequest }

/** A refund request with its address, state and actions. */
export function RefundRequest({ request }: RequestProps) {
  const { t } = useTexts()
  const { state, created_at, created_by, sent_at } = request
  const shownState = shownRefundState(request)
  const isWaiting = state === "waiting_for_address"
  return (
    <li className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <RefundAmounts request={request} />
        <StatusBadge color={COLORS[shownState]} className="text-nowrap">
          {t(`refundState.${shownState}`)}
        </StatusBadge>
      </div>
      <RefundTarget request={request} />
      <Fields
        className="empty:hidden"
        rows={{
          "fields.transactionHash": {
            copy: request.transaction_hash,
            url: request.transaction_url,
          },
          "fields.sentAt": sent_at && <Timestamp time={sent_at} />,
          "fields.linkUntil": (isWaiting || state === "expired") && (
            <Timestamp time={request.expires_at} />
          ),
        }}
      />
      <ForeignText text={request.note} />
      <Text
        as="div"
        size="xsmall"
        className="text-ui-fg-subtle flex flex-wrap gap-x-2"
      >
        <Timestamp time={created_at} />
        <ByUser userId={created_by} />
      </Text>
      <RefundRequestActions request={request} />
    </li>
  )
}

/** Where the coins go to, once the customer entered it; QR code and wallet link for who sends them. */
export function RefundTarget({ request }: RequestProps) {
  const { t } = useTexts()
  const { address, address_checked, payment_uri } = request
  const { crypto_network: network } = request
  if (!address) return null
  // Who sends reserves the request first, so that its address does not change meanwhile.
  const isSending = shownRefundState(request) === "sending"
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Fields
        className="min-w-48 flex-1"
        rows={{
          "fields.network": network && <bdi>{network}</bdi>,
          "fields.address": { copy: address },
          "fields.addressEnteredAt": request.address_entered_at && (
            <Timestamp time={request.address_entered_at} />
          ),
          "fields.sendingSince": isSending && request.sending_at && (
            <>
              <Timestamp time={request.sending_at} />{" "}
              <ByUser userId={request.sending_by} />
            </>
          ),
          "fields.wallet": isSending && payment_uri && (
            <WalletLink uri={payment_uri} />
          ),
        }}
      />
      {isSending &&
        // A wallet would do what a code of any text says.
        (address_checked ? (
          <QrCode text={payment_uri ?? address} label={t("qr", { address })} />
        ) : (
          <SmallText>{t("toSend.notChecked")}</SmallText>
        ))}
    </div>
  )
}

/** Opens a wallet with address and amount. The server builds these schemes alone. */
function WalletLink({ uri }: { uri: string }) {
  const { t } = useTexts()
  if (!/^(ethereum|bitcoin|litecoin|dogecoin):\w/.test(uri)) return null
  return (
    <a href={uri} className={LINK_CLASSES}>
      {t("toSend.openWallet")}
    </a>
  )
}

const COLORS = {
  waiting_for_address: "blue",
  address_entered: "orange",
  sending: "orange",
  sent: "green",
  revoked: "grey",
  expired: "grey",
} as const satisfies Record<ShownRefundState, string>
