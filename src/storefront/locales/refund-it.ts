import type { CryptoRefundTexts } from "./refund-en"

export const it: CryptoRefundTexts = {
  order: "Ordine",
  amount: "Ricevi",
  network: "Rete",
  address: "Indirizzo",
  tag: "Tag o memo",
  tagHint:
    "Un exchange ne fornisce uno insieme all’indirizzo; le monete inviate senza vanno perse. Lascia vuoto per un wallet tuo.",
  noTag: "Nessuno",
  asEntered: "Come l’hai inserito",
  transaction: "Transazione",
  yourAddress: "Il tuo indirizzo {coin} sulla rete {network}",
  enterUntil: "Inseriscilo entro il {time}.",
  check: "Verifica l’indirizzo",
  checking: "Verifica in corso…",
  missing: "Inserisci un indirizzo.",
  refused: "Questo indirizzo non può essere usato.",
  typingError:
    "Contiene un errore di battitura o non è della rete {network}. Copialo dal tuo wallet.",
  otherNetwork:
    "È di un’altra rete: {found}. Copiane uno per {network} dal tuo wallet.",
  unknownForm:
    "Un indirizzo ha da 10 a 128 lettere e cifre. Copialo dal tuo wallet.",
  storeAddress:
    "È quello del negozio, a cui hai pagato. Inserisci un indirizzo del tuo wallet.",
  tagAlone:
    "È solo un tag o memo. Inserisci l’indirizzo, e il tag o memo nel suo campo.",
  wrongTag:
    "Il tag o memo non è di {network}, o è diverso da quello nell’indirizzo.",
  warning:
    "I trasferimenti non si possono annullare. Le monete vanno perse se il tuo wallet non riceve {coin} sulla rete {network} a questo indirizzo.",
  unchecked:
    "Il negozio non può verificare gli indirizzi di questa rete: un errore di battitura non verrebbe notato.",
  confirm: "Conferma l’indirizzo",
  saving: "Salvataggio…",
  change: "Inserisci un altro indirizzo",
  askToChange:
    "L’indirizzo è sbagliato? Contatta il negozio prima che faccia l’invio.",
  noAnswer: "Il negozio non risponde in questo momento. Riprova.",
  unavailable:
    "Il negozio non risponde in questo momento. Questa pagina continua a controllare automaticamente.",
  back: "Torna al negozio",
  copy: "Copia",
  copied: "Copiato",
  steps: {
    loading: ["Caricamento del tuo rimborso", "Potrebbe volerci un momento."],
    enter: [
      "Il tuo rimborso",
      "Il negozio ti rimborsa {price}. Inserisci l’indirizzo del wallet che deve ricevere l’importo.",
      "Il negozio ti restituisce delle monete. Inserisci l’indirizzo del wallet che deve riceverle.",
    ],
    enter_surplus: [
      "Il tuo rimborso",
      "Hai inviato più monete del dovuto. Il negozio restituisce l’eccedenza, che valeva {price} quando hai pagato. Inserisci l’indirizzo del wallet che deve riceverla.",
      "Hai inviato più monete del dovuto. Il negozio restituisce l’eccedenza. Inserisci l’indirizzo del wallet che deve riceverla.",
    ],
    review: [
      "Controlla l’indirizzo",
      "Confronta ogni carattere con l’indirizzo nel tuo wallet. Nulla viene salvato finché non confermi.",
    ],
    address_entered: [
      "Il tuo indirizzo è salvato",
      "Il negozio non ha ancora inviato le monete. Questa pagina mostra quando vengono inviate.",
    ],
    sent: [
      "Il tuo rimborso è stato inviato",
      "Il tuo wallet mostra le monete quando la rete ha confermato la transazione.",
    ],
    expired: [
      "Questo link di rimborso è scaduto",
      "Nessun indirizzo è stato inserito in tempo. Chiedi al negozio un nuovo link.",
    ],
    unknown: [
      "Questo link di rimborso non è valido",
      "Forse è incompleto, oppure il negozio l’ha sostituito o ritirato. Apri il link più recente o contatta il negozio.",
    ],
  },
}
