import { Button, Checkbox, Drawer, InlineTip, Label } from "@medusajs/ui"
import {
  type ComponentType,
  createContext,
  useContext,
  useId,
  useState,
} from "react"
import { formButton, FormDrawer, RadioField, TextInput } from "./form-drawer"
import { Labeled, SmallText } from "./layout"
import { RefundAmounts } from "./refund-request"
import { Copyable, Timestamp } from "./values"
import { useCryptoPayment } from "../hooks/use-crypto-payments"
import { post, useAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { aboutCoins, formatPrice, isRefundable } from "../lib/format"
import { shownOf } from "../lib/payments"
import type {
  AdminCreateCryptoRefundRequestBody,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestLinkResponse,
} from "../../api/types"
import { isPositive } from "../../coins/decimal"

type RequestRefundProps = {
  payment: AdminCryptoPayment
  /** What Medusa computed to give back, for example for a return. */
  proposed?: string
}

type FormProps = RequestRefundProps & { onClose: () => void }

/** Decides what is sent back, and makes the link where the customer enters an address. */
export const RequestRefundButton = formButton<RequestRefundProps>(
  "requestRefund",
  RequestRefundForm
)

/** Waits for what is left to refund: the fields begin with it. */
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
  const currency = detail.currency_code ?? ""
  const coin = detail.crypto_currency ?? ""
  const left = detail.refund_left ?? "0"
  const surplus = detail.surplus_left
  const isPriceLeft = isPositive(left)
  const leftPrice = formatPrice(left, currency, locale)

  const [kind, setKind] = useState<RefundKind>(
    surplus !== null && !(proposed && isPriceLeft) ? "surplus" : "price"
  )
  const [amount, setAmount] = useState(
    proposed && isRefundable(proposed, left) ? proposed : left
  )
  const [surplusCoins, setSurplusCoins] = useState(surplus ?? "")
  /** Empty for those that follow from the amount. */
  const [coins, setCoins] = useState("")
  /** The values that more coins than arrived were agreed for. */
  const [agreed, setAgreed] = useState("")
  const [note, setNote] = useState("")

  const request = useAction(
    "requestRefund",
    (body: AdminCreateCryptoRefundRequestBody) =>
      post<Link>(`${encodeURIComponent(detail.id)}/refund-requests`, body),
    (response) => {
      onClose()
      showLink(response)
    }
  )
  const isSurplus = kind === "surplus"
  const about = aboutCoins(detail, amount.trim())
  const typedCoins = coins.trim()
  const values = [amount, coins].join(" ")
  const isExcessAgreed = agreed === values
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
    shown: shownOf(detail),
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
          hint={t("actions.requestRefund.surplusHint", {
            remaining: `${surplus} ${coin}`,
          })}
          error={
            invalid.surplus &&
            t("actions.refund.amountInvalid", {
              remaining: `${surplus} ${coin}`,
            })
          }
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
            error={
              invalid.amount &&
              t("actions.refund.amountInvalid", { remaining: leftPrice })
            }
          />
          <TextInput
            label={t("actions.requestRefund.coins", { coin })}
            value={coins}
            onChange={setCoins}
            inputMode="decimal"
            hint={
              about
                ? t("actions.requestRefund.about", {
                    coins: `${about} ${coin}`,
                  })
                : undefined
            }
            error={invalid.coins && t("actions.requestRefund.numberInvalid")}
          />
          {/* Only after the server refused it: a second confirmation. */}
          {typedCoins !== "" && (request.isError || isExcessAgreed) && (
            <CheckboxField
              label={t("actions.requestRefund.confirmExcess")}
              checked={isExcessAgreed}
              onChange={(checked) => setAgreed(checked ? values : "")}
            />
          )}
        </>
      )}
      <TextInput
        label={t("actions.refund.note")}
        value={note}
        onChange={setNote}
        multiline
        hint={t("actions.requestRefund.noteHint")}
      />
    </FormDrawer>
  )
}

/** What is sent back: a surplus is not booked on the order. */
export type RefundKind = AdminCryptoRefundRequest["kind"]

type RefundKindFieldProps = {
  kind: RefundKind
  /** What is left of each, with its unit. */
  price: string
  surplus: string
  onChange: (kind: RefundKind) => void
}

/** The choice of what to send back, where both are left. */
export function RefundKindField({
  kind,
  price,
  surplus,
  onChange,
}: RefundKindFieldProps) {
  const { t } = useTexts()
  return (
    <RadioField
      label={t("refundKind.label")}
      value={kind}
      options={[
        {
          value: "surplus",
          label: t("refundKind.surplusOf", { amount: surplus }),
          hint: t("refundKind.surplusHint"),
        },
        {
          value: "price",
          label: t("refundKind.priceOf", { amount: price }),
          hint: t("refundKind.priceHint"),
        },
      ]}
      onChange={onChange}
    />
  )
}

type CheckboxFieldProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function CheckboxField({ label, checked, onChange }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-x-3">
      <Checkbox
        id={id}
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
      />
      <Label size="small" htmlFor={id}>
        {label}
      </Label>
    </div>
  )
}

type Link = AdminCryptoRefundRequestLinkResponse

/** Shows a refund link on the page around. */
const ShowLink = createContext<(link: Link) => void>(() => {})

/** The drawer of a link belongs to the page: the button that made the link may go with the next response. */
export function withRefundLink<Props extends object>(
  Page: ComponentType<Props>
): ComponentType<Props> {
  return function PageWithRefundLink(props: Props) {
    const [link, setLink] = useState<Link | null>(null)
    return (
      <ShowLink.Provider value={setLink}>
        <Page {...props} />
        {link && <LinkDrawer link={link} onClose={() => setLink(null)} />}
      </ShowLink.Provider>
    )
  }
}

type LinkDrawerProps = { link: Link; onClose: () => void }

function LinkDrawer({ link, onClose }: LinkDrawerProps) {
  const { t } = useTexts()
  const { refund_request: request, token } = link
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
          <SmallText>
            {t("refundLink.until")}{" "}
            <Timestamp time={request.expires_at} short />
          </SmallText>
          {!link.link && (
            <InlineTip variant="warning" label={t("refundLink.noPage")}>
              {t("refundLink.noPageHint")}
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
