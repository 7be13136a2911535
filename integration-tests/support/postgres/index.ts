export { ensureDatabase } from "./ensure-database"
export { freePort } from "./free-port"
export { startPostgres, type RunningPostgres } from "./start-postgres"
