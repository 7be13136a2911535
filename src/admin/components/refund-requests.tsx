import { StatusBadge, Text, toast, usePrompt } from "@medusajs/ui"
import { FetchError } from "@medusajs/js-sdk"
import { useQuery } from "@tanstack/react-query"
import { type MouseEvent, useRef, useState } from "react"
import {
  ActionMenu,
  type ActionRunner,
  formButton,
  FormDrawer,
  TextInput,
} from "./form-drawer"
import {
  ActionButton,
  AdminLink,
  ForeignText,
  LINK_CLASSES,
  SmallText,
} from "./layout"
import {
  Copyable,
  Fields,
  QrCode,
  RecordedBy,
  Timestamp,
  useUserName,
} from "./values"
import { post, useAction } from "../hooks/use-crypto-payments"
import { type Translate, useTexts } from "../i18n/use-texts"
import { coinsText, formatAge, networkCoinText } from "../lib/format"
import { isOpenRequest } from "../lib/payments"
import { sdk } from "../lib/sdk"
import type {
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestResponse,
  AdminCryptoRefundRequestState,
  AdminDecideCryptoRefundRequestBody,
  AdminSendCryptoRefundBody,
} from "../../api/types"
import { formatPrice } from "../../coins/price"
import { hashIn } from "../../coins/transaction-hash"

type RequestProps = { request: AdminCryptoRefundRequest }

/** A refund request with its address, state and actions. */
export function RefundRequest({ request }: RequestProps) {
  const { t } = useTexts()
  const { state } = request
  return (
    <li className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <RefundAmounts request={request} />
        <StatusBadge color={COLORS[state]} className="text-nowrap">
          {t(`refundState.${state}`)}
        </StatusBadge>
      </div>
      <RequestDetails request={request} />
    </li>
  )
}

/** The same in a box that says its state. */
export function RefundRequestBody({ request }: RequestProps) {
  return (
    <>
      <RefundAmounts request={request} />
      <RequestDetails request={request} />
    </>
  )
}

function RequestDetails({ request }: RequestProps) {
  const { state, created_at, created_by } = request
  const isLate = state === "revoked" && request.revoked_at === null
  return (
    <>
      <OpenedBy request={request} />
      <RefundTarget request={request} />
      <Fields
        className="empty:hidden"
        rows={{
          "fields.linkUntil": (state === "waiting_for_address" || isLate) && (
            <Timestamp time={request.expires_at} />
          ),
        }}
      />
      <ForeignText text={request.note} />
      <RecordedBy time={created_at} userId={created_by} />
      <RefundRequestActions request={request} />
    </>
  )
}

/** A refund request of the queue in a line, with its customer, order and payment. */
export function RefundToSend({ request }: RequestProps) {
  const { t, locale } = useTexts()
  const { crypto_payment_id, customer, order_id, order_display_id } = request
  const revoke = useRevoke(request)
  return (
    <li className="flex flex-col gap-y-2 px-6 py-3">
      <OpenedBy request={request} />
      <div className="flex flex-col gap-x-6 gap-y-2 lg:flex-row lg:items-start">
        <div className="lg:w-1/4">
          <RefundAmounts request={request} />
        </div>
        <div className="min-w-0 flex-1">
          <RefundTarget request={request} />
        </div>
        <SmallText as="div" className="flex flex-wrap gap-x-3 lg:w-40">
          {customer && <bdi>{customer}</bdi>}
          {request.address_entered_at && (
            <span>{formatAge(request.address_entered_at, locale)}</span>
          )}
          {order_id && (
            <AdminLink to={`/orders/${order_id}`}>
              {t("toSend.order", { number: `#${order_display_id ?? ""}` })}
            </AdminLink>
          )}
          <AdminLink to={`/crypto-payments/${crypto_payment_id}`}>
            {t("menu.payment")}
          </AdminLink>
        </SmallText>
        <div className="flex gap-x-2">
          <SendRefundButton request={request} />
          <ActionMenu runners={[revoke]} />
        </div>
      </div>
    </li>
  )
}

/** Where the coins go to, once the customer entered it, with QR code and wallet link. */
function RefundTarget({ request }: RequestProps) {
  const { t } = useTexts()
  const { address, address_tag, address_checked, payment_uri } = request
  const [isCodeShown, setCodeShown] = useState(false)
  const opening = useOpening(request)
  if (!address) return null
  const isToSend = request.state === "address_entered"
  return (
    <div
      {...opening}
      className="txt-compact-small flex flex-col items-start gap-y-1"
    >
      <Copyable label="fields.address" value={address} />
      {address_tag && (
        <div className="flex flex-wrap gap-x-2">
          <span className="text-ui-fg-subtle">{t("fields.addressTag")}</span>
          <Copyable label="fields.addressTag" value={address_tag} />
        </div>
      )}
      {isToSend && !address_checked && (
        <SmallText>{t("toSend.notChecked")}</SmallText>
      )}
      {isToSend && (
        <div className="flex flex-wrap gap-x-3">
          {/* Of the schemes that the server builds; a tag is in the code alone. */}
          {isWalletLink(payment_uri) && (
            <a href={payment_uri} className={LINK_CLASSES}>
              {t("toSend.openWallet")}
            </a>
          )}
          {/* A wallet would do what a code of any text says. */}
          {address_checked && !isCodeShown && (
            <button
              type="button"
              className={LINK_CLASSES}
              onClick={() => setCodeShown(true)}
            >
              {t("toSend.showCode")}
            </button>
          )}
        </div>
      )}
      {isCodeShown && isToSend && address_checked && (
        <QrCode
          text={payment_uri ?? address}
          label={t("qr", {
            text: address_tag ? `${address} (${address_tag})` : address,
          })}
        />
      )}
    </div>
  )
}

/** Tells the others once who copies or shows what is to be sent. A failure costs nothing else. */
function useOpening(request: AdminCryptoRefundRequest) {
  const isTold = useRef(false)
  const tell = () => {
    if (isTold.current || request.state !== "address_entered") return
    isTold.current = true
    void postForRequest(request, "open", {}).catch(() => {})
  }
  return {
    onCopy: tell,
    // As it comes down: Medusa UI's button for copying lets no click pass up.
    onClickCapture: ({ target }: MouseEvent) => {
      const isPressed = target instanceof Element && target.closest("button, a")
      if (isPressed) tell()
    },
  }
}

/** Who else is at it; no lock. */
function OpenedBy({ request: { opened } }: RequestProps) {
  const { t, locale } = useTexts()
  const { data: own } = useQuery({
    queryKey: ["crypto-payments", "me"],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => (await sdk.admin.user.me({ fields: "id" })).user.id,
  })
  const name = useUserName(opened?.by ?? null)
  if (!opened || own === undefined || opened.by === own) return null
  return (
    <Text size="small" className="text-ui-tag-orange-text w-full">
      {t("toSend.opened", {
        user: name ?? opened.by,
        age: formatAge(opened.at, locale),
      })}
    </Text>
  )
}

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
export function RefundAmounts({ request }: RequestProps) {
  const { t, locale } = useTexts()
  const opening = useOpening(request)
  const { crypto_amount, state } = request
  const coins = coinsText(crypto_amount, networkCoinText(request), locale)
  return (
    <div className="min-w-0" {...opening}>
      <Text
        as="div"
        size="small"
        weight="plus"
        translate="no"
        className="flex break-words"
      >
        {state === "address_entered" && crypto_amount ? (
          <Copyable
            label="fields.cryptoAmount"
            value={crypto_amount}
            text={coins}
          />
        ) : (
          coins
        )}
      </Text>
      <SmallText>{kindText(request, t, locale)}</SmallText>
    </div>
  )
}

/** What it is for, in words. */
export function kindText(
  { kind, amount, currency_code }: AdminCryptoRefundRequest,
  t: Translate,
  locale: string
): string {
  return kind === "surplus"
    ? t("refundKind.surplusRefund")
    : t("refundKind.refundOf", {
        amount: formatPrice(amount, currency_code, locale),
      })
}

function RefundRequestActions({ request }: RequestProps) {
  if (!isOpenRequest(request)) return null
  return (
    <div className="flex flex-wrap gap-2">
      {request.state === "address_entered" && (
        <SendRefundButton request={request} />
      )}
      <RevokeButton request={request} />
    </div>
  )
}

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
  const transaction_hash = hashIn(hash)
  const isHashMissing = transaction_hash === ""
  const send = useAction(
    "sendRefund",
    (body: AdminSendCryptoRefundBody) => postForRequest(request, "send", body),
    () => {
      onClose()
      toast.success(t("actions.refund.done"))
    }
  )
  // The server knows the form of the network's hashes, and answers 422.
  const isHashRefused =
    send.variables?.transaction_hash === transaction_hash &&
    send.error instanceof FetchError &&
    send.error.status === 422
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
        error={
          isHashMissing
            ? t("actions.refund.transactionMissing")
            : isHashRefused && t("actions.sendRefund.hashInvalid", { network })
        }
      />
      <TextInput
        label={t("fields.note")}
        value={note}
        onChange={setNote}
        multiline
      />
    </FormDrawer>
  )
}

function RevokeButton({ request }: RequestProps) {
  const { t } = useTexts()
  const { label, run, isPending } = useRevoke(request)
  return (
    <ActionButton onClick={run} isLoading={isPending}>
      {t(label)}
    </ActionButton>
  )
}

function useRevoke(request: AdminCryptoRefundRequest): ActionRunner {
  const { t } = useTexts()
  const prompt = usePrompt()
  const label = "actions.revokeRefund.label"
  const revoke = useAction(
    "revokeRefund",
    (body: AdminDecideCryptoRefundRequestBody) =>
      postForRequest(request, "revoke", body),
    () => toast.success(t("timeline.entries.refund_revoked"))
  )
  const confirm = async () => {
    const confirmed = await prompt({
      title: t(label),
      description: t("actions.revokeRefund.description"),
      confirmText: t(label),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) revoke.mutate({ shown: { state: request.state } })
  }
  return { label, run: () => void confirm(), isPending: revoke.isPending }
}

function postForRequest(
  { id }: AdminCryptoRefundRequest,
  action: "open" | "send" | "revoke",
  body: object
) {
  const path = `refund-requests/${encodeURIComponent(id)}/${action}`
  return post<AdminCryptoRefundRequestResponse>(path, body)
}
