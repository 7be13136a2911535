// What `npm test` asks of the ledger, in one file: loading Medusa's packages takes
// longer than most of these tests.
import "./alarms-suite"
import "./apply-outcome-suite"
import "./attempts-suite"
import "./due-suite"
import "./locks-suite"
import "./lost-refunds-suite"
import "./observations-suite"
import "./rules-in-sql-suite"
import "./sessions-suite"
import "./totals-suite"
