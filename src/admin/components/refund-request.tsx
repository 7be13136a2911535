import { StatusBadge, Text, toast, usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { formButton, FormDrawer, TextInput } from "./form-drawer"
import { ActionButton, ForeignText, LINK_CLASSES, SmallText } from "./layout"
import { ByUser, Fields, QrCode, Timestamp } from "./values"
import { post, useAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { formatPrice } from "../lib/format"
import type {
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestResponse,
  AdminCryptoRefundRequestState,
  AdminDecideCryptoRefundRequestBody,
  AdminSendCryptoRefundBody,
} from "../../api/types"

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
          "refundState.sent": sent_at && <Timestamp time={sent_at} />,
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

/** What is sent back: the coins, and what is refunded by them. */
export function RefundAmounts({
  request,
}: {
  request: AdminCryptoRefundRequest
}) {
  const { t, locale } = useTexts()
  const { kind, amount, currency_code, crypto_amount, crypto_currency } =
    request
  return (
    <div className="min-w-0">
      <Text size="small" weight="plus" translate="no" className="break-words">
        {crypto_amount} <bdi>{crypto_currency}</bdi>
      </Text>
      <SmallText>
        {kind === "surplus"
          ? t("refundKind.surplusRefund")
          : t("refundKind.refundOf", {
              amount: formatPrice(amount, currency_code, locale),
            })}
      </SmallText>
    </div>
  )
}

/** What can be done with a refund request in its state. */
export function RefundRequestActions({ request }: RequestProps) {
  const actions = ACTIONS[request.state]
  if (actions.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => {
        const Action = BUTTONS[action]
        return <Action key={action} request={request} />
      })}
    </div>
  )
}

/** Records the transaction that sent the coins, which closes the request. */
const SendRefundButton = formButton<RequestProps>("sendRefund", SendRefundForm)

function SendRefundForm({
  request,
  onClose,
}: RequestProps & { onClose: () => void }) {
  const { t } = useTexts()
  // What was sent to, whatever the next response says.
  const [{ address, address_tag }] = useState(request)
  const [hash, setHash] = useState("")
  const [note, setNote] = useState("")
  const transaction_hash = hash.trim()
  const isHashMissing = transaction_hash === ""
  const send = useAction(
    "sendRefund",
    (body: AdminSendCryptoRefundBody) => postForRequest(request, "send", body),
    () => {
      onClose()
      toast.success(t("actions.sendRefund.done"))
    }
  )
  // The server knows the form of the network's hashes.
  const isHashRefused =
    send.variables?.transaction_hash === transaction_hash &&
    /is not a transaction hash/.test(send.error?.message ?? "")
  const network = request.crypto_network ?? request.crypto_currency
  return (
    <FormDrawer
      action="sendRefund"
      mutation={send}
      body={
        isHashMissing
          ? null
          : {
              address: address ?? "",
              address_tag,
              transaction_hash,
              note: note.trim() || undefined,
            }
      }
      onClose={onClose}
    >
      <RefundAmounts request={request} />
      <Fields
        rows={{
          "fields.network": request.crypto_network && (
            <bdi>{request.crypto_network}</bdi>
          ),
          "fields.address": { copy: address },
          "fields.addressTag": { copy: address_tag },
        }}
      />
      <TextInput
        label={t("fields.transactionHash")}
        value={hash}
        onChange={setHash}
        hint={t("actions.refund.transactionHint")}
        error={
          isHashMissing
            ? t("actions.refund.transactionMissing")
            : isHashRefused && t("actions.sendRefund.hashInvalid", { network })
        }
      />
      <TextInput
        label={t("actions.refund.note")}
        value={note}
        onChange={setNote}
        multiline
      />
    </FormDrawer>
  )
}

/** Ends a request, after a confirmation. */
function RevokeButton({ request }: RequestProps) {
  const { t } = useTexts()
  const prompt = usePrompt()
  const revoke = useAction(
    "revokeRefund",
    (body: AdminDecideCryptoRefundRequestBody) =>
      postForRequest(request, "revoke", body),
    () => toast.success(t("timeline.entries.refund_revoked"))
  )
  const confirm = async () => {
    const confirmed = await prompt({
      title: t("actions.revokeRefund.title"),
      description: t("actions.revokeRefund.description"),
      confirmText: t("actions.revokeRefund.label"),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) revoke.mutate({ shown: { state: request.state } })
  }
  return (
    <ActionButton onClick={() => void confirm()} isLoading={revoke.isPending}>
      {t("actions.revokeRefund.label")}
    </ActionButton>
  )
}

function postForRequest(
  { id }: AdminCryptoRefundRequest,
  action: "send" | "revoke",
  body: object
) {
  const path = `refund-requests/${encodeURIComponent(id)}/${action}`
  return post<AdminCryptoRefundRequestResponse>(path, body)
}

const BUTTONS = { send: SendRefundButton, revoke: RevokeButton }

const ACTIONS: Record<AdminCryptoRefundRequestState, (keyof typeof BUTTONS)[]> =
  {
    waiting_for_address: ["revoke"],
    address_entered: ["send", "revoke"],
    sent: [],
    revoked: [],
  }
