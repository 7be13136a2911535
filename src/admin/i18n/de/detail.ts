/** The page of one payment. */
export const detail = {
  title: "Krypto-Zahlung",
  money: "Geld",
  sale: "Verkauf",
  refunds: "Eingetragene Erstattungen",
  noRefunds: "Es ist keine Erstattung eingetragen.",
  refundedOf: "{{refunded}} von {{price}} zurückgesendet",
  booked: "An der Bestellung gebucht",
  notBooked: "Nur hier vermerkt",
  attempts: "Andere Versuche, diesen Warenkorb zu bezahlen",
  noAttempts: "Es gab keinen anderen Versuch.",
  timeline: "Verlauf",
  noTimeline: "Noch ist nichts geschehen.",
  resolution: "Wie sie geklärt wurde",
  noOrder: "Es gibt keine Bestellung.",
  failed: "Diese Krypto-Zahlung konnte nicht geladen werden.",
  waitingForCoin: "Der Kunde hat noch keinen Coin gewählt.",
}
