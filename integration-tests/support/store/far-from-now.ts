/**
 * A cron schedule that no test lives to see. Not once a year: Medusa's
 * in-memory engine sets one timer for the whole wait, and a wait of more than
 * 24 days overflows it and fires at once, over and over.
 */
export function farFromNow(): string {
  return `0 ${(new Date().getHours() + 12) % 24} * * *`
}
