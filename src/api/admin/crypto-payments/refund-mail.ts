import { customerMailTexts } from "../../../customer-mails"
import { findRecord, type Query } from "../../../medusa-query"
import type { Attempt } from "../../../modules/crypto-payment/internal"
import type { AdminCryptoMailDraft } from "./refund-types"

/**
 * An e-mail that sends a refund link to the customer, in the language of the order or the cart. Null
 * where no address is known.
 */
export async function draftRefundMail(
  query: Query,
  { order_id, cart_id }: Pick<Attempt, "order_id" | "cart_id">,
  link: string
): Promise<AdminCryptoMailDraft | null> {
  const customer = await findCustomer(query, order_id, cart_id)
  if (!customer?.email) return null
  const { locale, display_id, email } = customer
  const [language] = (locale ?? "en").toLowerCase().split(/[-_]/)
  const texts = new Map(Object.entries(customerMailTexts)).get(language)
  const { order, refund_requested } = texts ?? customerMailTexts.en
  const [subject, text] = refund_requested
  return {
    to: email,
    subject: display_id ? `${subject} – ${order} #${display_id}` : subject,
    text: text.replace("{{url}}", () => link),
  }
}

type Customer = {
  email?: string | null
  locale?: string | null
  display_id?: number | null
}

async function findCustomer(
  query: Query,
  orderId: string | null,
  cartId: string | null
): Promise<Customer | undefined> {
  const fields = ["email", "locale"]
  const order = orderId
    ? await findRecord(query, "order", orderId, [...fields, "display_id"])
    : undefined
  return (
    order ??
    (cartId ? await findRecord(query, "cart", cartId, fields) : undefined)
  )
}
