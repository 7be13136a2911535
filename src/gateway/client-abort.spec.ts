import {
  answer,
  closeServed,
  createdPayment,
  serve,
  silence,
  stall,
} from "./fixtures"

afterEach(closeServed)

const { id } = createdPayment
const LONG_TIMEOUT = { timeoutMs: 60_000 }

describe("aborting a call", () => {
  it("sends nothing when it was aborted before", async () => {
    const { client, received } = await serve([answer(200, createdPayment)])
    const reason = new Error("not needed")
    const signal = AbortSignal.abort(reason)
    await expect(client.getPayment({ id }, { signal })).rejects.toBe(reason)
    expect(received).toEqual([])
  })

  it.each([
    ["the answer", silence],
    ["the rest of the answer", stall(200)],
  ])("ends the wait for %s with the signal's own reason", async (_, fault) => {
    const controller = new AbortController()
    const { client, received } = await serve(
      [
        (response, request) => {
          fault(response, request)
          setTimeout(() => controller.abort(), 20)
        },
      ],
      LONG_TIMEOUT
    )
    const { signal } = controller
    const call = client.getPayment({ id }, { signal })
    await expect(call).rejects.toMatchObject({ name: "AbortError" })
    await expect(call).rejects.toBe(signal.reason)
    expect(received).toHaveLength(1)
  })

  it("drops the connection, so that the gateway is not kept busy", async () => {
    const controller = new AbortController()
    const dropped = new Promise<void>((resolve) => {
      void serve(
        [
          (response) => {
            response.on("close", () => resolve())
            controller.abort()
          },
        ],
        LONG_TIMEOUT
      ).then(({ client }) => {
        const { signal } = controller
        client.getPayment({ id }, { signal }).catch(() => undefined)
      })
    })
    await expect(dropped).resolves.toBeUndefined()
  })

  it("ends the wait before another attempt", async () => {
    const reason = new Error("not needed any more")
    const controller = new AbortController()
    const { client, received } = await serve([
      (response) => {
        response.writeHead(503, { "retry-after": "50" }).end()
        setTimeout(() => controller.abort(reason), 50)
      },
    ])
    const { signal } = controller
    const call = client.getPayment({ id }, { signal })
    await expect(call).rejects.toBe(reason)
    expect(received).toHaveLength(1)
  })

  it("ends a call that waits for a free connection, which is then never sent", async () => {
    const { client, received } = await serve(
      [
        (response) => {
          setTimeout(() => response.end(JSON.stringify(createdPayment)), 100)
        },
      ],
      { maxConnections: 1 }
    )
    const controller = new AbortController()
    const { signal } = controller
    const first = client.getPayment({ id })
    const second = client.getPayment({ id: "waiting" }, { signal })
    controller.abort()
    await expect(second).rejects.toBe(signal.reason)
    expect(await first).toEqual(createdPayment)
    expect(await client.getPayment({ id })).toEqual(createdPayment)
    expect(received.map(({ url }) => url)).not.toContain("/v1/payments/waiting")
  })

  it("ends listing all payments and waiting for one", async () => {
    const { client } = await serve([answer(200, createdPayment)])
    const reason = new Error("shutting down")
    const signal = AbortSignal.abort(reason)
    const walk = client.iteratePayments({}, { signal })
    await expect(walk.next()).rejects.toBe(reason)

    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 30)
    await expect(
      client.waitForPayment({ id }, { signal: controller.signal })
    ).rejects.toBe(reason)
  })

  it("leaves no listener on the signal", async () => {
    const { client } = await serve([answer(500), answer(200, createdPayment)])
    const { signal } = new AbortController()
    const listeners = { added: 0, removed: 0 }
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners.added += 1
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners.removed += 1
      remove(...given)
    }
    await client.getPayment({ id }, { signal })
    expect(listeners.added).toBe(3)
    expect(listeners.removed).toBe(3)
  })
})
