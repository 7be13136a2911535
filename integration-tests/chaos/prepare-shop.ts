import { randomUUID } from "node:crypto"
import path from "node:path"
import type { Client } from "pg"
import type { SandboxOptions } from "../../src/sandbox"
import type { UnpaidOrderTerms } from "../support/audit"
import type { Instances, SandboxControl } from "../support/instances"
import type { HttpClient, SeededStore } from "../support/store"
import type { ScenarioKind } from "./scenarios/kinds"

/** The hosted page, the inline payment, a second merchant's, and another's. */
export const CRYPTO = "pp_crypto_crypto"
export const INLINE = "pp_crypto-h2h_crypto"
export const LIVE = "pp_crypto_live"
export const OTHER = "pp_system_default"
/** A fourth merchant's, who accepts no shortfall without a decision. */
export const RULED = "pp_crypto_ruled"

/** A third merchant's, who places orders before they are paid. */
export const ORDER_FIRST = "pp_crypto_first"
export const ORDER_FIRST_INLINE = "pp_crypto-h2h_first"
/** The least that the option takes; buyers' time is ended before. */
const UNPAID_ORDER_HOURS = 0.25

const ALL_PROVIDERS = [
  ...[CRYPTO, INLINE, LIVE, OTHER, RULED],
  ...[ORDER_FIRST, ORDER_FIRST_INLINE],
]

/** Its stock is counted, and there is always enough. */
export const STOCKED = { handle: "poster", stock: 100_000 }

/** By provider: whether it takes test payments; the second merchant does not. */
export const TEST_MODES = {
  [CRYPTO]: true,
  [INLINE]: true,
  [ORDER_FIRST]: true,
  [ORDER_FIRST_INLINE]: true,
  [RULED]: true,
  [LIVE]: false,
}

/** Takes an eighth off, which leaves fractions of the smallest coin. */
export const PROMOTION = "EIGHTH"

/** A region besides the shop's own. */
export type Region = { id: string; countryCode: string }

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

/** Currencies of no, two and three digits. */
export type Regions = Record<"jpy" | "usd" | "kwd", Region>

const COUNTRIES = { jpy: "jp", usd: "us", kwd: "kw" } as const
const PRICES = { jpy: 700, usd: 5.49, kwd: 1.525 } as const

const MERCHANTS = [
  {
    id: "5a9db0c5-0000-4000-8000-000000000001",
    api_key: "ct_first",
    webhook_secret: "whsec_first",
  },
  {
    id: "5a9db0c5-0000-4000-8000-000000000002",
    api_key: "ct_second",
    webhook_secret: "whsec_second",
  },
  {
    id: "5a9db0c5-0000-4000-8000-000000000003",
    api_key: "ct_third",
    webhook_secret: "whsec_third",
  },
  {
    id: "5a9db0c5-0000-4000-8000-000000000004",
    api_key: "ct_fourth",
    webhook_secret: "whsec_fourth",
  },
]

/** Of the merchant that a hosted page's provider pays to. */
export const GATEWAY_SIDE = {
  [CRYPTO]: MERCHANTS[0],
  [ORDER_FIRST]: MERCHANTS[2],
}

/** What the instances of a campaign is started with. */
export const surroundings: {
  sandbox: SandboxOptions
  environment: Record<string, string>
} = {
  sandbox: {
    merchants: MERCHANTS,
    pricedCurrencies: ["EUR", "USD", "JPY", "KWD"],
  },
  environment: {
    CRYPTO_FURTHER_MERCHANTS: JSON.stringify({
      live: {
        merchantId: MERCHANTS[1].id,
        apiKey: MERCHANTS[1].api_key,
        webhookSecret: [MERCHANTS[1].webhook_secret],
        testMode: false,
      },
      first: {
        merchantId: MERCHANTS[2].id,
        apiKey: MERCHANTS[2].api_key,
        webhookSecret: [MERCHANTS[2].webhook_secret],
        placeOrder: "before_payment",
        unpaidOrderHours: UNPAID_ORDER_HOURS,
      },
      ruled: {
        merchantId: MERCHANTS[3].id,
        apiKey: MERCHANTS[3].api_key,
        webhookSecret: [MERCHANTS[3].webhook_secret],
        maxShortfallPercent: 0,
      },
    }),
    // People are notified by e-mail too, from the first merchant; the local provider only logs.
    CRYPTO_NOTIFY: JSON.stringify({
      email: ["office@shop.test", "buero@shop.test"],
    }),
    NOTIFICATION_CHANNELS: "feed,email",
    NODE_OPTIONS: ["failing-hooks.js", "event-recorder.js", "crash-point.js"]
      .map(
        (file) =>
          `--require ${path.resolve(__dirname, "../support/instances", file)}`
      )
      .join(" "),
  },
}

/** For the auditor: what the campaign knows of the orders that were placed first. */
export function unpaidOrderTerms(
  { store, endedAt, canceledByAdmin }: Scene,
  now: number
): UnpaidOrderTerms {
  const itemId = store.products[STOCKED.handle].inventoryItemId
  return {
    providers: [ORDER_FIRST, ORDER_FIRST_INLINE],
    payableMs: UNPAID_ORDER_HOURS * 60 * 60_000,
    slackMs: 0,
    isOver: true,
    now,
    endedAt,
    canceledByAdmin,
    stock: itemId ? { [itemId]: STOCKED.stock } : {},
  }
}

/** Adds what only a campaign's shop has: currencies, providers, a promotion. */
export async function prepareShop(
  { store }: Instances,
  admin: HttpClient
): Promise<Regions> {
  await admin.post(`/admin/regions/${store.regionId}`, {
    payment_providers: ALL_PROVIDERS,
  })
  const regions = {
    jpy: await addRegion(admin, COUNTRIES.jpy, "jpy"),
    usd: await addRegion(admin, COUNTRIES.usd, "usd"),
    kwd: await addRegion(admin, COUNTRIES.kwd, "kwd"),
  }
  for (const [handle, eur] of [
    ["guide", 4.99],
    ["wallpaper", 0.35],
  ] as const) {
    const { productId, variantId } = store.products[handle]
    await admin.post(`/admin/products/${productId}/variants/${variantId}`, {
      prices: Object.entries({ eur, ...PRICES }).map(
        ([currency_code, amount]) => ({ currency_code, amount })
      ),
    })
  }
  await addPromotion(admin, PROMOTION)
  return regions
}

export async function addRegion(
  admin: HttpClient,
  countryCode: string,
  currencyCode: string
): Promise<Region> {
  const { region } = await admin.post<{ region: { id: string } }>(
    "/admin/regions",
    {
      name: countryCode.toUpperCase(),
      currency_code: currencyCode,
      countries: [countryCode],
      payment_providers: ALL_PROVIDERS,
    }
  )
  return { id: region.id, countryCode }
}

/** The promotion's id. */
export async function addPromotion(
  admin: HttpClient,
  code: string
): Promise<string> {
  const { promotion } = await admin.post<{ promotion: { id: string } }>(
    "/admin/promotions",
    {
      code,
      type: "standard",
      status: "active",
      is_automatic: false,
      application_method: {
        type: "percentage",
        target_type: "items",
        allocation: "across",
        value: 12.5,
      },
    }
  )
  return promotion.id
}

/** A download of its own, which can be taken out of the catalogue. */
export async function addProduct(
  admin: HttpClient,
  salesChannelId: string
): Promise<{ productId: string; variantId: string }> {
  const { product } = await admin.post<{
    product: { id: string; variants: { id: string }[] }
  }>("/admin/products", {
    title: "Leaflet",
    handle: `leaflet-${randomUUID()}`,
    status: "published",
    sales_channels: [{ id: salesChannelId }],
    options: [{ title: "Size", values: ["One"] }],
    variants: [
      {
        title: "One size",
        manage_inventory: false,
        options: { Size: "One" },
        prices: [{ currency_code: "eur", amount: 2.5 }],
      },
    ],
  })
  return { productId: product.id, variantId: product.variants[0].id }
}
