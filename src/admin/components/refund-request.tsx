import { StatusBadge, Text } from "@medusajs/ui"

import type {
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestState,
} from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { ForeignText, LINK_CLASSES, SmallText } from "./layout"
import { RefundAmounts } from "./refund-amounts"
import { RefundRequestActions } from "./refund-request-actions"
import { ByUser, Fields, QrCode, Timestamp } from "./values"

type RequestProps = { request: AdminCryptoRefundRequest }

/** A refund request with its address, state and actions. */
export function RefundRequest({ request }: RequestProps) {
  const { t } = useTexts()
  const { state, created_at, created_by, sent_at } = request
  const isLate = state === "revoked" && request.revoked_at === null
  return (
    <li className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <RefundAmounts request={request} />
        <StatusBadge color={COLORS[state]} className="text-nowrap">
          {t(`refundState.${state}`)}
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
          "fields.linkUntil": (state === "waiting_for_address" || isLate) && (
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
  const { address, address_tag, address_checked, payment_uri } = request
  const { crypto_network: network } = request
  if (!address) return null
  const isToSend = request.state === "address_entered"
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Fields
        className="min-w-48 flex-1"
        rows={{
          "fields.network": network && <bdi>{network}</bdi>,
          "fields.address": { copy: address },
          "fields.addressTag": { copy: address_tag },
          "fields.addressEnteredAt": request.address_entered_at && (
            <Timestamp time={request.address_entered_at} />
          ),
          // Of the schemes that the server builds; a tag is in the code alone.
          "fields.wallet": isToSend && isWalletLink(payment_uri) && (
            <a href={payment_uri} className={LINK_CLASSES}>
              {t("toSend.openWallet")}
            </a>
          ),
        }}
      />
      {isToSend &&
        // A wallet would do what a code of any text says.
        (address_checked ? (
          <QrCode
            text={payment_uri ?? address}
            label={t("qr", {
              address: address_tag ? `${address} (${address_tag})` : address,
            })}
          />
        ) : (
          <SmallText>{t("toSend.notChecked")}</SmallText>
        ))}
    </div>
  )
}

/** Whether it opens a wallet with address and amount. */
function isWalletLink(uri: string | null): uri is string {
  return /^(ethereum|bitcoin|litecoin|dogecoin):\w/.test(uri ?? "")
}

const COLORS = {
  waiting_for_address: "blue",
  address_entered: "orange",
  sent: "green",
  revoked: "grey",
} as const satisfies Record<AdminCryptoRefundRequestState, string>
