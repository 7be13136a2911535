export {
  startInstances,
  type Instances,
  type InstancesOptions,
} from "./start-instances"
export { type Instance, type WorkerMode } from "./instance"
export {
  countUndelivered,
  expireLeases,
  makeAllDue,
  untilLedgerIsQuiet,
} from "./ledger-clock"
export { loseEvents } from "./lose-events"
export { releaseLocks } from "./release-locks"
export {
  SandboxControl,
  type ControlledDelivery,
  type ControlledPayment,
  type GatewayFaults,
} from "./sandbox-control"
