import type { TimelineType } from "../../../modules/crypto-payment/lifecycle/timeline-types"

/** One sentence for each type of entry. */
const entries: Record<TimelineType, string> = {
  created: "Die Zahlung wurde vermerkt, über {{price}}.",
  adopted:
    "Eine Zahlung des Gateways, die der Shop nicht kannte, wurde übernommen.",
  opened: "Das Gateway hat die Zahlung eröffnet.",
  gateway_error: "Das Gateway hat abgelehnt: {{message}}",
  observation: "Das Gateway meldet: {{status}}.",
  checked: "Das Gateway wurde von Hand gefragt. Es meldet: {{status}}.",
  paid: "Das Geld ist da.",
  settled: "Die Bestellung ist angelegt und bezahlt.",
  attention: "Sie braucht einen Menschen. {{reason}}",
  failed: "Sie konnte nicht abgeschlossen werden: {{detail}}",
  closed: "Die Zahlung wurde unbezahlt geschlossen.",
  resolved: "Sie wurde als geklärt markiert: {{kind}}.",
  refund_recorded: "Eine Erstattung über {{price}} wurde eingetragen.",
  refund_booked: "Medusa hat die Erstattung an der Bestellung gebucht.",
  refund_removed:
    "Medusa wurde unterbrochen, als es eine Erstattung über {{price}} begann, die niemand gesendet hat; sie ist wieder aus den Büchern.",
  order_retried: "Die Bestellung wurde von Hand erneut versucht.",
  retried:
    "Was der Bestellung im Weg stand, ist behoben; die Bestellung wird angelegt.",
  superseded: "Ein anderer Versuch trat an ihre Stelle; dieser soll ablaufen.",
  not_expired: "Das Gateway ließ sich nicht sagen, dass die Zahlung abläuft.",
  reopened:
    "Medusa hat die Bestellung oder ihre Verbuchung zurückgenommen; die Zahlung wird erneut verbucht.",
  session_released: "Der Warenkorb hat die Zahlung losgelassen.",
  leftover_order:
    "Bestellung #{{number}} ist von einem unterbrochenen Abschluss desselben Warenkorbs übrig. Stornieren Sie sie.",
  order_canceled:
    "Die Bestellung wurde storniert. Die Coins sind noch in Ihrer Wallet: Senden Sie sie zurück und tragen Sie die Erstattung ein.",
}

/** What happened to a payment, one sentence an entry. */
export const timeline = {
  entries,
  createdPlain: "Die Zahlung wurde vermerkt.",
  observedWithCoins: "Das Gateway meldet: {{status}}, {{coins}}.",
  settledPlain: "Die Zahlung ist verbucht.",
  coinsMayCome:
    "Es können Coins unterwegs sein; die Zahlung läuft deshalb von selbst ab.",
  closedBecause: "Die Zahlung wurde geschlossen: {{why}}",
  refundRecordedPlain: "Eine Erstattung wurde eingetragen.",
  why: {
    wrong_test_mode: "Das Gateway hat Test- und echte Coins verwechselt.",
    external_id_taken:
      "Das Gateway kannte unter ihrer externen ID eine andere Zahlung.",
    never_opened: "Sie kam nie beim Gateway an.",
    paid_otherwise: "Der Warenkorb wurde mit einer anderen Zahlung bezahlt.",
    coin_refused: "Das Gateway hat den Coin abgelehnt.",
    no_address: "Das Gateway hat keinen Weg genannt, sie zu bezahlen.",
    expired: "Sie ist am Gateway abgelaufen.",
    failed: "Sie ist am Gateway fehlgeschlagen.",
  },
  source: {
    webhook: "Webhook",
    poll: "Gateway gefragt",
    return: "Rückkehr des Kunden",
    admin: "Admin",
    view: "Admin",
    gateway: "Gateway",
    decision: "Shop",
    session: "Kasse",
    reconcile: "Abgleich",
    order: "Bestellung",
    medusa: "Medusa",
  },
  by: "von {{who}}",
}
