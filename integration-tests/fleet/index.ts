export { startFleet, type Fleet, type FleetOptions } from "./start-fleet"
export { type FleetMember, type WorkerMode } from "./fleet-member"
export {
  SandboxControl,
  type ControlledDelivery,
  type ControlledPayment,
} from "./sandbox-control"
export { expireLeases, makeAllDue, untilLedgerIsQuiet } from "./ledger-clock"
