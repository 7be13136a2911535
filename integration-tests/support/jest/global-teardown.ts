export { stopTestPostgres as default } from "../postgres/test-postgres"
