export { startSandbox, type Sandbox } from "./start-sandbox"
export {
  ALL_OBSERVED,
  CONTRACT_ONLY,
  type ObservedFacts,
} from "./observed-facts"
export type { SandboxOptions } from "./options"
export type { SandboxMerchant } from "./merchants"
