import type { CryptoRefundTexts } from "./refund-en"

export const de: CryptoRefundTexts = {
  order: "Bestellung",
  amount: "Sie erhalten",
  network: "Netzwerk",
  address: "Adresse",
  tag: "Tag oder Memo",
  tagHint:
    "Eine Börse gibt ihn mit der Adresse an; ohne ihn gehen die Coins verloren. Lassen Sie das Feld bei einer eigenen Wallet leer.",
  noTag: "Keiner",
  asEntered: "Wie von Ihnen eingegeben",
  transaction: "Transaktion",
  yourAddress: "Ihre Adresse für {coin} im Netzwerk {network}",
  enterUntil: "Geben Sie sie bis {time} ein.",
  check: "Adresse prüfen",
  checking: "Wird geprüft…",
  missing: "Geben Sie eine Adresse ein.",
  refused: "Diese Adresse kann nicht verwendet werden.",
  typingError:
    "Sie enthält einen Tippfehler oder gehört nicht zum Netzwerk {network}. Kopieren Sie sie aus Ihrer Wallet.",
  otherNetwork:
    "Sie gehört zu einem anderen Netzwerk: {found}. Kopieren Sie eine für {network} aus Ihrer Wallet.",
  unknownForm:
    "Eine Adresse hat 10 bis 128 Buchstaben und Ziffern. Kopieren Sie sie aus Ihrer Wallet.",
  storeAddress:
    "Sie gehört dem Shop; an sie haben Sie bezahlt. Geben Sie eine Adresse Ihrer eigenen Wallet ein.",
  tagAlone:
    "Sie ist nur ein Tag oder Memo. Geben Sie die Adresse ein und den Tag oder das Memo im eigenen Feld.",
  wrongTag:
    "Der Tag oder das Memo passt nicht zu {network} oder ist ein anderer als in der Adresse.",
  warning:
    "Überweisungen lassen sich nicht rückgängig machen. Die Coins sind verloren, wenn Ihre Wallet unter dieser Adresse kein {coin} im Netzwerk {network} empfängt.",
  unchecked:
    "Der Shop kann Adressen dieses Netzwerks nicht prüfen. Ein Tippfehler würde nicht bemerkt.",
  confirm: "Adresse bestätigen",
  saving: "Wird gespeichert…",
  change: "Andere Adresse eingeben",
  askToChange:
    "Ist die Adresse falsch? Wenden Sie sich an den Shop, bevor er sendet.",
  noAnswer: "Der Shop antwortet derzeit nicht. Versuchen Sie es erneut.",
  unavailable:
    "Der Shop antwortet derzeit nicht. Diese Seite prüft automatisch weiter.",
  back: "Zurück zum Shop",
  copy: "Kopieren",
  copied: "Kopiert",
  steps: {
    loading: ["Ihre Erstattung wird geladen", "Das kann einen Moment dauern."],
    enter: [
      "Ihre Erstattung",
      "Der Shop erstattet Ihnen {price}. Geben Sie die Adresse der Wallet ein, die den Betrag empfangen soll.",
      "Der Shop sendet Ihnen Coins zurück. Geben Sie die Adresse der Wallet ein, die sie empfangen soll.",
    ],
    enter_surplus: [
      "Ihre Erstattung",
      "Sie haben mehr Coins gesendet als fällig waren. Der Shop erstattet den Überschuss, der bei Ihrer Zahlung {price} wert war. Geben Sie die Adresse der Wallet ein, die ihn empfangen soll.",
      "Sie haben mehr Coins gesendet als fällig waren. Der Shop erstattet den Überschuss. Geben Sie die Adresse der Wallet ein, die ihn empfangen soll.",
    ],
    review: [
      "Prüfen Sie die Adresse",
      "Vergleichen Sie jedes Zeichen mit der Adresse in Ihrer Wallet. Es wird nichts gespeichert, bis Sie bestätigen.",
    ],
    address_entered: [
      "Ihre Adresse ist gespeichert",
      "Der Shop hat die Coins noch nicht gesendet. Diese Seite zeigt, wann sie gesendet sind.",
    ],
    sent: [
      "Ihre Erstattung wurde gesendet",
      "Ihre Wallet zeigt die Coins, sobald das Netzwerk die Transaktion bestätigt hat.",
    ],
    expired: [
      "Dieser Erstattungslink ist abgelaufen",
      "Es wurde nicht rechtzeitig eine Adresse eingegeben. Bitten Sie den Shop um einen neuen Link.",
    ],
    unknown: [
      "Dieser Erstattungslink ist ungültig",
      "Er ist vielleicht unvollständig, oder der Shop hat ihn ersetzt oder zurückgezogen. Öffnen Sie den neuesten Link oder wenden Sie sich an den Shop.",
    ],
  },
}
