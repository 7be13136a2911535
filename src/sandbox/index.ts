export type { SandboxMerchant } from "./merchants"
export type { SandboxOptions } from "./options"
export { type Sandbox, startSandbox } from "./start-sandbox"
