import { Button, Checkbox, Drawer, InlineTip, Label } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import {
  type ComponentType,
  createContext,
  useContext,
  useId,
  useState,
} from "react"
import { FormDrawer, RefundKindField, TextInput } from "./form-drawer"
import { Labeled } from "./layout"
import { kindText, RefundAmounts } from "./refund-requests"
import { Copyable } from "./values"
import { post, useAction, useCryptoPayment } from "../hooks/use-crypto-payments"
import { useTexts } from "../i18n/use-texts"
import {
  aboutCoins,
  coinsText,
  coinText,
  formatTime,
  isRefundable,
} from "../lib/format"
import { sdk } from "../lib/sdk"
import type {
  AdminCreateCryptoRefundRequestBody,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
  AdminCryptoRefundPart,
  AdminCryptoRefundRequestLinkResponse,
} from "../../api/types"
import { isPositive } from "../../coins/decimal"
import { formatPrice } from "../../coins/price"

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
          surplus={coinsText(surplus, coin, locale)}
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
            remaining: coinsText(surplus ?? "0", coin, locale),
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
                    coins: coinsText(about, coin, locale),
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
    coins: coinsText(request.crypto_amount, coinText(request), locale),
    why: why.filter(Boolean).join(", "),
    until: formatTime(request.expires_at, locale, true),
  })
}
