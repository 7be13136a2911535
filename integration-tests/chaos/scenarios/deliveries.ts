import { webhookHeaders } from "../../support/webhook-headers"
import { CRYPTO, GATEWAY_SIDE } from "../prepare-shop"
import type { Buyer } from "./buyer"

type Body = Record<string, unknown>

/** Webhooks without a valid signature, or with a status that the gateway never sent. */
export async function forged(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  const body = {
    id: opened.gatewayId,
    external_id: cartId,
    status: "confirmed",
    original_amount: "0.01",
    original_currency: "EUR",
  }
  await send(buyer, `/hooks/crypto/${CRYPTO}`, body, "whsec_guessed")
  await send(buyer, `/hooks/crypto/${CRYPTO}`, body, "")
  await send(buyer, "/hooks/payment/crypto_crypto", body, "whsec_guessed")
  await buyer.complete(cartId)
  if (buyer.random.chance(0.6)) await buyer.pay(opened)
}

/** The gateway's own webhook, with fields that decide nothing empty or gone. */
export async function oddFields(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  const isPaid = buyer.random.chance(0.7)
  if (isPaid) await buyer.pay(opened)
  else await buyer.scene.gateway.expire(opened.gatewayId).catch(() => {})
  const odd = buyer.random.pick(["", null, undefined])
  const body = {
    id: opened.gatewayId,
    external_id: buyer.random.pick([cartId, odd]),
    status: isPaid ? "confirmed" : "expired",
    original_amount: odd,
    original_currency: odd,
    amount: odd,
    currency: odd,
    merchant_id: odd,
    terminal_id: odd,
  }
  const { webhook_secret } = GATEWAY_SIDE[buyer.hosted]
  await send(buyer, `/hooks/crypto/${buyer.hosted}`, body, webhook_secret)
}

/** Core's own route hears of the payment, before our own or after it. */
export async function coreRoute(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  const opened = await buyer.open(cartId)
  await buyer.pay(opened)
  const { gateway } = buyer.scene
  const { id: merchant_id, webhook_secret } = GATEWAY_SIDE[buyer.hosted]
  const payment = await gateway.payment(opened.gatewayId).catch(() => null)
  if (!payment) return
  const body = {
    id: payment.id,
    external_id: payment.external_id,
    status: payment.status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    merchant_id,
  }
  const path = `/hooks/payment/${buyer.hosted.replace("pp_", "")}`
  for (let times = buyer.random.whole(1, 3); times > 0; times--) {
    await send(buyer, path, body, webhook_secret)
  }
}

/** Whatever is answered; a shop that is down hears nothing. */
async function send(
  buyer: Buyer,
  path: string,
  content: Body,
  secret: string
): Promise<void> {
  const body = JSON.stringify(content)
  await fetch(buyer.scene.url + path, {
    method: "POST",
    headers: webhookHeaders(body, secret),
    body,
  })
    .then((answer) => answer.text())
    .catch(() => {})
}
