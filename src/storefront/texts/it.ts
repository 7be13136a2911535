import type { CryptoPaymentTexts } from "./texts"

export const it: CryptoPaymentTexts = {
  pay: "Paga con criptovalute",
  opening: "Apertura del pagamento…",
  startFailed: "Non è stato possibile avviare il pagamento.",
  chooseCoin: "Scegli una valuta",
  loadingCoins: "Caricamento delle valute…",
  noCoins: "Al momento questo negozio non può accettare criptovalute.",
  coinsFailed: "Non è stato possibile caricare le valute.",
  showAddress: "Mostra l’indirizzo",
  amount: "Importo",
  network: "Rete",
  address: "Indirizzo",
  exactly:
    "Invia esattamente questo importo in {coin} e solo sulla rete {network}. Qualsiasi altro invio può andare perso.",
  copy: "Copia",
  copied: "Copiato",
  qrCode: "Codice QR per il tuo portafoglio",
  openWallet: "Apri nel portafoglio",
  timeLeft: "Tempo rimanente: {time}",
  timeUp: "Il tempo è scaduto. Non inviare più nulla; verifica in corso…",
  changeCoin: "Scegli un’altra valuta",
  test: "Pagamento di prova: invia solo monete di prova.",
  toPaymentPage: "Vai alla pagina di pagamento",
  tryAgain: "Riprova",
  payNewAmount: "Paga il nuovo importo",
  continue: "Continua",
  back: "Torna al negozio",
  showOrder: "Mostra l’ordine",
  reference: "Riferimento {id}",
  noAnswer:
    "Il negozio al momento non risponde. Questa pagina continua a controllare da sola.",
  phases: {
    checking: ["Verifica del pagamento", "Un momento, per favore."],
    waiting: [
      "In attesa del pagamento",
      "Paga {price}. Appena le monete arrivano, l’ordine viene effettuato automaticamente, anche se chiudi questa pagina.",
    ],
    placing_order: ["Pagato", "L’ordine è in corso. Un momento, per favore."],
    order_placed: ["Grazie, è pagato", "Il tuo ordine è stato effettuato."],
    expired: [
      "Il pagamento è scaduto",
      "Non è arrivato nulla e nessun ordine è stato effettuato. Non inviare altro per questo pagamento. Se hai già inviato le monete, attendi: il loro arrivo verrà notato.",
    ],
    failed: [
      "Il pagamento non è riuscito",
      "Non è arrivato nulla e nessun ordine è stato effettuato. Non inviare altro per questo pagamento.",
    ],
    cart_changed: [
      "Il carrello è cambiato",
      "Questo pagamento di {price} non corrisponde più. Se hai già pagato, il negozio ti contatterà: non pagare di nuovo. Altrimenti avvia un nuovo pagamento.",
    ],
    replaced: [
      "Questo pagamento è stato sostituito",
      "Nel frattempo ne hai avviato un altro. Non inviare altro per questo pagamento.",
    ],
    paid_otherwise: [
      "L’ordine è già stato effettuato",
      "Qui non resta nulla da pagare. Non inviare altro per questo pagamento.",
    ],
    attention: [
      "Abbiamo il tuo pagamento",
      "Non è stato possibile effettuare l’ordine automaticamente. Il negozio è stato avvisato e ti contatterà: non devi fare nulla e, per favore, non pagare di nuovo.",
    ],
    resolved: [
      "Il negozio si è occupato del tuo pagamento",
      "Per qualsiasi domanda, contatta il negozio.",
    ],
    unknown: [
      "Questo pagamento non è conosciuto",
      "Segui di nuovo il link dell’ordine o contatta il negozio.",
    ],
  },
}
