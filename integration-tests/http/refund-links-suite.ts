import { eventually } from "../support/eventually"
import {
  newHash,
  refundLink,
  RefundCustomer,
} from "../support/shop/refund-requests"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"

export const refundLinksSuite = refundSuite("the link of a refund", (shop) => {
  const { refundRequests, customer, pay, expire, db, store, actions } = shop

  const expectGone = async (token: string) => {
    const gone = { status: 404 }
    await expect(customer.read(token)).rejects.toMatchObject(gone)
    await expect(customer.confirm(token, tronAddress())).rejects.toMatchObject(
      gone
    )
  }

  const ledger = () => shop.books.ledger.refundRequests

  /** The link as it is found now. */
  const linkOf = async (token: string) => {
    const [id, secret] = token.split(".")
    const read = await ledger().findByLink(id, secret)
    if (!read) throw new Error("The link was not found.")
    return { secret, read }
  }

  const contents = async () => {
    const rows = async (table: string) =>
      await db()(table).select().orderBy("id")
    return [
      await rows("crypto_refund_request"),
      await rows("crypto_payment_event"),
      await rows("crypto_payment_outbox"),
    ]
  }

  /** Once all events have left the outbox. */
  const contentsDelivered = () =>
    eventually(
      async () => {
        const now = await contents()
        return now[2].length === 0 ? now : undefined
      },
      { otherwise: "Events stay in the outbox" }
    )

  it("is stored nowhere, shown once, and not given by less than its own secret; who lost it revokes the request and asks again", async () => {
    const { id } = await pay()
    const lost = await refundRequests.request(id)
    const [requestId, secret] = lost.token.split(".")
    const { path, headers } = refundLink(lost.token)
    const answer = await fetch(`${shop.baseUrl()}${path}`, {
      headers: { ...headers, "x-publishable-api-key": store.publishableKey },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const [hash] = await db()("crypto_refund_request")
      .where({ id: requestId })
      .pluck("token_hash")
    await expectGone(`${requestId}.${hash}`)
    await expectGone(requestId)
    const other = await refundRequests.request((await pay()).id)
    await expectGone(`${requestId}.${other.token.split(".")[1]}`)
    const shown = JSON.stringify([
      await refundRequests.list(),
      await actions.show(id),
    ])
    for (const text of [shown, JSON.stringify(await contents())]) {
      expect(text).not.toContain(secret)
    }
    expect(shown).not.toContain(hash)

    await expect(refundRequests.request(id)).rejects.toThrow("is open")
    const { read } = await linkOf(lost.token)
    await refundRequests.revoke(lost.refund_request.id)
    await expectGone(lost.token)
    // Of a page that was read before.
    await expect(
      ledger().enterAddress(read, { address: tronAddress() })
    ).rejects.toMatchObject({ type: "not_found" })
    const again = await refundRequests.request(id)
    expect(again.token).not.toBe(lost.token)
    expect((await customer.read(again.token)).state).toBe("waiting_for_address")
  })

  it("changes nothing by being opened or checked, and takes no address of the store", async () => {
    const { id } = await pay()
    const { token } = await refundRequests.request(id)
    const [address, own] = [1, 3].map(tronAddress)
    await db()("crypto_payment").where({ id }).update({ wallet_address: own })
    const unchanged = await contentsDelivered()
    await customer.read(token)
    await customer.check(token, address)
    // Perhaps a recovery phrase: what the error says of it may be logged.
    for (const words of ["abandon ability able", `${address} ${address}`]) {
      await expect(customer.check(token, words)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.not.stringContaining(words.slice(0, 6)) },
      })
    }
    await expect(customer.confirm(token, own)).rejects.toThrow(
      "the store's own address"
    )
    expect(await contents()).toEqual(unchanged)
  })

  it("takes one address, once, and no other one", async () => {
    const { id } = await pay()
    const { token } = await refundRequests.request(id)
    const [address, other] = [1, 2].map(tronAddress)
    await customer.confirm(token, address)
    const before = await contentsDelivered()
    await customer.confirm(token, address)
    await customer.check(token, address)
    expect(await contents()).toEqual(before)
    await expect(customer.confirm(token, other)).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("Ask the store to change it") },
    })
    await expect(customer.check(token, other)).rejects.toThrow("Ask the store")
  })

  it("gives way to another request, which takes another address until it is sent", async () => {
    const { id } = await pay()
    const { refund_request, token } = await refundRequests.request(id)
    const [address, other] = [1, 2].map(tronAddress)
    await customer.confirm(token, address)

    await refundRequests.revoke(refund_request.id)
    await expectGone(token)
    await expect(
      refundRequests.send(refund_request.id, newHash())
    ).rejects.toThrow("Coins can only be sent once an address is entered.")
    const again = await refundRequests.request(id)
    expect(await customer.confirm(again.token, other)).toMatchObject({
      state: "address_entered",
      address: other,
    })
    await refundRequests.send(again.refund_request.id, newHash())
    await expect(
      refundRequests.revoke(again.refund_request.id)
    ).rejects.toThrow("This refund was sent.")
    expect((await customer.read(again.token)).state).toBe("sent")
    await expect(customer.confirm(again.token, address)).rejects.toThrow(
      "was sent already"
    )
  })

  it("takes the tag of an exchange's address apart, and keeps both", async () => {
    const { id } = await pay()
    const { refund_request, token } = await refundRequests.request(id)
    expect((await customer.read(token)).has_address_tag).toBe(false)
    const row = { id: refund_request.id }
    await db()("crypto_refund_request")
      .where(row)
      .update({ crypto_network: "XRP Ledger" })
    expect((await customer.read(token)).has_address_tag).toBe(true)
    const address = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"
    for (const text of [`${address}?dt=11747`, `xrpl:${address}?dt=11747`]) {
      expect(await customer.check(token, text)).toMatchObject({
        checked_address: address,
        checked_address_tag: "11747",
        checked: true,
        address_fault: null,
      })
    }
    expect(await customer.check(token, `tron:${tronAddress()}`)).toMatchObject({
      checked_address: null,
      address_fault: { code: "other_network", found: "Tron" },
    })
    const entered = { address, address_tag: "11747" }
    const saved = await customer.confirm(token, address, "11747")
    expect(saved).toMatchObject({ state: "address_entered", ...entered })
    await expect(customer.confirm(token, address)).rejects.toThrow(
      "Ask the store to change it"
    )
    expect(await refundRequests.find(row.id)).toMatchObject({
      ...entered,
      address_checked: true,
      payment_uri: `${address}?dt=11747`,
    })
    expect((await actions.show(id)).events).toContainEqual(
      expect.objectContaining({
        type: "refund_address_entered",
        data: expect.objectContaining(entered),
      })
    )
    const hash = newHash()
    await expect(
      refundRequests.send(row.id, hash, { address_tag: null })
    ).rejects.toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("with the tag or memo 11747") },
    })
    expect(await refundRequests.send(row.id, hash, entered)).toMatchObject({
      state: "sent",
      ...entered,
    })
  })

  it("counts as revoked once its time is over, and its coins can be promised to another one", async () => {
    const { id } = await pay()
    const half = { amount: "2.50", crypto_amount: "5.4" }
    const { refund_request, token } = await refundRequests.request(id, half)
    const { secret, read } = await linkOf(token)
    await expire(refund_request.id)
    await expectGone(token)
    await expect(customer.check(token, tronAddress())).rejects.toMatchObject({
      status: 404,
    })
    expect(await ledger().findByLink(refund_request.id, secret)).toBeUndefined()
    await expect(
      ledger().enterAddress(read, { address: tronAddress() })
    ).rejects.toMatchObject({ type: "not_found" })
    const { refund_requests } = await refundRequests.list("?state=revoked")
    expect(refund_requests).toMatchObject([
      { id: refund_request.id, state: "revoked", revoked_at: null },
    ])
    expect(
      (await refundRequests.list("?state=waiting_for_address")).count
    ).toBe(0)
    expect(await actions.show(id)).toMatchObject({
      refund_left: "5.00",
      refund_requests: [{ state: "revoked" }],
    })
    const before = await contents()
    expect(await refundRequests.revoke(refund_request.id)).toMatchObject({
      state: "revoked",
    })
    expect(await contents()).toEqual(before)

    const again = await refundRequests.request(id, half)
    expect(again.refund_request.id).not.toBe(refund_request.id)
    await expectGone(token)
    expect((await customer.read(again.token)).state).toBe("waiting_for_address")
  })

  it("cannot be guessed by trying: 429, while links that exist are served", async () => {
    const { id } = await pay()
    const { token } = await refundRequests.request(id)
    // Such as a storefront's server, which asks for all of its customers.
    const shared = new RefundCustomer(shop.baseUrl(), store, "203.0.113.7")
    const statusOf = async (read: Promise<unknown>) =>
      await read.then(
        () => 200,
        (error: { status: number }) => error.status
      )
    const [requestId] = token.split(".")
    const guess = (n: number) =>
      `${requestId}.${newHash().slice(0, 40)}${n + 100}`
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => statusOf(shared.read(guess(n))))
    )
    expect(answers.filter((status) => status === 404)).toHaveLength(20)
    expect(answers.filter((status) => status === 429)).toHaveLength(180)
    expect(await statusOf(shared.read("not a token"))).toBe(429)
    // What a client sends itself stands before the address that the store's proxy reports.
    for (const [forwarded, status] of [
      ["198.51.100.1, 203.0.113.7", 429],
      ["203.0.113.7, 198.51.100.1", 404],
    ] as const) {
      const client = new RefundCustomer(shop.baseUrl(), store, forwarded)
      expect(await statusOf(client.read(guess(0)))).toBe(status)
    }
    expect(await statusOf(shared.confirm(guess(0), tronAddress()))).toBe(429)
    expect(await statusOf(customer.read(guess(0)))).toBe(404)
    const visits = Array.from({ length: 30 }, () => shared.read(token))
    for (const { state } of await Promise.all(visits)) {
      expect(state).toBe("waiting_for_address")
    }
    // Whoever reaches the server directly names another address each time.
    const rotated: number[] = []
    for (let n = 0; n < 61; n++) {
      const client = new RefundCustomer(shop.baseUrl(), store)
      rotated.push(await statusOf(client.read(guess(n))))
    }
    expect(rotated.at(-1)).toBe(429)
    const address = tronAddress()
    expect(await shared.confirm(token, address)).toMatchObject({ address })
  })
})
