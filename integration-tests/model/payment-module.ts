import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"

import { authorizeSession } from "./authorize-session"
import type { Payment, Session, Shop } from "./shop"
import type { ShopProcess } from "./shop-process"

type NewSession = {
  provider_id: string
  amount: BigNumberInput
  currency_code: string
  data?: Record<string, unknown>
}

type ChangedSession = {
  id: string
  amount: BigNumberInput
  currency_code: string
  data: Record<string, unknown>
  status?: Session["status"]
}

/**
 * Core's Payment Module, step by step as in 2.21.2: a session's row is written
 * before the provider is asked, and its data after; a capture belongs to the
 * payment's own transaction.
 */
export class PaymentModule {
  constructor(private readonly process: ShopProcess) {}

  private get shop(): Shop {
    return this.process.shop
  }

  async retrievePaymentSession(id: string) {
    await this.process.read()
    return toDto(this.find(id))
  }

  async listPaymentSessions(filters: {
    payment_collection_id?: string
    id?: string[]
  }) {
    await this.process.read()
    const { payment_collection_id, id } = filters
    return this.shop.sessions
      .filter(
        (session) =>
          (!payment_collection_id ||
            session.collection_id === payment_collection_id) &&
          (!id || id.includes(session.id))
      )
      .map((session) => {
        const collection = this.shop.collection(session.collection_id)
        return {
          ...toDto(session),
          payment_collection: collection && {
            ...collection,
            amount: Number(collection.amount),
          },
          payment: this.shop.payments.find(
            ({ session_id }) => session_id === session.id
          ),
        }
      })
  }

  async retrievePaymentCollection(id: string) {
    await this.process.read()
    const collection = this.shop.collection(id)
    if (!collection) throw notFound(id)
    const payments = this.shop.payments
      .filter(({ collection_id }) => collection_id === id)
      .map((payment) => ({ ...payment, refunds: [...payment.refunds] }))
    return { ...collection, amount: Number(collection.amount), payments }
  }

  async updatePaymentCollections(
    id: string,
    {
      amount,
      currency_code,
    }: { amount?: BigNumberInput; currency_code?: string }
  ) {
    await this.process.write("update_payment_collection", () => {
      const collection = this.shop.collection(id)
      if (!collection) throw notFound(id)
      // What it shows as refunded is a sum that nothing here is judged by.
      if (amount !== undefined) {
        collection.amount = MathBN.convert(amount).toFixed()
      }
      collection.currency_code = currency_code ?? collection.currency_code
    })
    return await this.retrievePaymentCollection(id)
  }

  async createPaymentSession(collectionId: string, input: NewSession) {
    const { shop, process } = this
    const provider = process.providers.get(input.provider_id)
    if (!provider) throw notFound(input.provider_id)
    const session = await process.write("create_payment_session", () => {
      const row: Session = {
        id: shop.nextId("payses"),
        collection_id: collectionId,
        provider_id: input.provider_id,
        amount: MathBN.convert(input.amount).toFixed(),
        currency_code: input.currency_code,
        status: "pending",
        data: input.data ?? {},
        authorized_at: null,
      }
      shop.sessions.push(row)
      return row
    })
    try {
      const initiated = await provider.initiatePayment({
        context: { idempotency_key: session.id },
        data: { ...input.data, session_id: session.id },
        amount: input.amount,
        currency_code: input.currency_code,
      })
      await process.write("note_initiated_session", () => {
        session.data = { ...input.data, ...initiated.data }
      })
    } catch (error) {
      await this.remove(session.id)
      throw error
    }
    return toDto(session)
  }

  async updatePaymentSession(input: ChangedSession) {
    const session = this.find(input.id)
    const provider = this.providerOf(session)
    const updated = await provider.updatePayment({
      data: input.data,
      amount: input.amount,
      currency_code: input.currency_code,
    })
    await this.process.write("update_payment_session", () => {
      session.amount = MathBN.convert(input.amount).toFixed()
      session.data = updated.data ?? {}
      session.status = input.status ?? session.status
    })
    return toDto(session)
  }

  async deletePaymentSession(id: string): Promise<void> {
    await this.process.read()
    const session = this.find(id)
    await this.providerOf(session).deletePayment({ data: session.data })
    await this.remove(id)
  }

  async authorizePaymentSession(id: string): Promise<Payment | null> {
    await this.process.read()
    const session = this.find(id)
    const existing = this.shop.payments.find(
      ({ session_id }) => session_id === id
    )
    if (existing && session.authorized_at) return existing
    const provider = this.providerOf(session)
    return await authorizeSession(this.process, session, provider)
  }

  /** Captured with its authorization here, so there is nothing left to capture. */
  async capturePayment({ payment_id }: { payment_id: string }) {
    await this.process.read()
    return this.payment(payment_id)
  }

  async cancelPayment(id: string): Promise<void> {
    const payment = this.payment(id)
    const provider = this.process.providers.get(payment.provider_id)
    await provider?.cancelPayment({ data: payment.data ?? {} })
    await this.process.write("cancel_payment", () => {
      payment.canceled_at = this.shop.date
    })
  }

  async retrievePayment(id: string) {
    await this.process.read()
    const payment = this.payment(id)
    return { ...payment, payment_collection_id: payment.collection_id }
  }

  async listRefunds({ payment_id }: { payment_id: string }) {
    await this.process.read()
    return this.payment(payment_id).refunds.map((refund) => ({ ...refund }))
  }

  /** The refund's row is written before the provider is asked. */
  async refundPayment(input: {
    payment_id: string
    amount: BigNumberInput
    note?: string
  }): Promise<void> {
    const payment = this.payment(input.payment_id)
    const amount = MathBN.convert(input.amount).toFixed()
    const id = this.shop.nextId("ref")
    await this.process.write("create_refund", () => {
      const note = input.note ?? null
      payment.refunds.push({ id, amount, note, created_at: this.shop.date })
    })
    try {
      const provider = this.process.providers.get(payment.provider_id)
      await provider?.refundPayment({
        data: payment.data ?? {},
        amount: { value: amount },
        context: { idempotency_key: id },
      })
    } catch (error) {
      await this.deleteRefunds([id])
      throw error
    }
  }

  async deleteRefunds(ids: readonly string[]): Promise<void> {
    await this.process.write("delete_refunds", () => {
      for (const payment of this.shop.payments) {
        payment.refunds = payment.refunds.filter(({ id }) => !ids.includes(id))
      }
    })
  }

  private async remove(id: string): Promise<void> {
    await this.process.write("delete_payment_session", () => {
      this.shop.sessions = this.shop.sessions.filter((each) => each.id !== id)
    })
  }

  private find(id: string): Session {
    const session = this.shop.session(id)
    if (!session) throw notFound(id)
    return session
  }

  private payment(id: string): Payment {
    const payment = this.shop.payments.find((each) => each.id === id)
    if (!payment) throw notFound(id)
    return payment
  }

  private providerOf({ provider_id }: Session) {
    const provider = this.process.providers.get(provider_id)
    if (!provider) throw notFound(provider_id)
    return provider
  }
}

function toDto(session: Session) {
  return {
    ...session,
    amount: Number(session.amount),
    payment_collection_id: session.collection_id,
  }
}

function notFound(id: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, `${id} was not found.`)
}
