import type { InferTypeOf } from "@medusajs/framework/types"
import type { Database } from "../database"
import { type GatewayProblem, NOTICE_AFTER_MINUTES } from "./notice"
import type CryptoGatewayHealth from "../models/crypto-gateway-health"

const TABLE = "crypto_gateway_health"

type Row = InferTypeOf<typeof CryptoGatewayHealth>

/** A merchant whose gateway could not be used at the last try. */
export type FailingGateway = Pick<Row, "merchant_id"> & {
  failing_since: Date
  problem: GatewayProblem
  /** Whether it lasts so long that somebody is told. */
  is_long: boolean
}

/** Since when the gateway cannot be used, by merchant. */
export class GatewayHealth {
  constructor(private readonly db: Database) {}

  /** What a merchant's gateway came to in a run; null where it could be used. */
  async record(
    merchant_id: string,
    problem: GatewayProblem | null
  ): Promise<void> {
    if (problem === null) {
      await this.rows()
        .where({ merchant_id })
        .whereNotNull("failing_since")
        .update({ failing_since: null, problem, updated_at: this.db.fn.now() })
      return
    }
    await this.db.raw(
      `INSERT INTO ${TABLE} AS health (merchant_id, failing_since, problem)
            VALUES (?, now(), ?)
       ON CONFLICT (merchant_id) DO UPDATE
               SET failing_since = coalesce(health.failing_since, now()),
                   problem = excluded.problem, updated_at = now()`,
      [merchant_id, problem]
    )
  }

  async listFailing(): Promise<FailingGateway[]> {
    return await this.rows()
      .whereNotNull("failing_since")
      .select<FailingGateway[]>(
        ...["merchant_id", "failing_since", "problem"],
        this.db.raw(
          "failing_since <= now() - ? * interval '1 minute' AS is_long",
          [NOTICE_AFTER_MINUTES]
        )
      )
  }

  /** The address at which a merchant's live payments are worked on: the first that asked, until it is moved. */
  async claimAddress(merchant_id: string, address: string): Promise<string> {
    const known = await this.addressOf(merchant_id)
    if (known !== null) return known
    await this.db.raw(
      `INSERT INTO ${TABLE} AS health (merchant_id, callback_base_url)
            VALUES (?, ?)
       ON CONFLICT (merchant_id) DO UPDATE
               SET callback_base_url =
                     coalesce(health.callback_base_url, excluded.callback_base_url),
                   updated_at = now()`,
      [merchant_id, address]
    )
    return (await this.addressOf(merchant_id)) ?? address
  }

  async addressOf(merchant_id: string): Promise<string | null> {
    const row = await this.rows().where({ merchant_id }).first()
    return row?.callback_base_url ?? null
  }

  /** Somebody confirmed that the shop has moved to this address. */
  async moveAddress(merchant_id: string, address: string): Promise<void> {
    await this.rows()
      .where({ merchant_id })
      .update({ callback_base_url: address, updated_at: this.db.fn.now() })
  }

  private rows() {
    return this.db<Row>(TABLE)
  }
}
