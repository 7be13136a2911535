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
  mayBeUnderpaid:
    "Der Kunde hat eine Münze gewählt. Das Gateway sagt nicht, wie viel schon angekommen ist: Wenn der Kunde sagt, dass er bezahlt hat, prüfen Sie im Dashboard des Gateways, ob zu wenig kam. Dort können Sie die Zahlung von Hand bestätigen, oder den Kunden um den Rest bitten.",
  waitingForCoin: "Der Kunde hat noch keinen Coin gewählt.",
}
