import type { CryptoPaymentTexts } from "./en"

export const de: CryptoPaymentTexts = {
  pay: "Mit Krypto bezahlen",
  steps: ["Währung", "Senden", "Bestätigung", "Bestellung"],
  starting: "Zahlung wird gestartet…",
  startFailed: "Die Zahlung konnte nicht gestartet werden.",
  chooseCoin: "Kryptowährung auswählen",
  search: "Suchen",
  noMatch: "Keine Kryptowährung gefunden.",
  loadingCoins: "Kryptowährungen werden geladen…",
  noCoins: "Dieser Shop kann derzeit keine Kryptowährungen annehmen.",
  coinsFailed: "Die Kryptowährungen konnten nicht geladen werden.",
  showAddress: "Adresse anzeigen",
  amount: "Betrag",
  network: "Netzwerk",
  address: "Adresse",
  exactAmount:
    "Senden Sie genau diesen Betrag in {coin} und nur über das Netzwerk {network}. Alles andere kann verloren gehen.",
  copy: "Kopieren",
  copied: "Kopiert",
  qrCode: "QR-Code für Ihre Wallet",
  openWallet: "In Wallet öffnen",
  codeWithAmount:
    "Der Code enthält die Adresse und den genauen Betrag, für {coin} auf {network}.",
  codeWithAddress:
    "Der Code enthält nur die Adresse. Geben Sie den Betrag selbst ein, und wählen Sie in Ihrer Wallet {coin} auf {network}.",
  showAmountCode: "Den Code mit dem Betrag anzeigen",
  showAddressCode: "Einen Code nur mit der Adresse anzeigen",
  addressDiffers:
    "Vorsicht: Kopiert wurde nicht die Adresse dieser Zahlung. Zahlen Sie nicht. Laden Sie die Seite neu, oder scannen Sie den Code.",
  sent: "Ich habe gesendet",
  confirming: [
    "Ihre Zahlung wird bestätigt",
    "Das Netzwerk braucht meist einige Minuten, und alles Weitere geschieht automatisch. Sie können diese Seite schließen.",
  ],
  keepCart:
    "Bitte ändern Sie Ihren Warenkorb nicht, bis Ihre Zahlung eingetroffen ist.",
  paidCartChanged: [
    "Wir haben Ihre Zahlung von {price}",
    "Ihr Warenkorb kostet jetzt {cart}. Stellen Sie ihn auf {price} zurück, um Ihre Bestellung zu erhalten, oder warten Sie, bis der Shop Sie kontaktiert. Bitte zahlen Sie nicht noch einmal.",
  ],
  showAgain: "Adresse wieder anzeigen",
  timeLeft: "Verbleibende Zeit: {time}",
  timeUp:
    "Die Zeit ist abgelaufen. Senden Sie jetzt nichts mehr. Ihre Zahlung wird geprüft…",
  changeCoin: "Andere Kryptowährung auswählen",
  testPayment: "Testzahlung: Senden Sie nur Test-Coins.",
  openPaymentPage: "Zur Zahlungsseite",
  leftPaymentPage: "Sie haben die Zahlungsseite verlassen",
  tryAgain: "Erneut versuchen",
  payNewAmount: "Neuen Betrag bezahlen",
  continue: "Weiter",
  backToStore: "Zurück zum Shop",
  viewOrder: "Bestellung ansehen",
  dismiss: "Ausblenden",
  reference: "Referenz",
  unavailable:
    "Der Shop antwortet derzeit nicht. Diese Seite prüft automatisch weiter.",
  payHosted: "Auf der Zahlungsseite bezahlen",
  changeWay: "Anders bezahlen",
  payUntil: "Bitte zahlen Sie bis {time}.",
  receipt: "{price} bezahlt mit {coin} am {time}.",
  underpaid: "Sie haben {sent} von {quoted} gesendet. Es fehlen {missing}.",
  duplicate:
    "Die Bestellung {order} war schon bezahlt. Diese zweite Zahlung wird zurückgesendet.",
  phases: {
    checking: ["Ihre Zahlung wird geprüft", "Das kann einen Moment dauern."],
    waiting: [
      "Wir warten auf Ihre Zahlung",
      "Ihre Bestellung wird automatisch aufgegeben, sobald Ihre Zahlung eingeht. Sie können diese Seite schließen.",
    ],
    placing_order: [
      "Zahlung erhalten",
      "Ihre Bestellung wird aufgegeben. Das kann einen Moment dauern.",
    ],
    order_placed: ["Zahlung erfolgreich", "Ihre Bestellung wurde aufgegeben."],
    expired: [
      "Zahlung abgelaufen",
      "Es ist keine Zahlung eingegangen. Senden Sie für diese Zahlung nichts mehr. Falls Sie bereits gesendet haben, warten Sie bitte. Der Eingang wird automatisch erkannt.",
    ],
    failed: [
      "Zahlung fehlgeschlagen",
      "Es ist keine Zahlung eingegangen. Senden Sie für diese Zahlung nichts mehr.",
    ],
    cart_changed: [
      "Der Preis hat sich geändert",
      "Diese Zahlung passt nicht mehr dazu. Falls Sie bereits bezahlt haben, wird der Shop Sie kontaktieren. Bitte zahlen Sie nicht noch einmal. Andernfalls starten Sie eine neue Zahlung.",
    ],
    replaced: [
      "Diese Zahlung wurde ersetzt",
      "Sie haben eine andere Zahlung gestartet. Senden Sie für diese Zahlung nichts mehr.",
    ],
    paid_otherwise: [
      "Bestellung bereits aufgegeben",
      "Es ist nichts mehr zu bezahlen. Senden Sie für diese Zahlung nichts mehr.",
    ],
    order_canceled: [
      "Bestellung storniert",
      "Diese Bestellung wurde storniert, weil keine Zahlung rechtzeitig eingegangen ist. Senden Sie für diese Zahlung nichts mehr.",
    ],
    attention: [
      "Wir haben Ihre Zahlung erhalten",
      "Der Shop muss sie prüfen. Er wurde benachrichtigt und wird Sie kontaktieren. Sie müssen nichts tun. Bitte zahlen Sie nicht noch einmal.",
    ],
    resolved: [
      "Der Shop hat Ihre Zahlung bearbeitet",
      "Bei Fragen wenden Sie sich bitte an den Shop.",
    ],
    unknown: [
      "Zahlung nicht gefunden",
      "Öffnen Sie den Link aus Ihrer Bestellung noch einmal oder wenden Sie sich an den Shop.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Ihre Bestellung {order} wartet auf die Zahlung",
      "Ihre Bestellung wird bestätigt, sobald Ihre Zahlung eingeht. Sie können diese Seite schließen.",
    ],
  },
  payPage: {
    payable: ["Ihre Bestellung {order} bezahlen", "Zu bezahlen sind {price}."],
    paid: [
      "Ihre Bestellung {order} ist bezahlt",
      "Es ist nichts mehr zu bezahlen.",
    ],
    canceled: [
      "Ihre Bestellung {order} ist storniert",
      "Bitte senden Sie nichts.",
    ],
    changed: [
      "Dieser Zahlungslink ist veraltet",
      "Falls für Ihre Bestellung {order} noch etwas zu bezahlen ist, bitten Sie den Shop um einen neuen Link.",
    ],
    not_payable: [
      "Diese Bestellung kann derzeit nicht mit Krypto bezahlt werden",
      "Wenden Sie sich wegen Ihrer Bestellung {order} an den Shop.",
    ],
  },
}
