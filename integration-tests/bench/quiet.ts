/** A line for each request would be measured with it, and bury the table. */
process.env.LOG_LEVEL ??= "error"
process.env.MEDUSA_DISABLE_TELEMETRY = "true"
