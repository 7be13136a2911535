import {
  Button,
  Checkbox,
  Drawer,
  InlineTip,
  Label,
  StatusBadge,
  Text,
  toast,
  usePrompt,
} from "@medusajs/ui"
import { FetchError } from "@medusajs/js-sdk"
import { useQuery } from "@tanstack/react-query"
import {
  type ComponentType,
  createContext,
  useContext,
  useId,
  useState,
} from "react"
import {
  formButton,
  FormDrawer,
  RefundKindField,
  TextInput,
} from "./form-drawer"
import {
  ActionButton,
  AdminLink,
  ForeignText,
  Labeled,
  LINK_CLASSES,
  SmallText,
} from "./layout"
import { Copyable, Fields, QrCode, RecordedBy, Timestamp } from "./values"
import { post, useAction, useCryptoPayment } from "../hooks/use-crypto-payments"
import { type Translate, useTexts } from "../i18n/use-texts"
import {
  aboutCoins,
  coinText,
  formatAge,
  formatTime,
  isRefundable,
} from "../lib/format"
import { isOpenRequest } from "../lib/payments"
import { sdk } from "../lib/sdk"
import type {
  AdminCreateCryptoRefundRequestBody,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
  AdminCryptoRefundPart,
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestLinkResponse,
  AdminCryptoRefundRequestResponse,
  AdminCryptoRefundRequestState,
  AdminDecideCryptoRefundRequestBody,
  AdminSendCryptoRefundBody,
} from "../../api/types"
import { isPositive } from "../../coins/decimal"
import { formatPrice } from "../../coins/price"

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
          // Its transaction stands with the recorded refund.
          "refundState.sent": sent_at && <Timestamp time={sent_at} />,
          "fields.linkUntil": (state === "waiting_for_address" || isLate) && (
            <Timestamp time={request.expires_at} />
          ),
        }}
      />
      <ForeignText text={request.note} />
      <RecordedBy time={created_at} userId={created_by} />
      <RefundRequestActions request={request} />
    </li>
  )
}

/** A refund request of the queue, with its order and payment. */
export function RefundToSend({ request }: RequestProps) {
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
            {t("menu.payment")}
          </AdminLink>
        </SmallText>
      </div>
      <RefundTarget request={request} />
      <RefundRequestActions request={request} />
    </li>
  )
}

/**
 * Where the coins go to, once the customer entered it; QR code and wallet link for who sends them.
 */
function RefundTarget({ request }: RequestProps) {
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
              text: address_tag ? `${address} (${address_tag})` : address,
            })}
          />
        ) : (
          <SmallText>{t("toSend.notChecked")}</SmallText>
        ))}
    </div>
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
function RefundAmounts({ request }: RequestProps) {
  const { t, locale } = useTexts()
  return (
    <div className="min-w-0">
      <Text size="small" weight="plus" translate="no" className="break-words">
        {request.crypto_amount} <bdi>{coinText(request)}</bdi>
      </Text>
      <SmallText>{kindText(request, t, locale)}</SmallText>
    </div>
  )
}

function kindText(
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
  const transaction_hash = hash.trim()
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
  const prompt = usePrompt()
  const revoke = useAction(
    "revokeRefund",
    (body: AdminDecideCryptoRefundRequestBody) =>
      postForRequest(request, "revoke", body),
    () => toast.success(t("timeline.entries.refund_revoked"))
  )
  const confirm = async () => {
    const confirmed = await prompt({
      title: t("actions.revokeRefund.label"),
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

type RequestRefundProps = {
  payment: AdminCryptoPayment
  /** What Medusa computed to give back, for example for a return. */
  proposed?: string
}

type FormProps = RequestRefundProps & { onClose: () => void }

/**
 * Decides what is sent back, and makes the link where the customer enters an address. Waits for
 * what is left to refund: the fields begin with it.
 */
export function RequestRefundForm(props: FormProps) {
  const { data: detail } = useCryptoPayment(props.payment.id)
  // Once: what is left changes with the request itself.
  const [first, setFirst] = useState<AdminCryptoPaymentDetail>()
  if (detail && !first) setFirst(detail)
  return first ? <Form {...props} detail={first} /> : null
}

function Form({
  detail,
  proposed,
  onClose,
}: FormProps & { detail: AdminCryptoPaymentDetail }) {
  const { t, locale } = useTexts()
  const showLink = useContext(ShowLink)
  const excessId = useId()
  const currency = detail.currency_code ?? ""
  const coin = coinText(detail) ?? ""
  const left = detail.refund_left ?? "0"
  const surplus = detail.surplus_left
  const isPriceLeft = isPositive(left)
  const leftPrice = formatPrice(left, currency, locale)

  const [kind, setKind] = useState<AdminCryptoRefundPart>(
    surplus !== null && !(proposed && isPriceLeft) ? "surplus" : "price"
  )
  const [amount, setAmount] = useState(
    proposed && isRefundable(proposed, left) ? proposed : left
  )
  const [surplusCoins, setSurplusCoins] = useState(surplus ?? "")
  /** Empty for those that follow from the amount. */
  const [coins, setCoins] = useState("")
  /** The values that more coins than arrived were agreed for. */
  const [agreed, setAgreed] = useState<{ amount: string; coins: string }>()
  const [note, setNote] = useState("")

  const request = useAction(
    "requestRefund",
    (body: AdminCreateCryptoRefundRequestBody) =>
      post<Link>(`${encodeURIComponent(detail.id)}/refund-requests`, body),
    (response) => {
      onClose()
      showLink({ ...response, attention_reason: detail.attention_reason })
    }
  )
  const isSurplus = kind === "surplus"
  const about = aboutCoins(detail, amount.trim())
  const typedCoins = coins.trim()
  const isExcessAgreed = agreed?.amount === amount && agreed.coins === coins
  const invalid = {
    amount: !isSurplus && !isRefundable(amount.trim(), left),
    surplus: isSurplus && !isRefundable(surplusCoins.trim(), surplus ?? "0"),
    coins: !isSurplus && typedCoins !== "" && !isPositive(typedCoins),
  }
  const what = isSurplus
    ? {
        kind,
        // Unset, it is what is left.
        ...(surplusCoins.trim() !== surplus && {
          crypto_amount: surplusCoins.trim(),
        }),
      }
    : {
        kind,
        amount: amount.trim(),
        ...(typedCoins !== "" && { crypto_amount: typedCoins }),
        ...(isExcessAgreed && { confirm_excess: true }),
      }
  const body: AdminCreateCryptoRefundRequestBody = {
    shown: { version: detail.version },
    ...what,
    note: note.trim() || undefined,
  }
  const isInvalid = Object.values(invalid).some(Boolean)
  return (
    <FormDrawer
      action="requestRefund"
      mutation={request}
      body={isInvalid ? null : body}
      onClose={onClose}
    >
      {surplus !== null && isPriceLeft && (
        <RefundKindField
          kind={kind}
          price={leftPrice}
          surplus={`${surplus} ${coin}`}
          onChange={setKind}
        />
      )}
      {isSurplus ? (
        <TextInput
          label={t("actions.refund.amount", { currency: coin })}
          value={surplusCoins}
          onChange={setSurplusCoins}
          inputMode="decimal"
          hint={t("actions.refund.amountHint", {
            remaining: `${surplus} ${coin}`,
          })}
          isInvalid={invalid.surplus}
        />
      ) : (
        <>
          <TextInput
            label={t("actions.refund.amount", {
              currency: currency.toUpperCase(),
            })}
            value={amount}
            onChange={setAmount}
            inputMode="decimal"
            hint={t("actions.refund.amountHint", { remaining: leftPrice })}
            isInvalid={invalid.amount}
          />
          <details>
            <summary
              // A value is never hidden.
              onClick={(event) => typedCoins !== "" && event.preventDefault()}
              className="txt-compact-small-plus text-ui-fg-subtle focus-visible:shadow-borders-focus w-fit cursor-pointer rounded-sm outline-none"
            >
              {t("actions.requestRefund.moreOptions")}
            </summary>
            <div className="flex flex-col gap-y-6 pt-4">
              <TextInput
                label={t("actions.requestRefund.coins", { coin })}
                value={coins}
                onChange={setCoins}
                inputMode="decimal"
                hint={
                  about &&
                  t("actions.requestRefund.about", {
                    coins: `${about} ${coin}`,
                  })
                }
                error={
                  invalid.coins && t("actions.requestRefund.numberInvalid")
                }
              />
              {/* Only after the server refused it: a second confirmation. */}
              {typedCoins !== "" && (request.isError || isExcessAgreed) && (
                <div className="flex items-start gap-x-3">
                  <Checkbox
                    id={excessId}
                    checked={isExcessAgreed}
                    onCheckedChange={(checked) =>
                      setAgreed(
                        checked === true ? { amount, coins } : undefined
                      )
                    }
                  />
                  <Label size="small" htmlFor={excessId}>
                    {t("actions.requestRefund.confirmExcess")}
                  </Label>
                </div>
              )}
            </div>
          </details>
        </>
      )}
      <TextInput
        label={t("fields.note")}
        value={note}
        onChange={setNote}
        multiline
        hint={t("actions.requestRefund.noteHint")}
      />
    </FormDrawer>
  )
}

type Link = AdminCryptoRefundRequestLinkResponse

type ShownLink = Link & Pick<AdminCryptoPayment, "attention_reason">

/** Shows a refund link on the page around. */
const ShowLink = createContext<(link: ShownLink) => void>(() => {})

/**
 * The drawer of a link belongs to the page:
 * the button that made the link may go with the next response.
 */
export function withRefundLink<Props extends object>(
  Page: ComponentType<Props>
): ComponentType<Props> {
  return function PageWithRefundLink(props: Props) {
    const [link, setLink] = useState<ShownLink | null>(null)
    return (
      <ShowLink.Provider value={setLink}>
        <Page {...props} />
        {link && <LinkDrawer link={link} onClose={() => setLink(null)} />}
      </ShowLink.Provider>
    )
  }
}

type LinkDrawerProps = { link: ShownLink; onClose: () => void }

function LinkDrawer({ link, onClose }: LinkDrawerProps) {
  const { t } = useTexts()
  const { refund_request: request, token } = link
  const message = useMessage(link)
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content>
        <Labeled label={t("actions.cancel")}>
          <Drawer.Header>
            <Drawer.Title>{t("refundLink.title")}</Drawer.Title>
            <Drawer.Description className="text-ui-fg-subtle txt-small text-pretty">
              {t("refundLink.description")}
            </Drawer.Description>
          </Drawer.Header>
        </Labeled>
        <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
          <RefundAmounts request={request} />
          <div className="txt-compact-small bg-ui-bg-subtle shadow-borders-base rounded-lg p-3">
            <Copyable
              label={link.link ? "refundLink.title" : "refundLink.token"}
              value={link.link ?? token}
            />
          </div>
          {message && (
            <div className="txt-small text-ui-fg-subtle">
              <Copyable label="refundLink.message" value={message} />
            </div>
          )}
          {!link.link && (
            <InlineTip variant="warning" label={t("setup.refundPage")}>
              {t("noPage")}
            </InlineTip>
          )}
        </Drawer.Body>
        <Drawer.Footer>
          <Button size="small" onClick={onClose}>
            {t("refundLink.close")}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

/** What the merchant can send with the link; null without a page or the shop's name. */
function useMessage({
  refund_request: request,
  link,
  attention_reason: reason,
}: ShownLink) {
  const { t, locale } = useTexts()
  const { data: shop } = useQuery({
    queryKey: ["crypto-payments", "shop"],
    queryFn: async () => (await sdk.admin.store.list()).stores[0]?.name ?? null,
  })
  if (!link || !shop) return null
  const { order_display_id: number } = request
  const why = [
    kindText(request, t, locale),
    number && t("toSend.order", { number: `#${number}` }),
    reason && t(`attention.reasons.${reason}`),
  ]
  return t("refundLink.text", {
    shop,
    link,
    coins: `${request.crypto_amount} ${coinText(request)}`,
    why: why.filter(Boolean).join(", "),
    until: formatTime(request.expires_at, locale, true),
  })
}
