export { addressUrl, transactionUrl } from "./explorers"
export { type Asset, findAsset, findNetworkAsset, NETWORKS } from "./recognize"
export {
  buildTransferUri,
  identifyCoin,
  planTransfer,
  TOKENS,
  type TokenSetting,
  type TokenSettings,
} from "./transfer"
