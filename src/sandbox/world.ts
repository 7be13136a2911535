import { Courier } from "./courier"
import { PaymentBook } from "./payments"
import { Surroundings } from "./surroundings"

/** All that one sandbox knows, in memory. */
export class World extends Surroundings {
  readonly courier = new Courier(this)
  readonly payments = new PaymentBook(this, this.courier)

  async close(): Promise<void> {
    this.deadlines.close()
    await this.courier.close()
  }
}
