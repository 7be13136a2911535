import { parseWebhook, verifyWebhook } from "../../gateway"
import { type ConformanceCase, NOT_DOCUMENTED } from "../case"
import { type Announced, CALLBACK_PARAMS } from "../deliveries"
import {
  field,
  must,
  mustBeDecimal,
  mustBeText,
  mustHave,
} from "../expectations"
import type { ArrivedWebhook } from "../webhook-listener"

/** Contract §6 and §8. They need a callback address that leads to this machine. */
export const deliveryCases: ConformanceCase[] = [
  {
    section: "6",
    name: "webhook of a payment that expires",
    contract: NOT_DOCUMENTED,
    published: "sent",
    look: async ({ deliveries }) => {
      const asPublished = await deliveries.isExpiryAnnounced()
      return { seen: asPublished ? "sent" : "none", asPublished }
    },
  },
  {
    section: "6",
    name: "webhook of a final status",
    contract: "POST, application/json",
    look: async ({ deliveries }) => {
      const { attempts } = await deliveries.first()
      const [{ method, headers }] = attempts
      const type = headers["content-type"] ?? "no content-type"
      const seen = `${method}, ${type}`
      const isJson = type.startsWith("application/json")
      must(method === "POST" && isJson, seen)
      return seen
    },
  },
  {
    section: "6",
    name: "fields of the webhook",
    contract: "those of section 6",
    look: async ({ deliveries }) => {
      const { payment, attempts } = await deliveries.first()
      const { id, request } = payment
      const fields = fieldsOf(attempts[0])
      const { amount, currency, external_id } = request
      mustHave(fields, { id, external_id, original_currency: currency })
      mustBeText(fields, ["status", "merchant_id", "terminal_id"])
      mustBeDecimal(fields, "original_amount")
      const isPriced = Number(fields.original_amount) === amount
      must(isPriced, field("original_amount", fields))
      return `${field("status", fields)}, priced as sent`
    },
  },
  {
    section: "6",
    name: "amount and currency of the webhook",
    contract: "of a paid payment, what was paid",
    published: "of an unpaid one, none",
    look: async ({ deliveries }) => {
      const announced = await deliveries.first()
      const fields = fieldsOf(announced.attempts[0])
      const seen = `${field("amount", fields)}, ${field("currency", fields)}`
      if (announced.isPaid) {
        mustBeDecimal(fields, "amount")
        mustBeText(fields, ["currency"])
        return seen
      }
      const asPublished = isNothing(fields.amount) && isNothing(fields.currency)
      return { seen, asPublished }
    },
  },
  {
    section: "3",
    name: "status of a read after the webhook",
    contract: "the announced one",
    look: async (conditions) => {
      const announced = await conditions.deliveries.first()
      const { payment, isPaid, attempts } = announced
      const { status } = fieldsOf(attempts[0])
      const { fields } = await conditions.read(payment.id)
      mustHave(fields, { status })
      if (isPaid) {
        mustBeText(fields, ["wallet_address", "currency"])
        mustBeDecimal(fields, "amount")
      }
      return field("status", fields)
    },
  },
  {
    section: "6",
    name: "signature of the webhook",
    contract: "verifies, and is not old",
    look: async ({ deliveries }) => {
      const secret = deliveries.secret()
      const { attempts } = await deliveries.first()
      const came = verified(attempts[0], secret)
      must(came === "verified", came)
      return "verifies, and is not old"
    },
  },
  {
    section: "8",
    name: "webhook that is answered with 500",
    contract: "again",
    published: "again after a minute",
    look: async ({ deliveries }) => {
      const seconds = intervalOf(await deliveries.retried())
      const seen = `again after ${seconds.toFixed(1)} s`
      return { seen, asPublished: seconds > 45 && seconds < 90 }
    },
  },
  {
    section: "6",
    name: "bytes of the repeated webhook",
    contract: NOT_DOCUMENTED,
    published: "the same",
    look: async ({ deliveries }) => {
      const { attempts, second } = await deliveries.retried()
      const asPublished = attempts[0].rawBody.equals(second.rawBody)
      return { seen: asPublished ? "the same" : "others", asPublished }
    },
  },
  {
    section: "6",
    name: "signature of the repeated webhook",
    contract: "verifies",
    published: "verifies, with a new timestamp",
    look: async ({ deliveries }) => {
      const secret = deliveries.secret()
      const { attempts, second } = await deliveries.retried()
      const came = verified(second, secret)
      must(came === "verified", came)
      const [before, after] = [attempts[0], second].map(timestampOf)
      const asPublished = before !== after
      const stamp = asPublished ? "a new" : "the same"
      return { seen: `verifies, with ${stamp} timestamp`, asPublished }
    },
  },
  {
    section: "6",
    name: "webhook that is answered with 200",
    contract: "not sent again",
    look: async ({ deliveries }) => {
      const waited = 1.5 * intervalOf(await deliveries.retried()) + 1
      const { length } = await deliveries.after(waited)
      must(length === 2, `sent again within ${waited.toFixed(1)} s`)
      return `not sent again within ${waited.toFixed(1)} s`
    },
  },
  {
    section: "2",
    name: "metadata.callback_params",
    contract: NOT_DOCUMENTED,
    published: "passed to the callback_url; how is not shown",
    look: async ({ deliveries }) => {
      const { attempts } = await deliveries.first()
      const [{ target, rawBody }] = attempts
      const [value] = Object.values(CALLBACK_PARAMS)
      const places = [
        ...(target.includes(value) ? ["in the query"] : []),
        ...(rawBody.includes(value) ? ["in the body"] : []),
      ]
      const asPublished = places.length > 0
      return { seen: places.join(", ") || "nowhere", asPublished }
    },
  },
]

function fieldsOf({ rawBody }: ArrivedWebhook): Record<string, unknown> {
  const parsed = parseWebhook(rawBody)
  must(parsed.ok, parsed.ok ? "" : parsed.message)
  const body: unknown = JSON.parse(rawBody.toString("utf8"))
  return typeof body === "object" ? { ...body } : {}
}

/** How a gateway may write that nothing was paid. */
function isNothing(value: unknown): boolean {
  return (
    (value ?? "") === "" ||
    (typeof value === "string" && /^0(\.0*)?$/.test(value))
  )
}

function verified({ headers, rawBody, at }: ArrivedWebhook, secret: string) {
  const verification = verifyWebhook({
    rawBody,
    timestamp: headers["x-webhook-timestamp"],
    signature: headers["x-webhook-signature"],
    secrets: [secret],
    now: at,
  })
  return verification.verified ? "verified" : verification.reason
}

function timestampOf({ headers }: ArrivedWebhook): string {
  return String(headers["x-webhook-timestamp"])
}

function intervalOf(announced: Announced & { second: ArrivedWebhook }) {
  return (
    (Number(announced.second.at) - Number(announced.attempts[0].at)) / 1_000
  )
}
