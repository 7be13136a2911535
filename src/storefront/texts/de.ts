import type { CryptoPaymentTexts } from "./texts"

export const de: CryptoPaymentTexts = {
  pay: "Mit Krypto bezahlen",
  opening: "Die Zahlung wird geöffnet …",
  startFailed: "Die Zahlung konnte nicht begonnen werden.",
  chooseCoin: "Coin wählen",
  loadingCoins: "Die Coins werden geladen …",
  noCoins: "Dieser Shop kann derzeit kein Krypto annehmen.",
  coinsFailed: "Die Coins konnten nicht geladen werden.",
  showAddress: "Adresse anzeigen",
  amount: "Betrag",
  network: "Netzwerk",
  address: "Adresse",
  exactly:
    "Senden Sie genau diesen Betrag in {coin} und nur über das Netzwerk {network}. Alles andere kann verloren gehen.",
  copy: "Kopieren",
  copied: "Kopiert",
  qrCode: "QR-Code für Ihre Wallet",
  openWallet: "In der Wallet öffnen",
  timeLeft: "Verbleibende Zeit: {time}",
  timeUp:
    "Die Zeit ist abgelaufen. Bitte senden Sie nichts mehr; wird geprüft …",
  changeCoin: "Anderen Coin wählen",
  test: "Testzahlung: Senden Sie nur Test-Coins.",
  toPaymentPage: "Zur Zahlungsseite",
  tryAgain: "Erneut versuchen",
  payNewAmount: "Den neuen Betrag bezahlen",
  continue: "Weiter",
  back: "Zurück zum Shop",
  showOrder: "Bestellung anzeigen",
  reference: "Referenz {id}",
  noAnswer:
    "Der Shop antwortet gerade nicht. Diese Seite prüft von selbst weiter.",
  phases: {
    checking: ["Ihre Zahlung wird geprüft", "Einen Moment, bitte."],
    waiting: [
      "Wir warten auf Ihre Zahlung",
      "Bitte zahlen Sie {price}. Sobald die Coins eintreffen, wird Ihre Bestellung von selbst aufgegeben, auch wenn Sie diese Seite schließen.",
    ],
    placing_order: [
      "Bezahlt",
      "Ihre Bestellung wird aufgegeben. Einen Moment, bitte.",
    ],
    order_placed: [
      "Vielen Dank, es ist bezahlt",
      "Ihre Bestellung wurde aufgegeben.",
    ],
    expired: [
      "Die Zahlung ist abgelaufen",
      "Es ist nichts eingegangen, und es wurde nichts bestellt. Bitte senden Sie für diese Zahlung nichts mehr. Falls Sie die Coins schon gesendet haben, warten Sie: Ihr Eingang wird bemerkt.",
    ],
    failed: [
      "Die Zahlung hat nicht geklappt",
      "Es ist nichts eingegangen, und es wurde nichts bestellt. Bitte senden Sie für diese Zahlung nichts mehr.",
    ],
    cart_changed: [
      "Ihr Warenkorb hat sich geändert",
      "Diese Zahlung über {price} passt nicht mehr dazu. Falls Sie schon bezahlt haben, meldet sich der Shop bei Ihnen: Bitte zahlen Sie nicht noch einmal. Falls nicht, beginnen Sie eine neue Zahlung.",
    ],
    replaced: [
      "Diese Zahlung wurde ersetzt",
      "Sie haben inzwischen eine andere begonnen. Bitte senden Sie für diese Zahlung nichts mehr.",
    ],
    paid_otherwise: [
      "Die Bestellung wurde schon aufgegeben",
      "Hier ist nichts mehr zu zahlen. Bitte senden Sie für diese Zahlung nichts mehr.",
    ],
    attention: [
      "Wir haben Ihre Zahlung",
      "Die Bestellung konnte nicht von selbst aufgegeben werden. Der Shop weiß Bescheid und meldet sich bei Ihnen: Sie müssen nichts tun, und bitte zahlen Sie nicht noch einmal.",
    ],
    resolved: [
      "Der Shop hat sich um Ihre Zahlung gekümmert",
      "Falls Sie eine Frage haben, wenden Sie sich bitte an den Shop.",
    ],
    unknown: [
      "Diese Zahlung ist nicht bekannt",
      "Bitte folgen Sie noch einmal dem Link aus Ihrer Bestellung, oder wenden Sie sich an den Shop.",
    ],
  },
}
