import { eventually } from "../../support/eventually"
import type { Visit } from "./visit"

/** Medusa's own feed, behind the bell at the top of each page. */
export function describeNotices(visit: Visit): void {
  it("tells in the notification feed of a payment that needs attention", async () => {
    const id = await visit.driver.payTooLittle()
    await eventually(
      async () => {
        const [row] = await visit.driver.sql(
          "SELECT 1 FROM notification WHERE data ->> 'description' LIKE $1",
          [`%${id}`]
        )
        return row
      },
      { otherwise: "The notice was not delivered." }
    )
    await visit.goTo("/orders")
    const feed = await visit.openFeed()
    await feed
      .getByText(`Crypto payment ${id} needs attention`)
      .first()
      .waitFor()
    const text = await feed.getByText(`/crypto-payments/${id}`).innerText()
    const [path] = text.match(/\/app\S+$/) ?? []
    await visit.page.goto(`${visit.demo.url}${path}`)
    await visit.page.getByRole("group", { name: "Needs attention" }).waitFor()
  })
}
