export { startFleet, type Fleet, type FleetOptions } from "./start-fleet"
export { type FleetMember, type WorkerMode } from "./fleet-member"
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
