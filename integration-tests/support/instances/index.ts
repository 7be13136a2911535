export { DurablePoints, type PointPlan } from "./durable-points"
export {
  countUndelivered,
  expireLeases,
  makeAllDue,
  untilLedgerIsQuiet,
} from "./ledger-clock"
export { loseEvents, releaseLocks } from "./redis-keys"
export { SandboxControl } from "./sandbox-control"
export {
  type Instance,
  type Instances,
  type InstancesOptions,
  startInstances,
  type WorkerMode,
} from "./start-instances"
