export { type Asset, findAsset, findNetworkAsset, NETWORKS } from "./recognize"
export {
  addressUrl,
  buildTransferUri,
  identifyCoin,
  planTransfer,
  TOKENS,
  type TokenSetting,
  type TokenSettings,
  transactionUrl,
} from "./transfer"
