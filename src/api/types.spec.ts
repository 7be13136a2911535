import type { z } from "@medusajs/framework/zod"
import path from "node:path"
import ts from "typescript"
import type {
  AdminAction,
  Attempt,
  Refund,
  SelfTestResult,
} from "../modules/crypto-payment/internal"
import type { CheckResult } from "../workflows/check-crypto-payment"
import type { addDetails } from "./admin/crypto-payments/crypto-payment-response"
import type { DescribedGateway } from "./admin/crypto-payments/gateway/route"
import type { cryptoPaymentFields } from "./admin/crypto-payments/query-config"
import type {
  AdminCheckCryptoPayments,
  AdminGetCryptoPaymentsParams,
  AdminRecordCryptoRefund,
  AdminResolveCryptoPayment,
  AdminTestCryptoWebhook,
} from "./admin/crypto-payments/validators"
import type * as api from "./types"

/** A value after it was sent as JSON. */
type Wire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Each)[]
    ? Wire<Each>[]
    : Value extends object
      ? { [Key in keyof Value]: Wire<Value[Key]> }
      : Value

type Row = Pick<Attempt, (typeof cryptoPaymentFields)[number]>

type Detailed = Wire<Awaited<ReturnType<typeof addDetails<Row>>>[number]>

/** Each line compiles only while the public type fits the server's. */
export type Kept = [
  // A column of JSON has no type of its own.
  Fits<
    Omit<Detailed, "resolution" | "attention_fact">,
    Omit<api.AdminCryptoPayment, "resolution" | "attention_fact">
  >,
  Fits<keyof Detailed, keyof api.AdminCryptoPayment>,
  Fits<Wire<Refund>, Omit<api.AdminCryptoRefund, "transaction_url">>,
  Fits<AdminAction, api.AdminCryptoPaymentAction>,
  Fits<Wire<DescribedGateway>, api.AdminCryptoGateway>,
  Fits<SelfTestResult, api.AdminTestCryptoWebhookResponse>,
  Fits<CheckResult, Element<api.AdminCheckCryptoPaymentsResponse["results"]>>,
  Fits<
    api.AdminCryptoPaymentsQuery,
    Input<typeof AdminGetCryptoPaymentsParams>
  >,
  Taken<api.AdminCheckCryptoPaymentsBody, typeof AdminCheckCryptoPayments>,
  Taken<api.AdminResolveCryptoPaymentBody, typeof AdminResolveCryptoPayment>,
  Taken<api.AdminRecordCryptoRefundBody, typeof AdminRecordCryptoRefund>,
  Taken<api.AdminTestCryptoWebhookBody, typeof AdminTestCryptoWebhook>,
]

type Fits<Given extends Wanted, Wanted> = Given

/** The route takes the public body, and what is validated is one. */
type Taken<Body extends Input<Schema>, Schema extends z.ZodType<Body>> = [
  Body,
  Schema,
]

type Element<List extends unknown[]> = List[number]

type Input<Schema extends z.ZodType> = z.input<Schema>

it("imports, with the types of the API, nothing but other types", () => {
  const types = path.join(__dirname, "types.ts")
  const fact = "../modules/crypto-payment/settling/attention-fact.ts"
  const known = [__dirname, path.join(__dirname, fact)]
  const program = ts.createProgram([types], { noLib: true, types: [] })
  const files = program.getSourceFiles().map(({ fileName }) => fileName)
  const isKnown = (file: string) => known.some((each) => file.startsWith(each))
  expect(files.filter((file) => !isKnown(file))).toEqual([])
  expect(files.length).toBeGreaterThan(1)
})
