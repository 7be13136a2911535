import { randomBytes } from "node:crypto"
import { createServer } from "node:net"
import type { TokenSettings } from "../../src/coins/transfer"
import type { PlaceOrder } from "../../src/modules/crypto-payment/merchants/options"
import {
  type Instances,
  type InstancesOptions,
  startInstances,
} from "../support/instances"
import { Teardown } from "../support/medusa/teardown"
import { freePort } from "../support/postgres"
import type { SandboxOptions } from "../../src/sandbox"
import { DEMO_CATALOGUE } from "./catalogue"
import { openGuard } from "./on-server/guard"
import type { DemoPorts, OutsideAddresses } from "./on-server/outside"
import { StartingAnew } from "./on-server/start-anew"
import { startStorefront } from "./storefront/start-storefront"

export const WELL_KNOWN: DemoPorts = {
  medusa: 9000,
  storefront: 8000,
  sandbox: 8787,
}

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
  /** Take these ports; it fails where one is taken. */
  ports?: DemoPorts
  /**
   * Where a reverse proxy shows it to everybody: it lets visitors change little, has no control
   * page, and can start anew.
   */
  outside?: OutsideAddresses
  /** When the shop places its orders. @default "after_payment" */
  placeOrder?: PlaceOrder
  /** The plugin's option of that name. @default none */
  maxShortfallPercent?: number
}

/** The running demo: a shop, its Medusa, and the gateway it is paid through. */
export type Demo = Instances & {
  storefrontUrl: string
  placeOrder: PlaceOrder
  /** Only of a demo that is public. */
  anew?: StartingAnew
}

/** Starts all of the demo, on loopback only; leaves nothing when it fails. */
export async function startDemo({
  wellKnownPorts = false,
  ports,
  outside,
  placeOrder = "after_payment",
  maxShortfallPercent,
  ...options
}: DemoOptions = {}): Promise<Demo> {
  const portOf = async (part: keyof DemoPorts) => {
    const isWanted = ports !== undefined || wellKnownPorts
    const wanted = ports?.[part] ?? WELL_KNOWN[part]
    if (isWanted && (await isFree(wanted))) return wanted
    if (ports) throw new Error(`Port ${wanted} is taken.`)
    return await freePort()
  }
  const port = await portOf("storefront")
  const medusaPort = await portOf("medusa")
  const storefrontUrl = outside?.store ?? `http://localhost:${port}`
  const sandbox: SandboxOptions = {
    port: await portOf("sandbox"),
    retryIntervalSeconds: 5,
    ...(outside && publicSandbox(outside)),
  }
  const instances = await startInstances({
    // The development server of the admin shows files of this machine.
    admin: outside ? "built" : true,
    reconcileSchedule: "* * * * *",
    ...options,
    // The guard takes the port that the proxy knows.
    port: outside ? await freePort() : medusaPort,
    storefrontUrl,
    sandbox,
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
      ...(outside && publicEnvironment(outside, sandbox)),
    },
  })
  const { url, store, adminUser } = instances
  const teardown = new Teardown()
  teardown.add(() => instances.stop())
  try {
    let anew: StartingAnew | undefined
    if (outside) {
      const starting = await StartingAnew.prepare(instances, sandbox)
      teardown.add(() => starting.close())
      const storeUrl = outside.store
      const { port: target } = instances.members[0]
      const guard = await openGuard(medusaPort, {
        medusaPort: target,
        storeUrl,
      })
      teardown.add(() => guard.close())
      anew = starting
    }
    options.tell?.("Building and starting the storefront")
    const storefront = await startStorefront({
      port,
      medusaUrl: outside?.admin ?? url,
      gatewayUrl: instances.sandbox.url,
      store,
      notice: anew && (() => ({ ...adminUser, anew })),
    })
    teardown.add(() => storefront.close())
    const stop = () => teardown.run()
    return { ...instances, storefrontUrl, placeOrder, anew, stop }
  } catch (error) {
    await teardown.run()
    throw error
  }
}

/** Its payment pages alone are for the public: no control page, and credentials nobody knows. */
function publicSandbox({ gateway }: OutsideAddresses): SandboxOptions {
  return {
    publicUrl: gateway,
    control: false,
    apiKey: randomBytes(24).toString("hex"),
    webhookSecret: randomBytes(24).toString("hex"),
  }
}

/** Medusa calls the gateway on this machine; webhooks come through the proxy. */
function publicEnvironment(
  { store, admin }: OutsideAddresses,
  { port }: SandboxOptions
): NodeJS.ProcessEnv {
  return {
    ADMIN_CORS: admin,
    AUTH_CORS: `${store},${admin}`,
    CRYPTO_CALLBACK_BASE_URL: admin,
    CRYPTO_GATEWAY_URL: `http://127.0.0.1:${port}`,
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
