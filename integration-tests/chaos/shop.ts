import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import type { UnpaidOrderTerms } from "../support/audit"
import {
  DurablePoints,
  type InstancesOptions,
  startInstances,
} from "../support/instances"
import type { ProductInput } from "../support/store/catalogue"
import { StoreDriver } from "../support/store-driver"

/** The hosted page, the inline payment, a second merchant's, and another's. */
export const CRYPTO = "pp_crypto_crypto"
export const INLINE = "pp_crypto-inline_crypto"
export const LIVE = "pp_crypto_live"
export const OTHER = "pp_system_default"
/** A fourth merchant's, who accepts no shortfall without a decision. */
export const RULED = "pp_crypto_ruled"

/** A third merchant's, who places orders before they are paid. */
export const ORDER_FIRST = "pp_crypto_first"
export const ORDER_FIRST_INLINE = "pp_crypto-inline_first"
/** The least that the option takes; buyers' time is ended before. */
const UNPAID_ORDER_HOURS = 0.25

/** By provider: whether it takes test payments; the second merchant does not. */
export const TEST_MODES = {
  [CRYPTO]: true,
  [INLINE]: true,
  [ORDER_FIRST]: true,
  [ORDER_FIRST_INLINE]: true,
  [RULED]: true,
  [LIVE]: false,
}

/** Its stock is counted, and there is always enough. */
export const STOCKED = { handle: "poster", stock: 100_000 }

/** Name of the product of which there is only one piece. */
export function rareHandle(rarity: number): string {
  return `rare-${rarity}`
}

/** Of the job. */
export const EVERY_THREE_SECONDS = "*/3 * * * * *"

/** Takes an eighth off, which leaves fractions of the smallest coin. */
export const PROMOTION = "EIGHTH"

/** A region besides the shop's own. */
export type Region = { regionId: string; countryCode: string }

/** Where the buyers are. */
export type Scene = {
  /** Shopper, merchant and gateway, who are not patient. */
  driver: StoreDriver
  /** With currencies of no, two and three digits. */
  regions: Region[]
  /** Which kind of scenario opened which payment, by the gateway's id. */
  opened: Map<string, string>
  /** Admin routes that cancel an order, and have not answered. */
  cancellations: Set<string>
  /** Orders that the merchant asked to cancel. */
  canceledByAdmin: Set<string>
  /** By cart: when the time to pay its order was ended. */
  endedAt: Map<string, number>
}

const [FIRST, SECOND, THIRD, FOURTH] = [1, 2, 3, 4].map((number) => ({
  id: `5a9db0c5-0000-4000-8000-00000000000${number}`,
  api_key: `ct_${number}`,
  webhook_secret: `whsec_${number}`,
}))

/** Name of our own connections, which are never cut. */
export const APPLICATION_NAME = "campaign"

/** What the instances of a campaign are started with. */
const surroundings = {
  sandbox: {
    merchants: [FIRST, SECOND, THIRD, FOURTH],
    pricedCurrencies: ["EUR", "USD", "JPY", "KWD"],
  },
  environment: {
    CRYPTO_FURTHER_MERCHANTS: JSON.stringify({
      live: { ...optionsOf(SECOND), testMode: false },
      first: {
        ...optionsOf(THIRD),
        placeOrder: "before_payment",
        unpaidOrderHours: UNPAID_ORDER_HOURS,
      },
      ruled: { ...optionsOf(FOURTH), maxShortfallPercent: 0 },
    }),
    // People are notified by e-mail too, from the first merchant; the local provider only logs.
    CRYPTO_NOTIFY: JSON.stringify({
      email: ["office@shop.test", "buero@shop.test"],
    }),
    NOTIFICATION_CHANNELS: "feed,email",
    NODE_OPTIONS: ["failing-hooks.js", "event-recorder.js", "point-counter.js"]
      .map(
        (file) =>
          `--require ${path.resolve(__dirname, "../support/instances", file)}`
      )
      .join(" "),
  },
} satisfies Partial<InstancesOptions>

function optionsOf({ id, api_key, webhook_secret }: typeof FIRST) {
  return { merchantId: id, apiKey: api_key, webhookSecret: [webhook_secret] }
}

function productsOf(rarities: number): ProductInput[] {
  const download = { requiresShipping: false }
  return [
    { ...download, handle: "guide", title: "Field guide", price: 4.99 },
    { ...download, handle: "wallpaper", title: "Wallpaper", price: 0.35 },
    { ...STOCKED, title: "Poster", price: 7.2, requiresShipping: true },
    { handle: "print", title: "Print", price: 14, requiresShipping: true },
    ...Array.from({ length: rarities }, (_, rarity) => ({
      handle: rareHandle(rarity),
      title: `First edition ${rarity}`,
      price: 120,
      stock: 1,
      requiresShipping: true,
    })),
  ]
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Starts a shop as a campaign needs it, with people who use it; `close` leaves nothing of it. */
export async function openShop({
  rarities = 0,
  sandbox,
  environment,
  ...options
}: InstancesOptions & { rarities?: number }) {
  const folder = await mkdtemp(path.join(tmpdir(), "campaign-"))
  const eventsFile = path.join(folder, "events")
  const points = new DurablePoints(path.join(folder, "points"))
  const instances = await startInstances({
    reconcileSchedule: EVERY_THREE_SECONDS,
    ...options,
    sandbox: { ...surroundings.sandbox, ...sandbox },
    store: { products: productsOf(rarities) },
    environment: {
      ...surroundings.environment,
      POINTS_FILE: points.file,
      CAMPAIGN_EVENTS_FILE: eventsFile,
      ...environment,
    },
  })
  const databaseUrl = `${instances.databaseUrl}?application_name=${APPLICATION_NAME}`
  const driver = new StoreDriver({ ...instances, databaseUrl })
  const close = async () => {
    await driver.close().catch(() => {})
    await instances.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await driver.open()
    const scene: Scene = {
      driver,
      regions: await prepareShop(driver),
      opened: new Map(),
      cancellations: new Set(),
      canceledByAdmin: new Set(),
      endedAt: new Map(),
    }
    return { instances, driver, points, scene, eventsFile, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** For the auditor: what the campaign knows of the orders that were placed first. */
export function unpaidOrderTerms({
  driver,
  endedAt,
  canceledByAdmin,
}: Scene): UnpaidOrderTerms {
  const itemId = driver.shop.store.products[STOCKED.handle].inventoryItemId
  return {
    providers: [ORDER_FIRST, ORDER_FIRST_INLINE],
    payableMs: UNPAID_ORDER_HOURS * 60 * 60_000,
    slackMs: 0,
    now: Infinity,
    endedAt,
    canceledByAdmin,
    stock: itemId ? { [itemId]: STOCKED.stock } : {},
  }
}

/** Adds what only a campaign's shop has: currencies, providers, a promotion. */
async function prepareShop({
  admin,
  store,
  setProviders,
}: StoreDriver): Promise<Region[]> {
  const payment_providers = [...Object.keys(TEST_MODES), OTHER]
  await setProviders(payment_providers)
  const regions: Region[] = []
  for (const [countryCode, currency_code] of [
    ["jp", "jpy"],
    ["us", "usd"],
    ["kw", "kwd"],
  ]) {
    const { region } = await admin.post<{ region: { id: string } }>(
      "/admin/regions",
      {
        name: countryCode,
        currency_code,
        payment_providers,
        countries: [countryCode],
      }
    )
    regions.push({ regionId: region.id, countryCode })
  }
  for (const [handle, eur] of [
    ["guide", 4.99],
    ["wallpaper", 0.35],
  ] as const) {
    const { productId, variantId } = store.products[handle]
    const prices = { eur, jpy: 700, usd: 5.49, kwd: 1.525 }
    await admin.post(`/admin/products/${productId}/variants/${variantId}`, {
      prices: Object.entries(prices).map(([currency_code, amount]) => ({
        currency_code,
        amount,
      })),
    })
  }
  await admin.post("/admin/promotions", {
    code: PROMOTION,
    type: "standard",
    status: "active",
    is_automatic: false,
    application_method: {
      type: "percentage",
      target_type: "items",
      allocation: "across",
      value: 12.5,
    },
  })
  return regions
}
