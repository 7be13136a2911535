export type { SandboxMerchant } from "./merchants"
export {
  ALL_OBSERVED,
  CONTRACT_ONLY,
  type ObservedFacts,
  type SandboxOptions,
} from "./options"
export { type Sandbox, startSandbox } from "./start-sandbox"
