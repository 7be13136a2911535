import { createServer } from "node:net"
import type { TokenSettings } from "../../src/coins/transfer"
import type { PlaceOrder } from "../../src/modules/crypto-payment/merchants/options"
import {
  type Instances,
  type InstancesOptions,
  startInstances,
} from "../support/instances"
import { freePort } from "../support/postgres"
import { DEMO_CATALOGUE } from "./catalogue"
import { startStorefront } from "./storefront/start-storefront"

const WELL_KNOWN = { medusa: 9000, storefront: 8000, sandbox: 8787 }

/**
 * The sandbox's coins for which wallets get a link with the amount;
 * the tokens are Circle's on these networks.
 */
export const DEMO_TOKENS = {
  ETH_TEST: { chainId: 11155111, decimals: 18, test: true },
  USDC_ERC20_TEST: {
    chainId: 11155111,
    address: "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238",
    decimals: 6,
    test: true,
  },
  POL_TEST: { chainId: 80002, decimals: 18, test: true },
  USDC_POLYGON_TEST: {
    chainId: 80002,
    address: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582",
    decimals: 6,
    test: true,
  },
} satisfies TokenSettings

export type DemoOptions = Pick<
  InstancesOptions,
  "reconcileSchedule" | "database" | "signal" | "tell" | "onOutput" | "admin"
> & {
  /**
   * Take the ports 9000, 8000 and 8787 where they are free.
   * @default false (any free ports)
   */
  wellKnownPorts?: boolean
  /** When the shop places its orders. @default "after_payment" */
  placeOrder?: PlaceOrder
  /** The plugin's option of that name. @default none */
  maxShortfallPercent?: number
}

/** The running demo: a shop, its Medusa, and the gateway it is paid through. */
export type Demo = Instances & { storefrontUrl: string; placeOrder: PlaceOrder }

/** Starts all of the demo, on loopback only; leaves nothing when it fails. */
export async function startDemo({
  wellKnownPorts = false,
  placeOrder = "after_payment",
  maxShortfallPercent,
  ...options
}: DemoOptions = {}): Promise<Demo> {
  const portOf = async (part: keyof typeof WELL_KNOWN) =>
    wellKnownPorts && (await isFree(WELL_KNOWN[part]))
      ? WELL_KNOWN[part]
      : await freePort()
  const port = await portOf("storefront")
  const storefrontUrl = `http://localhost:${port}`
  const instances = await startInstances({
    admin: true,
    reconcileSchedule: "* * * * *",
    ...options,
    port: await portOf("medusa"),
    storefrontUrl,
    sandbox: { port: await portOf("sandbox"), retryIntervalSeconds: 5 },
    store: {
      name: "Demo shop",
      providers: ["pp_crypto_crypto", "pp_crypto-inline_crypto"],
      shippingPrice: 4.9,
      products: DEMO_CATALOGUE,
    },
    environment: {
      LOG_LEVEL: "http",
      CRYPTO_PLACE_ORDER: placeOrder,
      CRYPTO_TOKENS: JSON.stringify(DEMO_TOKENS),
      CRYPTO_MAX_SHORTFALL_PERCENT: maxShortfallPercent?.toString(),
    },
  })
  const { url, store } = instances
  try {
    options.tell?.("Building and starting the storefront")
    const storefront = await startStorefront({
      port,
      medusaUrl: url,
      gatewayUrl: instances.sandbox.url,
      store,
    })
    const stop = () => storefront.close().finally(() => instances.stop())
    return { ...instances, storefrontUrl, placeOrder, stop }
  } catch (error) {
    await instances.stop()
    throw error
  }
}

/** Whether no process listens on a TCP port, on either loopback address. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "::1"]) {
    const isFreeHere = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      // A machine without IPv6 has no process listening there either.
      probe.once("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES")
      )
      probe.listen(port, host, () => probe.close(() => resolve(true)))
    })
    if (!isFreeHere) return false
  }
  return true
}
