/** What came, in a few words, where the contract is kept. */
export type Sight = { seen: string; asPublished: boolean }

/** The gateway did something else than the contract says; the message is what came. */
export class ContractBroken extends Error {}

/** The case needs something that this run was not given. */
export class Skipped extends Error {}

/** The gateway made a payment with real money: nothing more may be tried. */
export class NotATestPayment extends Error {}
