import type { CryptoPaymentTexts } from "./en"

export const it: CryptoPaymentTexts = {
  pay: "Paga con criptovalute",
  steps: ["Valuta", "Invio", "Conferma", "Ordine"],
  starting: "Avvio del pagamento…",
  startFailed: "Non è stato possibile avviare il pagamento.",
  chooseCoin: "Scegli una criptovaluta",
  search: "Cerca",
  noMatch: "Nessuna criptovaluta trovata.",
  loadingCoins: "Caricamento delle criptovalute…",
  noCoins: "Al momento questo negozio non può accettare criptovalute.",
  coinsFailed: "Non è stato possibile caricare le criptovalute.",
  showAddress: "Mostra indirizzo",
  amount: "Importo",
  network: "Rete",
  address: "Indirizzo",
  exactAmount:
    "Invia esattamente questo importo in {coin} e solo sulla rete {network}. Qualsiasi altro invio può andare perso.",
  copy: "Copia",
  copied: "Copiato",
  qrCode: "Codice QR per il tuo wallet",
  openWallet: "Apri nel wallet",
  codeWithAmount:
    "Il codice contiene l’indirizzo e l’importo esatto, per {coin} su {network}.",
  codeWithAddress:
    "Il codice contiene solo l’indirizzo. Inserisci tu l’importo e scegli {coin} su {network} nel tuo wallet.",
  showAmountCode: "Mostra il codice con l’importo",
  showAddressCode: "Mostra un codice con il solo indirizzo",
  addressDiffers:
    "Attenzione: ciò che è stato copiato non è l’indirizzo di questo pagamento. Non pagare. Ricarica la pagina o scansiona il codice.",
  sent: "Ho inviato il pagamento",
  confirming: [
    "Conferma del pagamento in corso",
    "La rete richiede di solito alcuni minuti, il resto avviene automaticamente. Puoi chiudere questa pagina.",
  ],
  keepCart: "Non modificare il carrello finché il pagamento non è arrivato.",
  paidCartChanged: [
    "Abbiamo il tuo pagamento di {price}",
    "Il tuo carrello ora costa {cart}. Riportalo a {price} per ottenere il tuo ordine, oppure attendi che il negozio ti contatti. Non pagare di nuovo.",
  ],
  showAgain: "Mostra di nuovo l’indirizzo",
  timeLeft: "Tempo rimanente: {time}",
  timeUp:
    "Il tempo è scaduto. Non inviare più nulla. Verifica del pagamento in corso…",
  changeCoin: "Scegli un’altra criptovaluta",
  testPayment: "Pagamento di prova: invia solo monete di prova.",
  openPaymentPage: "Vai alla pagina di pagamento",
  leftPaymentPage: "Hai lasciato la pagina di pagamento",
  tryAgain: "Riprova",
  payNewAmount: "Paga il nuovo importo",
  continue: "Continua",
  backToStore: "Torna al negozio",
  viewOrder: "Vedi ordine",
  dismiss: "Nascondi",
  reference: "Riferimento",
  unavailable:
    "Al momento il negozio non risponde. Questa pagina continua a controllare automaticamente.",
  payHosted: "Paga sulla pagina di pagamento",
  changeWay: "Paga in un altro modo",
  payUntil: "Paga entro il {time}.",
  receipt: "{price} pagati con {coin} il {time}.",
  underpaid: "Hai inviato {sent} di {quoted}: mancano {missing}.",
  duplicate:
    "L’ordine {order} era già pagato: questo secondo pagamento verrà restituito.",
  phases: {
    checking: [
      "Verifica del pagamento in corso",
      "Potrebbe richiedere qualche istante.",
    ],
    waiting: [
      "In attesa del pagamento",
      "L’ordine viene effettuato automaticamente appena il pagamento arriva. Puoi chiudere questa pagina.",
    ],
    placing_order: [
      "Pagamento ricevuto",
      "Stiamo effettuando il tuo ordine. Potrebbe richiedere qualche istante.",
    ],
    order_placed: ["Pagamento riuscito", "Il tuo ordine è stato effettuato."],
    expired: [
      "Il pagamento è scaduto",
      "Non è stato ricevuto alcun pagamento. Non inviare altro per questo pagamento. Se lo hai già inviato, attendi. Verrà rilevato automaticamente al suo arrivo.",
    ],
    failed: [
      "Il pagamento non è riuscito",
      "Non è stato ricevuto alcun pagamento. Non inviare altro per questo pagamento.",
    ],
    cart_changed: [
      "Il prezzo è cambiato",
      "Questo pagamento non corrisponde più. Se hai già pagato, il negozio ti contatterà. Non pagare di nuovo. Altrimenti avvia un nuovo pagamento.",
    ],
    replaced: [
      "Questo pagamento è stato sostituito",
      "Hai avviato un altro pagamento. Non inviare altro per questo pagamento.",
    ],
    paid_otherwise: [
      "L’ordine è già stato effettuato",
      "Non resta nulla da pagare. Non inviare altro per questo pagamento.",
    ],
    order_canceled: [
      "Ordine annullato",
      "Questo ordine è stato annullato perché nessun pagamento è arrivato in tempo. Non inviare altro per questo pagamento.",
    ],
    attention: [
      "Abbiamo ricevuto il tuo pagamento",
      "Il negozio deve esaminarlo. È stato avvisato e ti contatterà. Non devi fare nulla. Non pagare di nuovo.",
    ],
    resolved: [
      "Il negozio ha gestito il tuo pagamento",
      "Per qualsiasi domanda, contatta il negozio.",
    ],
    unknown: [
      "Pagamento non trovato",
      "Apri di nuovo il link del tuo acquisto o contatta il negozio.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Il tuo ordine {order} è in attesa di pagamento",
      "Il tuo ordine sarà confermato all’arrivo del pagamento. Puoi chiudere questa pagina.",
    ],
  },
  payPage: {
    payable: ["Paga il tuo ordine {order}", "L’importo dovuto è {price}."],
    paid: ["Il tuo ordine {order} è pagato", "Non resta nulla da pagare."],
    canceled: ["Il tuo ordine {order} è annullato", "Non inviare nulla."],
    changed: [
      "Questo link di pagamento non è più aggiornato",
      "Se resta qualcosa da pagare per il tuo ordine {order}, chiedi al negozio un nuovo link.",
    ],
    not_payable: [
      "Questo ordine non può essere pagato in cripto in questo momento",
      "Contatta il negozio per il tuo ordine {order}.",
    ],
  },
}
