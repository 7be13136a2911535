import type { CryptoRefundTexts } from "./refund-en"

export const nl: CryptoRefundTexts = {
  order: "Bestelling",
  amount: "Je ontvangt",
  network: "Netwerk",
  address: "Adres",
  tag: "Tag of memo",
  tagHint:
    "Een beurs geeft er een bij het adres; zonder gaan de munten verloren. Laat het leeg voor een eigen wallet.",
  noTag: "Geen",
  asEntered: "Zoals je het hebt ingevoerd",
  transaction: "Transactie",
  yourAddress: "Je {coin}-adres op het netwerk {network}",
  enterUntil: "Vul het uiterlijk {time} in.",
  check: "Adres controleren",
  checking: "Bezig met controleren…",
  missing: "Vul een adres in.",
  refused: "Dit adres kan niet worden gebruikt.",
  typingError:
    "Het bevat een typefout of is niet van het netwerk {network}. Kopieer het uit je wallet.",
  otherNetwork:
    "Het is van een ander netwerk: {found}. Kopieer er een voor {network} uit je wallet.",
  unknownForm:
    "Een adres heeft 10 tot 128 letters en cijfers. Kopieer het uit je wallet.",
  storeAddress:
    "Het is van de winkel zelf; daarheen heb je betaald. Vul een adres van je eigen wallet in.",
  tagAlone:
    "Het is alleen een tag of memo. Voer het adres in, en de tag of memo in het eigen veld.",
  wrongTag:
    "De tag of memo is niet van {network}, of is een andere dan die in het adres.",
  warning:
    "Overboekingen kunnen niet ongedaan worden gemaakt. De munten gaan verloren als je wallet op dit adres geen {coin} op het netwerk {network} ontvangt.",
  unchecked:
    "De winkel kan adressen van dit netwerk niet controleren. Een typefout zou dus niet worden opgemerkt.",
  confirm: "Adres bevestigen",
  saving: "Bezig met opslaan…",
  change: "Ander adres invullen",
  askToChange:
    "Klopt het adres niet? Neem contact op met de winkel voordat die verstuurt.",
  noAnswer: "De winkel reageert op dit moment niet. Probeer het opnieuw.",
  unavailable:
    "De winkel reageert op dit moment niet. Deze pagina blijft automatisch controleren.",
  back: "Terug naar de winkel",
  copy: "Kopiëren",
  copied: "Gekopieerd",
  steps: {
    loading: ["Je terugbetaling wordt geladen", "Dit kan een moment duren."],
    enter: [
      "Je terugbetaling",
      "De winkel betaalt je {price} terug. Vul het adres in van de wallet die het bedrag moet ontvangen.",
      "De winkel stuurt je munten terug. Vul het adres in van de wallet die ze moet ontvangen.",
    ],
    enter_surplus: [
      "Je terugbetaling",
      "Je hebt meer munten verstuurd dan nodig was. De winkel betaalt het teveel terug, dat bij je betaling {price} waard was. Vul het adres in van de wallet die het moet ontvangen.",
      "Je hebt meer munten verstuurd dan nodig was. De winkel betaalt het teveel terug. Vul het adres in van de wallet die het moet ontvangen.",
    ],
    review: [
      "Controleer het adres",
      "Vergelijk elk teken met het adres in je wallet. Er wordt niets opgeslagen totdat je bevestigt.",
    ],
    address_entered: [
      "Je adres is opgeslagen",
      "De winkel heeft de munten nog niet verstuurd. Op deze pagina zie je wanneer ze zijn verstuurd.",
    ],
    sent: [
      "Je terugbetaling is verstuurd",
      "Je wallet toont de munten zodra het netwerk de transactie heeft bevestigd.",
    ],
    expired: [
      "Deze terugbetaallink is verlopen",
      "Er is niet op tijd een adres ingevuld. Vraag de winkel om een nieuwe link.",
    ],
    unknown: [
      "Deze terugbetaallink is ongeldig",
      "Misschien is de link onvolledig, of heeft de winkel hem vervangen of ingetrokken. Open de nieuwste link of neem contact op met de winkel.",
    ],
  },
}
