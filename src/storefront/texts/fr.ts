import type { CryptoPaymentTexts } from "./texts"

export const fr: CryptoPaymentTexts = {
  pay: "Payer en crypto",
  opening: "Ouverture du paiement…",
  startFailed: "Le paiement n’a pas pu être commencé.",
  chooseCoin: "Choisissez une cryptomonnaie",
  loadingCoins: "Chargement des cryptomonnaies…",
  noCoins: "Cette boutique ne peut pas accepter de crypto pour le moment.",
  coinsFailed: "Les cryptomonnaies n’ont pas pu être chargées.",
  showAddress: "Afficher l’adresse",
  amount: "Montant",
  network: "Réseau",
  address: "Adresse",
  exactly:
    "Envoyez exactement ce montant en {coin}, uniquement sur le réseau {network}. Tout autre envoi peut être perdu.",
  copy: "Copier",
  copied: "Copié",
  qrCode: "QR code pour votre portefeuille",
  openWallet: "Ouvrir dans le portefeuille",
  timeLeft: "Temps restant : {time}",
  timeUp: "Le temps est écoulé. N’envoyez plus rien ; vérification…",
  changeCoin: "Choisir une autre cryptomonnaie",
  test: "Paiement de test : n’envoyez que des jetons de test.",
  toPaymentPage: "Vers la page de paiement",
  tryAgain: "Réessayer",
  payNewAmount: "Payer le nouveau montant",
  continue: "Continuer",
  back: "Retour à la boutique",
  showOrder: "Voir la commande",
  reference: "Référence {id}",
  noAnswer:
    "La boutique ne répond pas pour le moment. Cette page continue de vérifier toute seule.",
  phases: {
    checking: [
      "Vérification de votre paiement",
      "Un instant, s’il vous plaît.",
    ],
    waiting: [
      "En attente de votre paiement",
      "Veuillez payer {price}. Dès réception, votre commande est passée automatiquement, même si vous fermez cette page.",
    ],
    placing_order: [
      "Payé",
      "Votre commande est en cours d’enregistrement. Un instant, s’il vous plaît.",
    ],
    order_placed: ["Merci, c’est payé", "Votre commande a été passée."],
    expired: [
      "Le paiement a expiré",
      "Rien n’est arrivé et aucune commande n’a été passée. N’envoyez plus rien pour ce paiement. Si vous avez déjà envoyé les fonds, patientez : leur arrivée sera remarquée.",
    ],
    failed: [
      "Le paiement n’a pas abouti",
      "Rien n’est arrivé et aucune commande n’a été passée. N’envoyez plus rien pour ce paiement.",
    ],
    cart_changed: [
      "Votre panier a changé",
      "Ce paiement de {price} ne lui correspond plus. Si vous avez déjà payé, la boutique vous contactera : ne payez pas une seconde fois. Sinon, commencez un nouveau paiement.",
    ],
    replaced: [
      "Ce paiement a été remplacé",
      "Vous en avez commencé un autre depuis. N’envoyez plus rien pour ce paiement.",
    ],
    paid_otherwise: [
      "La commande a déjà été passée",
      "Il ne reste rien à payer ici. N’envoyez plus rien pour ce paiement.",
    ],
    attention: [
      "Nous avons votre paiement",
      "La commande n’a pas pu être passée automatiquement. La boutique est prévenue et vous contactera : vous n’avez rien à faire, et ne payez pas une seconde fois.",
    ],
    resolved: [
      "La boutique s’est occupée de votre paiement",
      "Pour toute question, veuillez contacter la boutique.",
    ],
    unknown: [
      "Ce paiement n’est pas connu",
      "Suivez à nouveau le lien de votre commande ou contactez la boutique.",
    ],
  },
}
