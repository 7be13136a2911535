// What `npm test` asks of the ledger, in one file: loading Medusa's packages takes
// longer than most of these tests.
import "./apply-outcome-suite"
import "./create-attempt-suite"
import "./due-suite"
import "./lease-suite"
import "./record-observation-suite"
import "./row-locks-suite"
import "./schedule-suite"
import "./sessions-suite"
import "./transition-suite"
