export { audit, type AuditedGateway } from "./audit"
export { auditBooks } from "./audit-books"
export type { AuditReport, Rule, Violation } from "./report"
export { readTimelines } from "./read-timelines"
