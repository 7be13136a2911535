import type { Client } from "pg"
import type { SandboxControl } from "../../support/instances"
import type { HttpClient } from "../../support/store/http-client"
import type { SeededStore } from "../../support/store/seed-store"
import type { Regions } from "../prepare-shop"
import type { ScenarioKind } from "./kinds"

/** Where the buyers are. */
export type Scene = {
  /** Address of Medusa. */
  url: string
  store: SeededStore
  gateway: SandboxControl
  /** The merchant, at Medusa's admin API. */
  admin: HttpClient
  /** Base address and credentials of the gateway's own API. */
  api: {
    url: string
    merchantId: string
    apiKey: string
    webhookSecret: string
  }
  regions: Regions
  /** The database, for what no API does. */
  db: Client
  /** Which kind of scenario opened which payment, by the gateway's id. */
  opened: Map<string, ScenarioKind>
  /** Admin routes that cancel an order, and have not answered. */
  cancellations: Set<string>
  /** Orders that the merchant asked to cancel. */
  canceledByAdmin: Set<string>
  /** By cart: when the time to pay its order was ended. */
  endedAt: Map<string, number>
}
