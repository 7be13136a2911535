import type { ConfigModule } from "@medusajs/framework/types"
import type { GatewayClient } from "../../src/gateway"
import { Merchants } from "../../src/modules/crypto-payment/merchants/merchants"
import {
  type MerchantOptions,
  parseOptions,
} from "../../src/modules/crypto-payment/merchants/options"
import { rightOptions } from "../../src/modules/crypto-payment/fixtures/options"
import { gatewayOf } from "./gateway"
import type { ShopProcess } from "./shop-process"

const options = parseOptions(rightOptions)

const configModule = {
  modules: { payment: { options: { providers: [{ id: "crypto" }] } } },
  projectConfig: { http: { storeCors: "https://shop.example" } },
} as unknown as ConfigModule

/** The real merchants, whose one gateway is the model's, in the shop's test mode. */
class ShopMerchants extends Merchants {
  private readonly client: GatewayClient

  constructor(private readonly process: ShopProcess) {
    super(options, configModule)
    this.client = gatewayOf(process)
  }

  override gateway(): GatewayClient {
    return this.client
  }

  override options(key: string): MerchantOptions {
    const { testMode, orderFirst, refusesShort } = this.process.shop
    const placeOrder = orderFirst ? "before_payment" : "after_payment"
    const maxShortfallPercent = refusesShort ? 1 : undefined
    return {
      ...super.options(key),
      testMode,
      placeOrder,
      maxShortfallPercent,
    }
  }
}

export function merchantsOf(process: ShopProcess): Merchants {
  return new ShopMerchants(process)
}
