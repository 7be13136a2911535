import {
  GatewayAuthenticationError,
  GatewayClient,
  GatewayNotFoundError,
  GatewayValidationError,
} from "../../../../src/gateway"
import type { Conditions } from "../conditions"
import { type ConformanceCase, must } from "../verdict"

/** This package's client against the gateway: what a shop would live on. */
export const clientCases: ConformanceCase[] = [
  {
    section: "4",
    name: "the client reads merchant, currencies and list",
    run: (conditions) =>
      withClient(conditions, async (client) => {
        const { id } = await client.getMerchant()
        must(id === conditions.target.merchantId, "another merchant came back")
        await client.listCurrencies()
        await client.listPayments({ limit: 1 })
      }),
  },
  {
    section: "4",
    name: "the client creates a hosted payment and reads it",
    run: (conditions) =>
      withClient(conditions, async (client) => {
        const made = await client.createWidgetPayment(request(conditions))
        conditions.made.add(made.id)
        const read = await client.getPayment({ id: made.id })
        must(made.url !== undefined, "the hosted payment has no url")
        must(read.external_id === made.external_id, "another payment was read")
      }),
  },
  {
    section: "7",
    name: "the client tells 401, 404 and 400 apart",
    run: (conditions) =>
      withClient(conditions, async (client) => {
        const first = request(conditions)
        const { id } = await client.createWidgetPayment(first)
        conditions.made.add(id)
        const again = await failure(
          client.createWidgetPayment({ ...first, amount: "11.50" })
        )
        must(
          again instanceof GatewayValidationError,
          "a repeated external_id is no validation error"
        )
        const unknown = await failure(
          client.getPayment({ id: "noSuchPayment0000000000" })
        )
        must(
          unknown instanceof GatewayNotFoundError,
          "an unknown payment is no not-found error"
        )
        const stranger = clientOf(conditions, { apiKey: "ct_live_no_key" })
        const refused = await failure(stranger.getMerchant())
        await stranger.close()
        must(
          refused instanceof GatewayAuthenticationError,
          "a wrong key is no authentication error"
        )
      }),
  },
]

async function withClient(
  conditions: Conditions,
  use: (client: GatewayClient) => Promise<void>
): Promise<void> {
  const { apiKey, privateKey, privateKeyPassphrase } = conditions.target
  const client = clientOf(
    conditions,
    apiKey === undefined ? { privateKey, privateKeyPassphrase } : { apiKey }
  )
  try {
    await use(client)
  } finally {
    await client.close()
  }
}

function clientOf(
  { target: { baseUrl, merchantId } }: Conditions,
  credential: {
    apiKey?: string
    privateKey?: string
    privateKeyPassphrase?: string
  }
): GatewayClient {
  return new GatewayClient({ baseUrl, merchantId, ...credential })
}

function request(conditions: Conditions) {
  const { external_id } = conditions.freshFields()
  return {
    amount: "10.50",
    currency: conditions.target.currency ?? "USD",
    external_id: String(external_id),
    is_test: true,
  }
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error
  )
}
