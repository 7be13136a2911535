export { addressUrl, transactionUrl } from "./explorers"
export {
  identifyCoin,
  type KnownCoin,
  type NamedCoin,
  type TokenSetting,
  type TokenSettings,
} from "./identify"
export { type Asset, NETWORKS } from "./networks"
export { findAsset, findNetworkAsset } from "./recognize"
export { TOKENS, TOKENS_VERSION } from "./tokens"
export { buildTransferUri, planTransfer, type Transfer } from "./transfer"
