import type {
  CreateNotificationDTO,
  INotificationModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { findBuyerNames } from "../medusa/buyers"
import { readOrderNumbers } from "../medusa/orders"
import { aboutPayment } from "../modules/crypto-payment/admin-actions/about"
import { needsAttention } from "../modules/crypto-payment/attempts/states"
import { DEFAULT_MERCHANT_KEY } from "../modules/crypto-payment/merchants/options"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import {
  type CryptoGatewayEvent,
  type CryptoPaymentAttentionRequiredEvent,
  cryptoPaymentEvents,
  type CryptoPaymentRefundEvent,
} from "../modules/crypto-payment/outbox/outbox"
import {
  describeFact,
  attentionFactOf,
} from "../modules/crypto-payment/settling/attention-fact"
import { describePrice } from "../modules/crypto-payment/settling/money"
import { withTimeLimit } from "./deliver-crypto-payment-events"

/** A provider that takes longer is tried again with the event. */
const SEND_LIMIT_MS = 10_000

/** A process that sends a notification has finished within this time, or died. */
const SENDING_MS = 60_000

type NotifiedPaymentEvent =
  CryptoPaymentAttentionRequiredEvent | CryptoPaymentRefundEvent

export type NotifiedEvent = NotifiedPaymentEvent | CryptoGatewayEvent

type Notice = { title: string; text: string }

/**
 * Tells the people of the store of an event, once, however often it is delivered: in the admin's
 * feed, and by e-mail to the addresses of `notify.email`.
 * @throws what the first channel that failed threw, once all were tried.
 */
export async function notifyOfEvent(
  container: MedusaContainer,
  { name, data: event }: { name: string; data: NotifiedEvent }
): Promise<void> {
  const { merchants, attempts } = container.resolve(CRYPTO_PAYMENT_MODULE)
  let notice: Notice
  let provider_id: string
  if ("refused" in event) {
    const isRestored = name === cryptoPaymentEvents.gatewayRestored
    notice = describeGateway(container, event, isRestored)
    provider_id = event.provider_id
  } else {
    const attempt = await attempts.retrieve(event.id)
    // Somebody dealt with it before the event came.
    if ("advice" in event && !needsAttention(attempt)) return
    notice = await describe(container, event, attempt)
    provider_id = attempt.provider_id
  }
  const { title, text } = notice
  const { notify } = merchants.optionsFor(provider_id)
  const feed = notify.feed && hasProvider(container, "feed")
  const email = notify.email.length > 0 && hasProvider(container, "email")
  const sent = [
    ...(feed
      ? [
          send(container, event, {
            channel: "feed",
            to: "",
            template: "admin-ui",
            data: { title, description: text },
          }),
        ]
      : []),
    ...(email
      ? [...new Set(notify.email)].map((to) =>
          send(container, event, {
            channel: "email",
            to,
            template: "crypto-payment-notice",
            data: { title, text },
            content: { subject: title, text, html: toHtml(text) },
          })
        )
      : []),
  ]
  await Promise.allSettled(sent)
  await Promise.all(sent)
}

/** What happened, with the page of the admin; no id in words. */
async function describe(
  container: MedusaContainer,
  event: NotifiedPaymentEvent,
  attempt: Attempt
): Promise<Notice> {
  const page = adminPage(container, `/crypto-payments/${attempt.id}`)
  if ("advice" in event) {
    const { title, found } = await describeAttention(container, event, attempt)
    return { title, text: `${found}\n${page}` }
  }
  const { order_id } = event
  const query = container.resolve("query")
  const number = (await readOrderNumbers(query, [order_id])).get(order_id ?? "")
  const order = number === undefined ? "" : ` of order #${number}`
  return {
    title: `Crypto refund${order} can be sent`,
    text: `The customer entered the address. Send the coins from your wallet, then enter the transaction.\n${page}`,
  }
}

/** How much it is, whose it is, and what was found. */
async function describeAttention(
  container: MedusaContainer,
  { advice }: CryptoPaymentAttentionRequiredEvent,
  attempt: Attempt
) {
  const { adminActions } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const [{ refunds }, names] = await Promise.all([
    adminActions.readFacts(attempt.id),
    findBuyerNames(container.resolve("query"), [attempt]),
  ])
  const customer = names.get(attempt) ?? null
  const { crypto_network } = attempt
  const fact = attentionFactOf(attempt)
  const about = aboutPayment({ attempt, refunds, customer, crypto_network })
  const price = about.price && describePrice(about.price)
  const whose = [price, customer].filter(Boolean).join(" · ")
  return {
    title: `${whose || "A crypto payment"} needs attention`,
    found: fact ? describeFact(fact, about) : advice.what_happened,
  }
}

function describeGateway(
  container: MedusaContainer,
  { merchant, refused, refused_at, occurred_at }: CryptoGatewayEvent,
  isRestored: boolean
): Notice {
  const page = adminPage(container, "/settings/crypto-payments")
  const whose = merchant === DEFAULT_MERCHANT_KEY ? "" : ` of "${merchant}"`
  if (isRestored) {
    const works =
      refused === "key"
        ? `Customers can pay again: the gateway accepts the key${whose}`
        : `The gateway's webhooks${whose} are accepted again`
    return {
      title: works,
      text: `It works since ${inMinutes(occurred_at)}, and was refused from ${inMinutes(refused_at)} on.\n${page}`,
    }
  }
  if (refused === "key") {
    return {
      title: `Customers cannot pay: the gateway rejects the key${whose}`,
      text: `Since ${inMinutes(refused_at)} no crypto payment can be opened. The key was replaced, or the merchant is suspended. "Setup and status" names the option to correct.\n${page}`,
    }
  }
  return {
    title: `The gateway's webhooks${whose} are refused: signature mismatch`,
    text: `Since ${inMinutes(refused_at)} they do not fit the option webhookSecret. If the secret was changed at the gateway, set the new one. Until then payments are found by the scheduled job, so that their orders come later. If webhooks still arrive in "Setup and status", somebody else sent these, and there is nothing to do.\n${page}`,
  }
}

/** ISO 8601, for a person who may be in another time zone than the server. */
function inMinutes(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`
}

function adminPage(container: MedusaContainer, path: string): string {
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  // Medusa's default address is the path "/".
  const address = (admin.backendUrl ?? "").replace(/\/+$/, "")
  return `${address}${admin.path ?? "/app"}${path}`
}

function toHtml(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
  return `<p>${escaped.replace("\n", "<br>")}</p>`
}

/**
 * Medusa shows an entry of the feed once it is written; an e-mail that failed, or whose process
 * died, is sent anew. Medusa would never mark that one as sent, so each try has a key of its own,
 * which keeps two processes from sending the same one.
 */
async function send(
  container: MedusaContainer,
  event: NotifiedEvent,
  notification: CreateNotificationDTO
): Promise<void> {
  const { event_id } = event
  const { channel, to } = notification
  const module = container.resolve<INotificationModuleService>(
    Modules.NOTIFICATION
  )
  const about = { resource_id: event_id, resource_type: "crypto_payment_event" }
  const tried = await module.listNotifications({ ...about, channel, to })
  const isDone = (status: string) => status === "success" || channel === "feed"
  if (tried.some(({ status }) => isDone(status))) return
  const isBeingSent = tried.some(
    ({ status, created_at }) =>
      status === "pending" &&
      Date.now() - new Date(created_at).getTime() < SENDING_MS
  )
  if (isBeingSent) throw new Error("Another process is sending it.")
  const sending = module.createNotifications({
    ...notification,
    ...about,
    trigger_type: "crypto_payment",
    idempotency_key: [event_id, channel, to, tried.length].join(":"),
  })
  await withTimeLimit(sending, SEND_LIMIT_MS).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const subject =
      "refused" in event
        ? `the gateway of the merchant "${event.merchant}"`
        : `crypto payment ${event.id}`
    throw new Error(
      `The ${channel} notification about ${subject} failed, and is tried again: ${reason}`
    )
  })
}

const configSchema = z.object({
  providers: z
    .array(
      z.object({
        options: z
          .object({ channels: z.array(z.string()) })
          .partial()
          .nullish(),
      })
    )
    .default([]),
  cloud: z
    .object({ api_key: z.string(), endpoint: z.string() })
    .partial()
    .nullish(),
})

const warnedOf = new Set<string>()

/** As medusa-config has it: asking the module itself would write a failed notification. */
function hasProvider(
  container: MedusaContainer,
  channel: "feed" | "email"
): boolean {
  const { modules } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const entry = modules?.[Modules.NOTIFICATION]
  const { data } = configSchema.safeParse(
    typeof entry === "object" ? entry.options : undefined
  )
  const isConfigured = data?.providers.some(({ options }) =>
    options?.channels?.includes(channel)
  )
  // Medusa Cloud brings its own provider of e-mails.
  const { api_key, endpoint } = data?.cloud ?? {}
  if (isConfigured || (channel === "email" && api_key && endpoint)) return true
  if (!warnedOf.has(channel)) {
    warnedOf.add(channel)
    container
      .resolve("logger")
      .warn(
        `crypto payments: Medusa has no notification provider for the channel "${channel}", so nobody is notified by it. Add one to the Notification Module in medusa-config, or set notify.${channel} in the plugin's options to ${channel === "feed" ? "false" : "[]"}.`
      )
  }
  return false
}
