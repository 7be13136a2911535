import { Text, toast, usePrompt } from "@medusajs/ui"
import { useRef } from "react"

import type {
  AdminCryptoCart,
  AdminCryptoCartAddress,
  AdminCryptoPaymentDetail,
} from "../../../../../api/types"
import {
  ActionButton,
  AdminLink,
  Help,
  Section,
  SmallText,
} from "../../../../components/layout"
import { Fields } from "../../../../components/values"
import { useCart, useCreateDraftOrder } from "../../../../hooks/use-cart"
import { useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/money"

/** What a person needs to place an order manually; nothing where no cart waits for one. */
export function CartSection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  return payment.state === "attention" && payment.cart_id ? (
    <Cart paymentId={payment.id} />
  ) : null
}

function Cart({ paymentId }: { paymentId: string }) {
  const { t, locale } = useTexts()
  const { data: cart } = useCart(paymentId)
  if (!cart) return null
  const price = (amount: string) =>
    formatPrice(amount, cart.currency_code, locale)
  return (
    <Section title={t("cart.title")}>
      <ul className="flex flex-col gap-y-2 px-6 py-4">
        {cart.items.map((item, index) => (
          <li key={index} className="flex justify-between gap-x-4">
            <div className="min-w-0">
              <Text size="small" className="break-words">
                {item.quantity} × <bdi>{item.title}</bdi>
              </Text>
              <SmallText className="break-words empty:hidden">
                {[item.variant_title, item.variant_sku]
                  .filter(Boolean)
                  .join(" · ")}
              </SmallText>
            </div>
            <Text size="small" className="text-nowrap">
              {price(item.unit_price)}
            </Text>
          </li>
        ))}
      </ul>
      <Fields
        className="px-6 py-4"
        rows={{
          "cart.total": price(cart.total),
          "fields.email": cart.email && <bdi>{cart.email}</bdi>,
          "cart.shipping": cart.shipping_methods
            .map(({ name, amount }) => `${name}, ${price(amount)}`)
            .join("; "),
          "cart.shippingAddress": <Address address={cart.shipping_address} />,
          "cart.billingAddress": <Address address={cart.billing_address} />,
          "cart.promotions": cart.promo_codes.join(", "),
        }}
      />
      {cart.items.length > 0 && cart.region_id && (
        <CreateDraftOrder cart={cart} paymentId={paymentId} />
      )}
    </Section>
  )
}

function Address({ address }: { address: AdminCryptoCartAddress | null }) {
  if (!address) return "–"
  const { first_name, last_name, company, address_1, address_2 } = address
  const { postal_code, city, province, country_code, phone } = address
  const lines = [
    [first_name, last_name],
    [company],
    [address_1],
    [address_2],
    [postal_code, city],
    [province],
    [country_code?.toUpperCase()],
    [phone],
  ]
  const shown = lines
    .map((parts) => parts.filter(Boolean).join(" "))
    .filter((line) => line !== "")
  return shown.length === 0 ? (
    "–"
  ) : (
    <address className="flex flex-col not-italic">
      {shown.map((line, index) => (
        <bdi key={index} className="break-words">
          {line}
        </bdi>
      ))}
    </address>
  )
}

type CreateDraftOrderProps = { cart: AdminCryptoCart; paymentId: string }

/** Once, since a second draft order would be for the same money. */
function CreateDraftOrder({ cart, paymentId }: CreateDraftOrderProps) {
  const { t, locale } = useTexts()
  const prompt = usePrompt()
  // A double click comes before the button is rendered as loading.
  const isRunning = useRef(false)
  const create = useCreateDraftOrder(paymentId, ({ message }) => {
    toast.error(t("cart.failed"), {
      description: <Help text={message} topic="error" />,
    })
  })
  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    const confirmed = await prompt({
      title: t("cart.create"),
      description: t("cart.description"),
      confirmText: t("cart.confirm"),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) await create.mutateAsync(cart).catch(() => {})
    isRunning.current = false
  }
  const draft = create.data
  return (
    <div className="px-6 py-4">
      {draft ? (
        <SmallText className="text-pretty">
          <AdminLink to={`/draft-orders/${draft.id}`}>
            {t("cart.created", { number: `#${draft.display_id ?? ""}` })}
          </AdminLink>{" "}
          {t("cart.next", {
            total: formatPrice(String(draft.total), cart.currency_code, locale),
          })}
        </SmallText>
      ) : (
        <ActionButton onClick={() => void run()} isLoading={create.isPending}>
          {t("cart.create")}
        </ActionButton>
      )}
    </div>
  )
}
