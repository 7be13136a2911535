import {
  GatewayAuthenticationError,
  GatewayClient,
  GatewayNotFoundError,
  GatewayValidationError,
} from "../../gateway"
import type { Conditions } from "../conditions"
import type { ConformanceCase } from "../case"
import { must } from "../expectations"

/** This package's client against the gateway: what a shop would live on. */
export const clientCases: ConformanceCase[] = [
  {
    section: "4",
    name: "this package's client: merchant, currencies, list",
    contract: "reads them",
    look: (conditions) =>
      withClient(conditions, async (client) => {
        const { id } = await client.getMerchant()
        must(id === conditions.target.merchantId, "another merchant came back")
        await client.listCurrencies()
        await client.listPayments({ limit: 1 })
        return "reads them"
      }),
  },
  {
    section: "4",
    name: "this package's client: a hosted payment",
    contract: "creates and reads it",
    look: (conditions) =>
      withClient(conditions, async (client) => {
        const made = await client.createWidgetPayment(request(conditions))
        conditions.made.add(made.id)
        const read = await client.getPayment({ id: made.id })
        must(made.url !== undefined, "no url")
        must(read.external_id === made.external_id, "reads another payment")
        return "creates and reads it"
      }),
  },
  {
    section: "7",
    name: "this package's client: 401, 404 and 400",
    contract: "an error class each",
    look: (conditions) =>
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
        return "an error class each"
      }),
  },
]

async function withClient(
  conditions: Conditions,
  use: (client: GatewayClient) => Promise<string>
): Promise<string> {
  const { apiKey, privateKey, privateKeyPassphrase } = conditions.target
  const client = clientOf(
    conditions,
    apiKey === undefined ? { privateKey, privateKeyPassphrase } : { apiKey }
  )
  try {
    return await use(client)
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
