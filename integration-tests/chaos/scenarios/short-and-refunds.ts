import { setTimeout as wait } from "node:timers/promises"
import { RefundCustomer } from "../../support/shop/refund-requests"
import { patiently } from "../patience"
import { RULED } from "../prepare-shop"
import type { Buyer, Opened } from "./buyer"

const STATE_TRIES = 40

/** The customer has one of the two; the coin decides which of them can be paid to. */
const ADDRESSES = {
  tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  ethereum: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  /** Of Tron too, and another customer's. */
  other: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
}

/** Less arrives than the merchant accepts: accepted, resolved, sent back or left. */
export async function shortOfRule(buyer: Buyer): Promise<void> {
  const opened = await buyer.open(await buyer.cart(), RULED)
  if (buyer.random.chance(0.2)) {
    // Polling alone does not say how much arrived.
    await buyer.scene.gateway.addFaults({
      webhooks: [{ kind: "drop", count: 1 }],
    })
  }
  await buyer.pay(opened, "short")
  const id = await attemptIn(buyer, opened, "attention")
  if (!id) return
  const accept = () => buyer.decide(id, "accept")
  switch (
    buyer.random.weighted({
      accept: 2,
      "two admins": 4,
      refund: 2,
      left: 1,
    } as const)
  ) {
    case "accept":
      await Promise.all([accept(), accept()])
      return
    case "two admins":
      await Promise.all([
        accept(),
        buyer.random.chance(0.5)
          ? buyer.decide(id, "resolve", { kind: "other", note: "Talked" })
          : buyer.decide(id, "refunds", {
              amount: "0.01",
              transaction_hash: `0x${buyer.random.whole(0, 2 ** 31)}`,
            }),
      ])
      return
    case "refund":
      await sendBack(buyer, id)
      return
    case "left":
      return
  }
}

/** A settled payment is sent back by requests, its surplus first. */
export async function requestRefund(buyer: Buyer): Promise<void> {
  const cartId = await buyer.cart()
  // A surplus is known where the quote was read, as the rule needs it.
  const opened = await buyer.open(cartId, RULED)
  await buyer.pay(opened, buyer.random.pick(["exact", "over"] as const))
  if (!(await buyer.orderOf(cartId))) return
  const id = await attemptIn(buyer, opened, "settled")
  if (!id) return
  for (let part = 0; part < buyer.random.whole(1, 2); part++) {
    await sendBack(buyer, id, buyer.random.chance(0.5) ? "1.11" : undefined)
  }
}

/** A request, its address and its transaction, with what can cross it on the way. */
async function sendBack(buyer: Buyer, id: string, amount?: string) {
  const { random } = buyer
  const create = () =>
    buyer.decide<{ refund_request: { id: string }; token: string }>(
      id,
      "refund-requests",
      amount === undefined ? {} : { amount }
    )
  const made = await Promise.all(
    random.chance(0.4) ? [create(), create()] : [create()]
  )
  const customer = new RefundCustomer(
    buyer.scene.url,
    buyer.scene.store.publishableKey
  )
  const confirm = (token: string, address: string) =>
    buyer.unlessRefused(() => patiently(() => customer.confirm(token, address)))
  for (const token of made.flatMap((each) => each?.token ?? [])) {
    await Promise.all(Object.values(ADDRESSES).map((to) => confirm(token, to)))
  }
  const requests = new Set(
    made.flatMap((each) => each?.refund_request.id ?? [])
  )
  await Promise.all([...requests].map((each) => finish(buyer, id, each)))
}

/** Which of the addresses was taken; "none" where none was. */
async function addressOf({ scene }: Buyer, id: string, requestId: string) {
  const { refund_requests } = await patiently(() =>
    scene.admin.get<{
      refund_requests: { id: string; address: string | null }[]
    }>(`/admin/crypto-payments/refund-requests?crypto_payment_id=${id}`)
  )
  const request = refund_requests.find((each) => each.id === requestId)
  return request?.address ?? "none"
}

async function finish(buyer: Buyer, id: string, requestId: string) {
  const { random } = buyer
  const address = await addressOf(buyer, id, requestId)
  const path = `/admin/crypto-payments/refund-requests/${requestId}`
  const hash = () =>
    Array.from({ length: 8 }, () =>
      random
        .whole(0, 2 ** 31)
        .toString(16)
        .padStart(8, "0")
    ).join("")
  const first = hash()
  const send = (transaction_hash: string) =>
    buyer.askAdmin(`${path}/send`, { address, transaction_hash })
  switch (
    random.weighted({ once: 2, twice: 4, "two hashes": 3, revoked: 2, left: 1 })
  ) {
    case "once":
      await send(first)
      return
    case "twice":
      await Promise.all([send(first), send(first)])
      return
    case "two hashes":
      await Promise.all([send(first), send(hash())])
      return
    case "revoked":
      await Promise.all([
        send(first),
        buyer.askAdmin(`${path}/revoke`, {
          shown: { state: "address_entered" },
        }),
      ])
      return
    case "left":
      return
  }
}

/** The payment's id once it is in a state; null where it is not soon. */
export async function attemptIn(buyer: Buyer, opened: Opened, state: string) {
  for (let tries = 0; tries < STATE_TRIES; tries++) {
    const { rows } = await buyer.scene.db.query<{ id: string }>(
      "SELECT id FROM crypto_payment WHERE gateway_payment_id = $1 AND state = $2",
      [opened.gatewayId, state]
    )
    if (rows[0]) return rows[0].id
    await wait(250)
  }
  return null
}
