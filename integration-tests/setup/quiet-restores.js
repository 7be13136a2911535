/**
 * Medusa's test runner restores the database before each test, which cuts
 * the idle connections of the pool; knex tells of each. Hundreds of such
 * lines would hide the few that matter.
 */
const RESTORED =
  /^Connection Error: (Connection ended|error: terminating connection due to administrator)/
const log = console.log

console.log = (...parts) => {
  if (!RESTORED.test(String(parts[0]))) log(...parts)
}
