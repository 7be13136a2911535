import type { CryptoPaymentTexts } from "./en"

export const nl: CryptoPaymentTexts = {
  pay: "Betalen met crypto",
  steps: ["Munt", "Versturen", "Bevestiging", "Bestelling"],
  starting: "Betaling wordt gestart…",
  startFailed: "De betaling kon niet worden gestart.",
  chooseCoin: "Kies een cryptomunt",
  search: "Zoeken",
  noMatch: "Geen cryptomunt gevonden.",
  loadingCoins: "Cryptomunten worden geladen…",
  noCoins: "Deze winkel kan op dit moment geen crypto aannemen.",
  coinsFailed: "De cryptomunten konden niet worden geladen.",
  showAddress: "Adres tonen",
  amount: "Bedrag",
  network: "Netwerk",
  address: "Adres",
  exactAmount:
    "Verstuur precies dit bedrag in {coin}, en alleen via het netwerk {network}. Al het andere kan verloren gaan.",
  copy: "Kopiëren",
  copied: "Gekopieerd",
  qrCode: "QR-code voor je wallet",
  openWallet: "Openen in wallet",
  codeWithAmount:
    "De code bevat het adres en het exacte bedrag, voor {coin} op {network}.",
  codeWithAddress:
    "De code bevat alleen het adres. Vul het bedrag zelf in en kies {coin} op {network} in je wallet.",
  showAmountCode: "De code met het bedrag tonen",
  showAddressCode: "Een code met alleen het adres tonen",
  addressDiffers:
    "Let op: wat is gekopieerd, is niet het adres van deze betaling. Betaal niet. Laad de pagina opnieuw of scan de code.",
  sent: "Ik heb het verstuurd",
  confirming: [
    "Je betaling wordt bevestigd",
    "Het netwerk heeft meestal een paar minuten nodig, de rest gaat vanzelf. Je kunt deze pagina sluiten.",
  ],
  keepCart: "Wijzig je winkelwagen niet tot je betaling is aangekomen.",
  paidCartChanged: [
    "We hebben je betaling van {price}",
    "Je winkelwagen kost nu {cart}. Zet deze terug op {price} om je bestelling te krijgen, of wacht tot de winkel contact met je opneemt. Betaal niet nog een keer.",
  ],
  showAgain: "Adres opnieuw tonen",
  timeLeft: "Resterende tijd: {time}",
  timeUp:
    "De tijd is om. Verstuur nu niets meer. Je betaling wordt gecontroleerd…",
  changeCoin: "Een andere cryptomunt kiezen",
  testPayment: "Testbetaling: verstuur alleen testmunten.",
  openPaymentPage: "Naar de betaalpagina",
  leftPaymentPage: "Je hebt de betaalpagina verlaten",
  tryAgain: "Opnieuw proberen",
  payNewAmount: "Nieuw bedrag betalen",
  continue: "Doorgaan",
  backToStore: "Terug naar de winkel",
  viewOrder: "Bestelling bekijken",
  dismiss: "Verbergen",
  reference: "Referentie",
  unavailable:
    "De winkel reageert op dit moment niet. Deze pagina blijft automatisch controleren.",
  payHosted: "Betalen op de betaalpagina",
  changeWay: "Op een andere manier betalen",
  payUntil: "Betaal uiterlijk {time}.",
  receipt: "{price} betaald met {coin} op {time}.",
  underpaid: "Je hebt {sent} van {quoted} verstuurd, er ontbreekt {missing}.",
  duplicate:
    "Bestelling {order} was al betaald, deze tweede betaling wordt teruggestuurd.",
  phases: {
    checking: ["Je betaling wordt gecontroleerd", "Dit kan een moment duren."],
    waiting: [
      "We wachten op je betaling",
      "Je bestelling wordt automatisch geplaatst zodra je betaling binnen is. Je kunt deze pagina sluiten.",
    ],
    placing_order: [
      "Betaling ontvangen",
      "Je bestelling wordt geplaatst. Dit kan een moment duren.",
    ],
    order_placed: ["Betaling gelukt", "Je bestelling is geplaatst."],
    expired: [
      "Betaling verlopen",
      "Er is geen betaling ontvangen. Verstuur niets meer voor deze betaling. Heb je al iets verstuurd, wacht dan. Het wordt automatisch herkend zodra het binnenkomt.",
    ],
    failed: [
      "Betaling mislukt",
      "Er is geen betaling ontvangen. Verstuur niets meer voor deze betaling.",
    ],
    cart_changed: [
      "De prijs is gewijzigd",
      "Deze betaling komt er niet meer mee overeen. Als je al hebt betaald, neemt de winkel contact met je op. Betaal niet nog een keer. Start anders een nieuwe betaling.",
    ],
    replaced: [
      "Deze betaling is vervangen",
      "Je hebt een andere betaling gestart. Verstuur niets meer voor deze betaling.",
    ],
    paid_otherwise: [
      "Bestelling al geplaatst",
      "Je hoeft niets meer te betalen. Verstuur niets meer voor deze betaling.",
    ],
    order_canceled: [
      "Bestelling geannuleerd",
      "Deze bestelling is geannuleerd omdat er niet op tijd een betaling is ontvangen. Verstuur niets meer voor deze betaling.",
    ],
    attention: [
      "We hebben je betaling ontvangen",
      "De winkel moet de betaling controleren, heeft bericht gekregen en neemt contact met je op. Je hoeft niets te doen. Betaal niet nog een keer.",
    ],
    resolved: [
      "De winkel heeft je betaling afgehandeld",
      "Heb je vragen, neem dan contact op met de winkel.",
    ],
    unknown: [
      "Betaling niet gevonden",
      "Open de link uit je bestelling opnieuw of neem contact op met de winkel.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Je bestelling {order} wacht op betaling",
      "Je bestelling wordt bevestigd zodra je betaling binnen is. Je kunt deze pagina sluiten.",
    ],
  },
  payPage: {
    payable: ["Betaal je bestelling {order}", "Te betalen: {price}."],
    paid: [
      "Je bestelling {order} is betaald",
      "Je hoeft niets meer te betalen.",
    ],
    canceled: ["Je bestelling {order} is geannuleerd", "Verstuur niets."],
    changed: [
      "Deze betaallink is verouderd",
      "Als er voor je bestelling {order} nog iets te betalen is, vraag de winkel dan om een nieuwe link.",
    ],
    not_payable: [
      "Deze bestelling kan nu niet met crypto worden betaald",
      "Neem contact op met de winkel over je bestelling {order}.",
    ],
  },
}
