import type { Demo } from "../../demo/start-demo"
import { Sales } from "../crypto-sales"
import { DemoRefunds } from "../refund-requests"

/** The ids of what the pictures show. */
export type Sights = {
  /** A payment that became an order. */
  settled: string
  /** One whose cart costs more by now than was paid. */
  attention: string
  order: string
  /** A settled payment of which nothing is refunded. */
  refundable: string
}

/** Sells enough that a list is a list, with one case of most kinds. */
export async function makeSights(demo: Demo): Promise<Sights> {
  const sales = await Sales.open(demo, "pp_system_default")
  for (const coin of ["USDT_TRC20_TEST", "ETH_TEST", "USDT_TRC20_TEST"]) {
    await sales.inCrypto(coin, "pay")
  }
  await sales.inCrypto("ETH_TEST", "confirm-manual")

  const refundable = await requestRefunds(demo, sales)

  const soldOut = await sales.begin("mug")
  await sales.setStock("mug", 0)
  await sales.pay(soldOut)
  await sales.untilState(soldOut, "attention")

  const grown = await sales.begin("notebook")
  await sales.addToCart(grown)
  await sales.pay(grown)
  const { id: attention } = await sales.untilState(grown, "attention")

  await sales.begin("shirt")
  const last = await sales.begin("shirt")
  await sales.pay(last)
  const { id: settled, order_id } = await sales.untilState(last, "settled")
  return { settled, attention, order: order_id ?? "", refundable }
}

/** Refunds whose addresses are entered; answers a payment without one. */
async function requestRefunds(demo: Demo, sales: Sales): Promise<string> {
  const refundRequests = await DemoRefunds.open(demo)
  const ids: string[] = []
  for (const coin of ["ETH_TEST", "USDT_TRC20_TEST", "ETH_TEST"]) {
    const { orderId } = await sales.inCrypto(coin, "pay")
    ids.push((await sales.paymentsOf(orderId))[0].id)
  }
  const [ether, tether, refundable] = ids
  const inEther = await refundRequests.request(ether)
  await refundRequests.customer.confirm(inEther.token, ETHER_ADDRESS)
  const inTether = await refundRequests.request(tether)
  await refundRequests.customer.confirm(inTether.token, TRON_ADDRESS)
  return refundable
}

const ETHER_ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const TRON_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
