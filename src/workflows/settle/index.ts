import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { isGatewayError, type Payment } from "../../gateway"
import { readCartOrigin } from "../../medusa/carts"
import { findLeftPayment, readOrigin } from "../../medusa/collections"
import type { NewAttempt } from "../../modules/crypto-payment/attempts/attempts"
import {
  type Observation,
  observe,
  parseExternalId,
} from "../../modules/crypto-payment/attempts/observation"
import type { Price } from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import { comparablePrice } from "../../modules/crypto-payment/settling/money"
import {
  type Again,
  needsSettling,
} from "../../modules/crypto-payment/settling/schedule"
import { countObservation } from "../../modules/crypto-payment/telemetry"
import { deliverCryptoPaymentEventStep } from "../deliver-crypto-payment-events"
import {
  known,
  type KnownAttempt,
  settleAttemptStep,
  type SettledAttempt,
} from "./settle-attempt"

/**
 * An `observation`, or an attempt to settle from what the ledger has. `again` also decides about
 * one that needs attention, or verifies a settled one; `lease_wait_ms` is how long to wait for
 * another run. @default 0
 */
export type SettleCryptoPaymentInput = (
  | { observation: Observation; crypto_payment_id?: never }
  | { crypto_payment_id: string; observation?: never }
) & {
  again?: Again
  lease_wait_ms?: number
}

/**
 * Runs without the lease. Not compensated: what the gateway reported stays true when acting fails.
 */
const recordObservationStep = createStep(
  "record-crypto-payment-observation",
  async (input: SettleCryptoPaymentInput, { container }) => {
    const { observation, crypto_payment_id } = input
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const attempt = observation
      ? await record(container, observation)
      : await ledger.attempts.retrieve(crypto_payment_id)
    return new StepResponse({
      ...known(attempt),
      needs_settling: needsSettling(attempt, input.again),
    })
  }
)

/** Core's workflow engine knows it by this name. */
export const settleCryptoPaymentWorkflowId = "settle-crypto-payment"

/** `busy`: another run has the lease, or core failed for the moment; try again. */
export type SettleCryptoPaymentResult = KnownAttempt & { busy: boolean }

/**
 * The only workflow for money: records an observation, takes the lease, decides, executes the
 * decision through core's workflows, reads back what core booked, and applies the outcome with its
 * event. Safe to run any number of times, from any instance, in any order. Never start it inside
 * core's cart completion: both take the cart's lock.
 */
export const settleCryptoPaymentWorkflow = createWorkflow(
  settleCryptoPaymentWorkflowId,
  (input: SettleCryptoPaymentInput) => {
    const recorded = recordObservationStep(input)
    const settled = when(
      "needs-settling",
      recorded,
      ({ needs_settling }) => needs_settling
    ).then(() =>
      settleAttemptStep(
        transform({ recorded, input }, ({ recorded, input }) => ({
          id: recorded.id,
          lease_wait_ms: input.lease_wait_ms ?? 0,
          again: input.again,
        }))
      )
    )
    deliverCryptoPaymentEventStep(
      transform({ settled }, ({ settled }) => settled?.event ?? null)
    )
    return new WorkflowResponse(transform({ recorded, settled }, toResult))
  }
)

/** Settles what core captured by itself. @throws what failed first, after all were tried. */
export async function settleIdle(
  container: MedusaContainer,
  sessionIds: readonly string[]
): Promise<void> {
  const { sessions } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const failures: Error[] = []
  const idle = await sessions.findIdle(sessionIds)
  for (const { id } of idle.filter((each) =>
    needsSettling(each, "reconsider")
  )) {
    await settleCryptoPaymentWorkflow(container)
      .run({ input: { crypto_payment_id: id, again: "reconsider" } })
      .catch((error: Error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

function toResult(steps: {
  recorded: KnownAttempt
  settled?: SettledAttempt
}): SettleCryptoPaymentResult {
  const { recorded, settled } = steps
  const busy = settled?.busy ?? false
  return { ...known(settled?.applied ?? recorded), busy }
}

async function record(container: MedusaContainer, observation: Observation) {
  const { observations } = container.resolve(CRYPTO_PAYMENT_MODULE)
  await readTestMode(container, observation)
  let recorded = await observations.recordKnown(observation)
  if (!recorded) {
    // It waits for the gateway to open it, or the ledger does not have it.
    const { id } =
      (await observations.findAttempt(observation)) ??
      (await adoptPayment(container, observation))
    recorded = await observations.record(id, observation)
  }
  countObservation(observation.source, observation.status)
  return recorded
}

/**
 * Real coins in a test store need a person, and a webhook alone does not say so: the gateway is
 * asked before anything is recorded.
 * @throws GatewayError when it does not respond: the sender will try again.
 */
async function readTestMode(
  container: MedusaContainer,
  observation: Observation
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { merchants, observations } = ledger
  const { source, is_test, provider_id } = observation
  const provider = merchants.provider(provider_id)
  if (source !== "webhook" || is_test !== false || !provider) return
  if (!merchants.options(provider.merchantKey).testMode) return
  const attempt = await observations.findAttempt(observation)
  if (!attempt?.is_test) return
  const payment = await merchants
    .readPayment(attempt)
    .catch((error: unknown) => {
      if (isGatewayError(error) && error.kind === "not_found") return undefined
      throw error
    })
  if (payment) {
    await observations.record(attempt.id, observe(attempt, payment, "poll"))
  }
  if (payment?.is_test === false) return
  const message =
    "A webhook calls this test payment real, and the gateway does not: look at the gateway's dashboard."
  const noted = await ledger.timeline.append(attempt.id, {
    type: "gateway_error",
    source: "webhook",
    fact: "test_mode_contradicted",
    data: { message },
  })
  if (!noted) return
  container.resolve("logger").warn(`crypto payment ${attempt.id}: ${message}`)
}

/** Creates an attempt for a gateway payment that the ledger does not have. */
async function adoptPayment(
  container: MedusaContainer,
  observation: Observation
): Promise<Attempt> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const payment = await readPayment(ledger, observation)
  const { provider_id, merchant_id, external_id, gateway_payment_id, source } =
    observation
  const newAttempt: NewAttempt = {
    provider_id,
    merchant_id,
    flow: ledger.merchants.provider(provider_id)?.flow ?? null,
    external_id,
    revision: parseExternalId(external_id).revision,
    gateway_payment_id,
    ...namedPrice(observation),
    is_test: payment?.is_test ?? null,
    ...(payment ? await findOrigin(container, observation) : {}),
  }
  // Its external_id can belong to another payment of this merchant, its cart's money to another
  // attempt.
  const renamed = {
    ...newAttempt,
    external_id: `${external_id}~${gateway_payment_id}`,
  }
  const created = await createFirst(ledger, observation, [
    newAttempt,
    { ...newAttempt, authorized_session_id: null },
    renamed,
    { ...renamed, authorized_session_id: null },
  ])
  if (!created) {
    throw new Error(
      `crypto payment ${gateway_payment_id} could not be written to the ledger`
    )
  }
  const open = await ledger.attempts.transition({
    id: created.id,
    to: "open",
    entry: { type: "adopted", source, fact: "adopted" },
  })
  return open?.attempt ?? created
}

/** The first of these rows that can be written, else the attempt that another run wrote. */
async function createFirst(
  { attempts, observations }: CryptoPaymentModuleService,
  observation: Observation,
  rows: readonly NewAttempt[]
): Promise<Attempt | undefined> {
  for (const row of rows) {
    const attempt =
      (await attempts.create(row, observation.source)) ??
      (await observations.findAttempt(observation))
    if (attempt) return attempt
  }
  return undefined
}

/**
 * A webhook does not promise `is_test`, and a test payment must never place an order: without the
 * gateway's word an unknown payment gets no cart.
 * @throws GatewayError when it does not respond: the sender will try again.
 */
async function readPayment(
  { merchants }: CryptoPaymentModuleService,
  observation: Observation
): Promise<Payment | undefined> {
  try {
    const payment = await merchants.readPayment(observation)
    const { external_id } = observation
    return payment?.external_id === external_id ? payment : undefined
  } catch (error) {
    if (isGatewayError(error) && error.kind === "not_found") return undefined
    throw error
  }
}

function namedPrice({
  original_amount: amount,
  original_currency: currency_code,
}: Observation): Partial<Price> {
  return amount && currency_code
    ? comparablePrice({ amount, currency_code })
    : {}
}

type WithData = { data: Record<string, unknown> | null }

/**
 * What the external_id names, the session opened with it, and that of the payment its money became.
 */
async function findOrigin(
  container: MedusaContainer,
  { external_id, gateway_payment_id }: Observation
): Promise<Partial<NewAttempt>> {
  const query = container.resolve("query")
  const { subject } = parseExternalId(external_id)
  const cart = await readCartOrigin(query, subject)
  const collection = cart
    ? cart.payment_collection
    : await readOrigin(query, subject)
  const isOfPayment = ({ data }: WithData) =>
    data?.gateway_payment_id === gateway_payment_id
  const session = collection?.payment_sessions.find(isOfPayment)
  const payment = collection?.payments.find(isOfPayment)
  const left =
    cart && !payment
      ? await findLeftPayment(query, gateway_payment_id)
      : undefined
  const authorized_session_id = (payment ?? left)?.payment_session_id ?? null
  return {
    cart_id: cart?.id ?? null,
    payment_collection_id:
      left?.payment_collection_id ?? collection?.id ?? null,
    payment_session_id: session?.id ?? authorized_session_id,
    authorized_session_id,
  }
}
