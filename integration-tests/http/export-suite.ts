import { readdir, rm } from "node:fs/promises"
import path from "node:path"
import type { INotificationModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { parse } from "csv-parse/sync"

import { EXPORT_COLUMNS } from "../../src/workflows/export-columns"
import { eventually } from "../support/eventually"
import { refundSuite } from "../support/shop/refund-fixture"
import { ADMIN } from "../support/shop/shop-fixture"
import { adminToken, createAdminUser } from "../support/store"

type Row = Record<string, string>

type Notice = {
  title: string
  description: string
  file?: { filename: string; url: string; mimeType: string }
}

const FOLDER = path.resolve(__dirname, "../../static")

/** The export of payments and refunds, with Medusa's local file provider. */
export const exportSuite = refundSuite("the export", (shop) => {
  const { admin, pay } = shop

  const notices = async () => {
    const notifications = await shop
      .resolve<INotificationModuleService>(Modules.NOTIFICATION)
      .listNotifications({ channel: "feed" }, { order: { created_at: "ASC" } })
    return notifications.map(({ data }) => data as Notice)
  }

  const filesNow = async () => {
    const files = await readdir(FOLDER).catch(() => [])
    return files.filter((file) => file.includes("crypto-payments-"))
  }

  afterEach(async () => {
    for (const file of await filesNow()) await rm(path.join(FOLDER, file))
  })

  const exported = async (body: object) => {
    const url = `${shop.baseUrl()}/admin/crypto-payments/export`
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${shop.adminToken()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer
  }

  const exportRows = async (body: object) =>
    rowsOf(await (await exported(body)).text())

  /** As of more payments than are written at once. */
  const startExport = async (body: object = {}) => {
    const count = jest.spyOn(shop.books.ledger.search, "count")
    count.mockResolvedValueOnce(5_001)
    return await admin.post<{ transaction_id: string }>(
      "/admin/crypto-payments/export",
      body
    )
  }

  /** The next notice of the feed, once an export ended. */
  const noticeOfExport = async (body: object = {}) => {
    const before = (await notices()).length
    await startExport(body)
    const [notice] = await eventually(
      async () => {
        const after = await notices()
        return after.length > before ? after.slice(-1) : undefined
      },
      { otherwise: "No notification was sent" }
    )
    return notice
  }

  it("is a file that is named by its day, is never cached, and opens in a spreadsheet", async () => {
    const { id } = await pay()

    const answer = await exported({ q: id })

    expect(answer.headers.get("content-type")).toMatch(/^text\/csv; .*utf-8$/)
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="crypto-payments-\d{4}-\d\d-\d\d\.csv"$/
    )
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const text = Buffer.from(await answer.arrayBuffer()).toString("utf8")
    expect(text.startsWith("\uFEFForder_number,")).toBe(true)
    expect(text.endsWith("\r\n")).toBe(true)
    const [row] = rowsOf(text)
    expect(Object.keys(row)).toEqual(EXPORT_COLUMNS.map(({ name }) => name))
  })

  it("has what ledger and Medusa know of payments and refunds", async () => {
    const { id, cart, gatewayId } = await pay()
    const attempt = await shop.books.ledger.attempts.retrieve(id)
    const { captures } = await shop.books.orderBooks(cart.id)
    expect(captures).toEqual([5])
    await shop.actions.refund(id, "2.00", "0xfirst")
    await shop.actions.refund(id, "1.50", "0xsecond")
    const { data: orders } = await shop.resolve("query").graph({
      entity: "order",
      fields: ["id", "display_id", "email"],
    })

    const [row, ...refunds] = await exportRows({ q: id, state: ["settled"] })
    const shared = {
      paid_at: attempt.paid_at?.toISOString(),
      order_number: String(orders[0].display_id),
      customer_email: orders[0].email,
      currency: "EUR",
      crypto_currency: "USDT_TRC20",
      crypto_symbol: "USDT",
      crypto_network: "Tron",
      crypto_rate: "0.925925925925925926",
      state: "settled",
      attention_reason: "",
      merchant_id: attempt.merchant_id,
      is_test: "false",
      crypto_payment_id: id,
      gateway_payment_id: gatewayId,
    }
    expect(row).toEqual({
      ...shared,
      kind: "payment",
      created_at: attempt.created_at.toISOString(),
      price_amount: "5.00",
      captured_amount: "5.00",
      captured_at: expect.stringMatching(/^\d{4}-.*Z$/),
      refunded_amount: "",
      quoted_crypto_amount: "5.4",
      received_crypto_amount: "5.4",
      refunded_crypto_amount: "",
      wallet_address: attempt.wallet_address,
      transaction_hash: "",
      refund_id: "",
    })
    expect(refunds).toMatchObject(
      [
        { refunded_amount: "2.00", transaction_hash: "0xfirst" },
        { refunded_amount: "1.50", transaction_hash: "0xsecond" },
      ].map((refund) => ({ ...shared, ...refund, kind: "refund" }))
    )
  })

  const download = async (id: string, token?: string) =>
    await fetch(`${shop.baseUrl()}/admin/crypto-payments/export/${id}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })

  const tasks = () =>
    shop
      .db()("crypto_payment_task")
      .whereLike("id", "export %")
      .select<{ id: string; began_at: Date; due_at: Date }[]>("*")

  /** Of one payment, as if it were of more than are written at once. */
  const exportFile = async () => {
    const { id } = await pay()
    const notice = await noticeOfExport({ q: id })
    const [file] = await filesNow()
    const [task] = await tasks()
    const [, exportId] = task.id.split(" ")
    return { id, notice, file, task, exportId }
  }

  it("of more than 5,000 payments is a private file, of which only who asked gets a notice", async () => {
    const { user } = await admin.get<{ user: { id: string } }>(
      "/admin/users/me"
    )
    const { notice, file, exportId } = await exportFile()
    expect(notice).toEqual({
      title: "Export of crypto payments",
      description: "The file is ready, for a day. Rows: 1.",
      file: {
        filename: "crypto-payments.csv",
        url: `/admin/crypto-payments/export/${exportId}`,
        mimeType: "text/csv",
      },
    })
    const { notifications } = await admin.get<{
      notifications: { to: string }[]
    }>("/admin/notifications?fields=%2Bprovider_data")
    expect(notifications).toMatchObject([{ to: user.id }])
    // Its name tells nothing, and is told to nobody.
    expect(file).toMatch(/^private-\d+-crypto-payments-[0-9a-f]{24}\.csv$/)
    const executions = await admin.get("/admin/workflows-executions?fields=*")
    for (const told of [notifications, executions]) {
      expect(JSON.stringify(told)).not.toContain(file.slice(-28))
    }
  })

  it("of more than 5,000 payments is given to who asked alone", async () => {
    const { id, exportId } = await exportFile()
    const answer = await download(exportId, shop.adminToken())
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toMatch(/^text\/csv/)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="crypto-payments.csv"'
    )
    // It is read without its mark.
    const text = Buffer.from(await answer.arrayBuffer()).toString("utf8")
    expect(text).toBe(`\uFEFF${await (await exported({ q: id })).text()}`)

    expect((await download(exportId)).status).toBe(401)
    const colleague = { ...ADMIN, email: "colleague@example.test" }
    await createAdminUser(shop.container(), colleague)
    const token = await adminToken(shop.baseUrl(), colleague)
    expect((await download(exportId, token)).status).toBe(404)
    expect((await download("none", shop.adminToken())).status).toBe(404)
  })

  it("of more than 5,000 payments is kept for a day", async () => {
    const { file, task, exportId } = await exportFile()
    expect(Number(task.due_at) - Number(task.began_at)).toBe(24 * 3_600_000)
    await shop.runJob()
    expect(await filesNow()).toEqual([file])
    await shop.db()("crypto_payment_task").update({ due_at: new Date() })
    expect((await download(exportId, shop.adminToken())).status).toBe(404)
    await shop.runJob()
    expect(await filesNow()).toEqual([])
    expect(await tasks()).toEqual([])
  })

  it("whose process died while it was written is never got, and deleted after a day", async () => {
    const { exportFiles } = shop.books.ledger
    const { user } = await admin.get<{ user: { id: string } }>(
      "/admin/users/me"
    )
    const { id: key } = await shop.resolve(Modules.FILE).createFiles({
      filename: "crypto-payments-half.csv",
      mimeType: "text/csv",
      content: "order_number",
      access: "private",
    })
    await exportFiles.begin("half", user.id, key)
    expect((await download("half", shop.adminToken())).status).toBe(404)
    await shop.db()("crypto_payment_task").update({ due_at: new Date() })
    await shop.runJob()
    expect(await filesNow()).toEqual([])
    // Nor one whose file is gone.
    await exportFiles.begin("gone", user.id, key)
    await exportFiles.complete("gone")
    expect((await download("gone", shop.adminToken())).status).toBe(404)
  })

  it("adds up to what Medusa captured and refunded, whatever became of the orders, and leaves out what nobody paid unless it is asked for", async () => {
    const paid = await pay()
    const refunded = await pay()
    await shop.actions.refund(refunded.id, "2.00", "0xrefunded")
    const canceled = await pay()
    await admin.post(`/admin/orders/${canceled.orderId}/cancel`).catch(() => {})
    await shop.until(canceled, "attention")
    const orderless = await shop.payWithoutStock()
    const open = await shop.openInline("USDT_TRC20")
    const sums = async (sql: string) => {
      const { rows } = await shop.db().raw<{ rows: { sum: string }[] }>(sql)
      return Number(rows[0].sum)
    }
    const rows = await exportRows({})
    const sumOf = (column: string) =>
      rows.reduce((sum, row) => sum + Number(row[column]), 0)
    expect(sumOf("captured_amount")).toBe(
      await sums("SELECT sum(amount) FROM capture")
    )
    expect(sumOf("captured_amount")).toBe(28)
    expect(sumOf("refunded_amount")).toBe(
      await sums("SELECT sum(amount) FROM refund")
    )
    const ids = [paid, refunded, canceled, orderless].map(({ id }) => id)
    const rowsOfPayments = rows.filter(({ kind }) => kind === "payment")
    expect(rowsOfPayments.map((row) => row.crypto_payment_id)).toEqual(ids)
    expect(rowsOfPayments[3]).toMatchObject({
      order_number: "",
      customer_email: expect.stringContaining("@"),
    })
    expect(await exportRows({ state: "open" })).toMatchObject([
      { crypto_payment_id: open.id, kind: "payment", captured_amount: "" },
    ])
  })

  it("is narrowed as the list is, and refuses what the list does not know", async () => {
    const { id } = await pay()
    expect(await exportRows({ q: id, state: "open" })).toEqual([])
    for (const [body, message] of [
      [{ state: "lost" }, "state"],
      [{ columns: ["id"] }, "columns"],
    ] as const) {
      await expect(
        admin.post("/admin/crypto-payments/export", body)
      ).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(message) },
      })
    }
  })

  describe("that fails", () => {
    afterEach(() => jest.restoreAllMocks())

    it("says so in the feed, leaves no file, and does not stop the next one", async () => {
      await pay()
      const { exports } = shop.books.ledger
      jest.spyOn(exports, "payments").mockImplementation(async function* () {
        yield []
        throw new Error("The connection was lost.")
      })
      const notice = await noticeOfExport()
      expect(notice).toEqual({
        title: "Export of crypto payments",
        description: expect.stringContaining("could not be written"),
      })
      expect(await filesNow()).toEqual([])
      expect(await tasks()).toEqual([])
      jest.restoreAllMocks()
      expect(await exportRows({})).toHaveLength(1)
    })

    it("does not wait for a provider that takes no more", async () => {
      await pay()
      const files = shop.resolve(Modules.FILE)
      const { PassThrough } = await import("node:stream")
      jest.spyOn(files, "getUploadStream").mockImplementation(async () => ({
        // Nobody reads it, as of an upload that broke off.
        writeStream: new PassThrough({ highWaterMark: 1 }),
        promise: new Promise((_, reject) =>
          setTimeout(() => reject(new Error("Gone.")), 200)
        ),
        url: "",
        fileKey: "private-gone.csv",
      }))
      const notice = await noticeOfExport()
      expect(notice.file).toBeUndefined()
    })
  })
})

function rowsOf(text: string): Row[] {
  return parse(text, { bom: true, columns: true, record_delimiter: "\r\n" })
}
