export { startFleet, type Fleet, type FleetOptions } from "./start-fleet"
export { type FleetMember, type WorkerMode } from "./fleet-member"
export {
  SandboxControl,
  type ControlledDelivery,
  type ControlledPayment,
} from "./sandbox-control"
export { makeAllDue, expireLeases, waitForJob } from "./ledger-clock"
