import type { z } from "@medusajs/framework/zod"
import path from "node:path"
import ts from "typescript"
import type {
  AdminAction,
  Attempt,
  Refund,
  SelfTestResult,
} from "../modules/crypto-payment"
import type { CheckResult } from "../workflows/check-crypto-payment"
import type {
  AdminCheckCryptoPayments,
  AdminRecordCryptoRefund,
  AdminResolveCryptoPayment,
} from "./admin/crypto-payments/[id]/validators"
import type { addSales } from "./admin/crypto-payments/add-sales"
import type { GatewayHealth } from "./admin/crypto-payments/gateway/describe-gateways"
import type { AdminTestCryptoWebhook } from "./admin/crypto-payments/gateway/validators"
import type { cryptoPaymentFields } from "./admin/crypto-payments/query-config"
import type { AdminGetCryptoPaymentsParams } from "./admin/crypto-payments/validators"
import type { withAdvice } from "./admin/crypto-payments/with-advice"
import type * as told from "./types"

/** What is left of a value after it went over the wire as JSON. */
type Wire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Each)[]
    ? Wire<Each>[]
    : Value extends object
      ? { [Key in keyof Value]: Wire<Value[Key]> }
      : Value

type Row = Pick<Attempt, (typeof cryptoPaymentFields)[number]>

type Shown = Wire<
  Row &
    Pick<Awaited<ReturnType<typeof addSales<Row>>>[number], "order" | "cart"> &
    Pick<ReturnType<typeof withAdvice<Row>>, "advice">
>

/** Each line compiles only while what is told is what the server does. */
export type Kept = [
  // A column of JSON has no type of its own.
  Fits<Omit<Shown, "resolution">, Omit<told.AdminCryptoPayment, "resolution">>,
  Fits<keyof Shown, keyof told.AdminCryptoPayment>,
  Fits<Wire<Refund>, told.AdminCryptoRefund>,
  Fits<AdminAction, told.AdminCryptoPaymentAction>,
  Fits<Wire<GatewayHealth>, told.AdminCryptoGateway>,
  Fits<SelfTestResult, told.AdminTestCryptoWebhookResponse>,
  Fits<CheckResult, Told<told.AdminCheckCryptoPaymentsResponse["results"]>>,
  Fits<
    told.AdminCryptoPaymentsQuery,
    Asked<typeof AdminGetCryptoPaymentsParams>
  >,
  Fits<
    told.AdminCheckCryptoPaymentsBody,
    Asked<typeof AdminCheckCryptoPayments>
  >,
  Fits<
    told.AdminResolveCryptoPaymentBody,
    Asked<typeof AdminResolveCryptoPayment>
  >,
  Fits<told.AdminRecordCryptoRefundBody, Asked<typeof AdminRecordCryptoRefund>>,
  Fits<told.AdminTestCryptoWebhookBody, Asked<typeof AdminTestCryptoWebhook>>,
]

type Fits<Given extends Wanted, Wanted> = Given

type Told<List extends unknown[]> = List[number]

type Asked<Schema extends z.ZodType> = z.input<Schema>

describe("the types of the API", () => {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
  }

  it("serve a program that knows nothing but Medusa's SDK", () => {
    const consumer = path.join(__dirname, "fixtures/consumer.ts")
    const program = ts.createProgram([consumer], options)
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, " ")
      )
    expect(faults).toEqual([])
  })

  it("import nothing but one another", () => {
    const program = ts.createProgram([path.join(__dirname, "types.ts")], {
      ...options,
      noLib: true,
    })
    const files = program.getSourceFiles().map(({ fileName }) => fileName)
    const elsewhere = files.filter((file) => !file.startsWith(__dirname))
    expect(elsewhere).toEqual([])
    expect(files.length).toBeGreaterThan(1)
  })
})
