import type { CryptoPaymentTexts } from "."

export const de: CryptoPaymentTexts = {
  pay: "Mit Krypto bezahlen",
  starting: "Zahlung wird gestartet…",
  startFailed: "Die Zahlung konnte nicht gestartet werden.",
  chooseCoin: "Kryptowährung auswählen",
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
  timeLeft: "Verbleibende Zeit: {time}",
  timeUp:
    "Die Zeit ist abgelaufen. Senden Sie jetzt nichts mehr. Ihre Zahlung wird geprüft…",
  changeCoin: "Andere Kryptowährung auswählen",
  testPayment: "Testzahlung: Senden Sie nur Test-Coins.",
  openPaymentPage: "Zur Zahlungsseite",
  tryAgain: "Erneut versuchen",
  payNewAmount: "Neuen Betrag bezahlen",
  continue: "Weiter",
  backToStore: "Zurück zum Shop",
  viewOrder: "Bestellung ansehen",
  reference: "Referenz: {id}",
  unavailable:
    "Der Shop antwortet derzeit nicht. Diese Seite prüft automatisch weiter.",
  chooseWay: "Wie möchten Sie bezahlen?",
  payHosted: "Auf der Zahlungsseite",
  payInline: "Hier, aus Ihrer Wallet",
  changeWay: "Anders bezahlen",
  payUntil: "Bitte zahlen Sie bis {time}.",
  receipt: "{price} bezahlt mit {coin} am {time}.",
  phases: {
    checking: ["Ihre Zahlung wird geprüft", "Das kann einen Moment dauern."],
    waiting: [
      "Wir warten auf Ihre Zahlung",
      "Bitte zahlen Sie {price}. Sobald Ihre Zahlung eingeht, wird Ihre Bestellung automatisch aufgegeben, auch wenn Sie diese Seite schließen.",
      "Bitte schließen Sie die Zahlung ab. Sobald Ihre Zahlung eingeht, wird Ihre Bestellung automatisch aufgegeben, auch wenn Sie diese Seite schließen.",
    ],
    placing_order: [
      "Zahlung erhalten",
      "Ihre Bestellung wird aufgegeben. Das kann einen Moment dauern.",
    ],
    order_placed: ["Zahlung erfolgreich", "Ihre Bestellung wurde aufgegeben."],
    expired: [
      "Zahlung abgelaufen",
      "Es ist keine Zahlung eingegangen, und es wurde keine Bestellung aufgegeben. Senden Sie für diese Zahlung nichts mehr. Falls Sie bereits gesendet haben, warten Sie bitte. Der Eingang wird automatisch erkannt.",
    ],
    failed: [
      "Zahlung fehlgeschlagen",
      "Es ist keine Zahlung eingegangen, und es wurde keine Bestellung aufgegeben. Senden Sie für diese Zahlung nichts mehr.",
    ],
    cart_changed: [
      "Ihr Warenkorb hat sich geändert",
      "Diese Zahlung über {price} passt nicht mehr zu Ihrem Warenkorb. Falls Sie bereits bezahlt haben, wird der Shop Sie kontaktieren. Bitte zahlen Sie nicht noch einmal. Andernfalls starten Sie eine neue Zahlung.",
      "Diese Zahlung passt nicht mehr zu Ihrem Warenkorb. Falls Sie bereits bezahlt haben, wird der Shop Sie kontaktieren. Bitte zahlen Sie nicht noch einmal. Andernfalls starten Sie eine neue Zahlung.",
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
      "Ihre Bestellung konnte nicht automatisch aufgegeben werden. Der Shop wurde benachrichtigt und wird Sie kontaktieren. Sie müssen nichts tun. Bitte zahlen Sie nicht noch einmal.",
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
      "Bitte zahlen Sie {price}. Sobald Ihre Zahlung eingeht, ist Ihre Bestellung bestätigt, auch wenn Sie diese Seite schließen.",
      "Bitte schließen Sie die Zahlung ab. Sobald Ihre Zahlung eingeht, ist Ihre Bestellung bestätigt, auch wenn Sie diese Seite schließen.",
    ],
    expired: [
      "Zahlung abgelaufen",
      "Für Ihre Bestellung {order} ist keine Zahlung eingegangen. Senden Sie für diese Zahlung nichts mehr. Sie können die Bestellung erneut bezahlen.",
    ],
    failed: [
      "Zahlung fehlgeschlagen",
      "Für Ihre Bestellung {order} ist keine Zahlung eingegangen. Senden Sie für diese Zahlung nichts mehr. Sie können die Bestellung erneut bezahlen.",
    ],
    cart_changed: [
      "Ihre Bestellung hat sich geändert",
      "Diese Zahlung über {price} passt nicht mehr zu Ihrer Bestellung {order}. Falls Sie schon bezahlt haben, meldet sich der Shop bei Ihnen. Bitte zahlen Sie nicht noch einmal. Starten Sie andernfalls eine neue Zahlung.",
      "Diese Zahlung passt nicht mehr zu Ihrer Bestellung {order}. Falls Sie schon bezahlt haben, meldet sich der Shop bei Ihnen. Bitte zahlen Sie nicht noch einmal. Starten Sie andernfalls eine neue Zahlung.",
    ],
    attention: [
      "Wir haben Ihre Zahlung erhalten",
      "Sie passt nicht zu Ihrer Bestellung {order}. Der Shop wurde benachrichtigt und wird Sie kontaktieren. Bitte zahlen Sie nicht noch einmal.",
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
