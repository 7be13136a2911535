export { ensureDatabase } from "./ensure-database"
export { freePort } from "./free-port"
export {
  startPostgres,
  type PostgresOptions,
  type RunningPostgres,
} from "./start-postgres"
