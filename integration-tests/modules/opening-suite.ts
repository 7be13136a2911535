import {
  describeLedger,
  type LedgerSuite,
  merchantOptions,
} from "./describe-ledger"
import {
  type MinimalGateway,
  startMinimalGateway,
} from "../support/minimal-gateway"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type { PaymentTerms } from "../../src/modules/crypto-payment/opening/choose-attempt"
import { openAttempt } from "../../src/modules/crypto-payment/opening/open-attempt"

/** 19.90 EUR for `cart_1`, by the hosted page. */
export const terms: PaymentTerms = {
  provider: {
    provider_id: "pp_crypto_crypto",
    flow: "widget",
    merchantKey: "default",
  },
  session_id: "payses_1",
  payment_collection_id: "pay_col_1",
  cart_id: "cart_1",
  price: { amount: "19.90", currency_code: "eur" },
  not_payable: null,
  target_currency: null,
  is_test: false,
}

export type OpeningSuite = LedgerSuite & {
  gateway: () => MinimalGateway
  /** Opens an attempt for 19.90 EUR; `sessions` are those that exist. */
  open: (patch: Partial<PaymentTerms>, sessions?: string[]) => Promise<Attempt>
  /** What the gateway has under an external_id. */
  paymentsOf: (externalId: string) => ReturnType<MinimalGateway["payments"]>
  /** The ledger's attempts of a cart, newest first. */
  revisions: (cartId: string) => Promise<Attempt[]>
  /** Makes a payment that the gateway has and the ledger does not; its id. */
  payElsewhere: (externalId: string, amount: string) => Promise<string>
  markPaid: (attempt: Attempt) => Promise<Attempt>
}

/** Runs specs against the ledger and a gateway that speaks HTTP. */
export function describeOpening(
  name: string,
  specs: (suite: OpeningSuite) => void
): void {
  const merchant: Record<string, unknown> = { ...merchantOptions }
  let gateway: MinimalGateway

  describeLedger(
    name,
    (suite) => {
      const { ledger } = suite
      beforeAll(async () => {
        gateway = await startMinimalGateway()
        const { url: baseUrl, merchantId, apiKey } = gateway
        Object.assign(merchant, { baseUrl, merchantId, apiKey })
      })
      afterAll(() => gateway.close())
      beforeEach(() => gateway.forgetRequests())

      specs({
        ...suite,
        gateway: () => gateway,
        open: (patch, sessions = []) =>
          openAttempt(ledger, { ...terms, ...patch }, async (id) =>
            sessions.includes(id)
          ),
        paymentsOf: (externalId) =>
          gateway.payments().filter((each) => each.externalId === externalId),
        revisions: (cart_id) =>
          ledger.listCryptoPayments(
            { merchant_id: gateway.merchantId, cart_id },
            { order: { revision: "DESC" } }
          ),
        payElsewhere: (externalId, amount) =>
          payElsewhere(gateway, externalId, amount),
        markPaid: (attempt) =>
          ledger.observations.record(attempt.id, {
            provider_id: attempt.provider_id,
            merchant_id: attempt.merchant_id,
            gateway_payment_id: attempt.gateway_payment_id ?? "",
            external_id: attempt.external_id,
            status: "confirmed",
            source: "webhook",
            observed_at: new Date().toISOString(),
          }),
      })
    },
    merchant
  )
}

async function payElsewhere(
  gateway: MinimalGateway,
  externalId: string,
  amount: string
): Promise<string> {
  const answer = await fetch(`${gateway.url}/v1/payments/widget`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-merchant-id": gateway.merchantId,
      "x-api-key": gateway.apiKey,
    },
    body: `{"amount":${amount},"currency":"EUR","external_id":"${externalId}"}`,
  })
  const { id } = (await answer.json()) as { id: string }
  return id
}
