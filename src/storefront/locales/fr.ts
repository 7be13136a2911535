import type { CryptoPaymentTexts } from "."

export const fr: CryptoPaymentTexts = {
  pay: "Payer en crypto",
  starting: "Démarrage du paiement…",
  startFailed: "Le paiement n’a pas pu être démarré.",
  chooseCoin: "Choisissez une cryptomonnaie",
  loadingCoins: "Chargement des cryptomonnaies…",
  noCoins:
    "Cette boutique ne peut pas accepter de cryptomonnaies pour le moment.",
  coinsFailed: "Les cryptomonnaies n’ont pas pu être chargées.",
  showAddress: "Afficher l’adresse",
  amount: "Montant",
  network: "Réseau",
  address: "Adresse",
  exactAmount:
    "Envoyez exactement ce montant en {coin}, uniquement sur le réseau {network}. Tout autre envoi peut être perdu.",
  copy: "Copier",
  copied: "Copié",
  qrCode: "QR code pour votre portefeuille",
  openWallet: "Ouvrir dans le portefeuille",
  timeLeft: "Temps restant : {time}",
  timeUp:
    "Le temps est écoulé. N’envoyez plus rien. Vérification de votre paiement…",
  changeCoin: "Choisir une autre cryptomonnaie",
  testPayment: "Paiement de test : n’envoyez que des jetons de test.",
  openPaymentPage: "Aller à la page de paiement",
  tryAgain: "Réessayer",
  payNewAmount: "Payer le nouveau montant",
  continue: "Continuer",
  backToStore: "Retour à la boutique",
  viewOrder: "Voir la commande",
  reference: "Référence : {id}",
  unavailable:
    "La boutique ne répond pas pour le moment. Cette page continue de vérifier automatiquement.",
  chooseWay: "Comment souhaitez-vous payer ?",
  payHosted: "Sur la page de paiement",
  payInline: "Ici, depuis votre portefeuille",
  changeWay: "Payer autrement",
  payUntil: "Veuillez payer avant le {time}.",
  receipt: "{price} payés avec {coin} le {time}.",
  phases: {
    checking: [
      "Vérification de votre paiement",
      "Cela peut prendre un instant.",
    ],
    waiting: [
      "En attente de votre paiement",
      "Veuillez payer {price}. Dès réception de votre paiement, votre commande est passée automatiquement, même si vous fermez cette page.",
      "Veuillez effectuer le paiement. Dès réception de votre paiement, votre commande est passée automatiquement, même si vous fermez cette page.",
    ],
    placing_order: [
      "Paiement reçu",
      "Votre commande est en cours d’enregistrement. Cela peut prendre un instant.",
    ],
    order_placed: ["Paiement réussi", "Votre commande a été passée."],
    expired: [
      "Le paiement a expiré",
      "Aucun paiement n’a été reçu et aucune commande n’a été passée. N’envoyez plus rien pour ce paiement. Si vous l’avez déjà envoyé, veuillez patienter. Il sera détecté automatiquement à son arrivée.",
    ],
    failed: [
      "Le paiement a échoué",
      "Aucun paiement n’a été reçu et aucune commande n’a été passée. N’envoyez plus rien pour ce paiement.",
    ],
    cart_changed: [
      "Votre panier a changé",
      "Ce paiement de {price} ne correspond plus à votre panier. Si vous avez déjà payé, la boutique vous contactera. Veuillez ne pas payer une seconde fois. Sinon, démarrez un nouveau paiement.",
      "Ce paiement ne correspond plus à votre panier. Si vous avez déjà payé, la boutique vous contactera. Veuillez ne pas payer une seconde fois. Sinon, démarrez un nouveau paiement.",
    ],
    replaced: [
      "Ce paiement a été remplacé",
      "Vous avez démarré un autre paiement. N’envoyez plus rien pour ce paiement.",
    ],
    paid_otherwise: [
      "La commande a déjà été passée",
      "Il ne reste rien à payer. N’envoyez plus rien pour ce paiement.",
    ],
    order_canceled: [
      "Commande annulée",
      "Cette commande a été annulée, car aucun paiement n’a été reçu à temps. N’envoyez plus rien pour ce paiement.",
    ],
    attention: [
      "Nous avons reçu votre paiement",
      "Votre commande n’a pas pu être passée automatiquement. La boutique a été prévenue et vous contactera. Vous n’avez rien à faire. Veuillez ne pas payer une seconde fois.",
    ],
    resolved: [
      "La boutique a traité votre paiement",
      "Pour toute question, contactez la boutique.",
    ],
    unknown: [
      "Paiement introuvable",
      "Ouvrez à nouveau le lien de votre commande ou contactez la boutique.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Votre commande {order} est en attente de paiement",
      "Veuillez payer {price}. Votre commande est confirmée dès l’arrivée du paiement, même si vous fermez cette page.",
      "Veuillez terminer le paiement. Votre commande est confirmée dès l’arrivée du paiement, même si vous fermez cette page.",
    ],
    expired: [
      "Paiement expiré",
      "Aucun paiement n’a été reçu pour votre commande {order}. N’envoyez plus rien pour ce paiement. Vous pouvez payer la commande à nouveau.",
    ],
    failed: [
      "Échec du paiement",
      "Aucun paiement n’a été reçu pour votre commande {order}. N’envoyez plus rien pour ce paiement. Vous pouvez payer la commande à nouveau.",
    ],
    cart_changed: [
      "Votre commande a changé",
      "Ce paiement de {price} ne correspond plus à votre commande {order}. Si vous avez déjà payé, la boutique vous contactera. Ne payez pas une seconde fois. Sinon, lancez un nouveau paiement.",
      "Ce paiement ne correspond plus à votre commande {order}. Si vous avez déjà payé, la boutique vous contactera. Ne payez pas une seconde fois. Sinon, lancez un nouveau paiement.",
    ],
    attention: [
      "Nous avons reçu votre paiement",
      "Il ne correspond pas à votre commande {order}. La boutique a été prévenue et vous contactera. Veuillez ne pas payer une seconde fois.",
    ],
  },
  payPage: {
    payable: ["Payer votre commande {order}", "{price} restent à payer."],
    paid: ["Votre commande {order} est payée", "Il ne reste rien à payer."],
    canceled: ["Votre commande {order} est annulée", "N’envoyez rien."],
    changed: [
      "Ce lien de paiement n’est plus à jour",
      "S’il reste quelque chose à payer pour votre commande {order}, demandez un nouveau lien à la boutique.",
    ],
    not_payable: [
      "Cette commande ne peut pas être payée en crypto",
      "Contactez la boutique au sujet de votre commande {order}.",
    ],
  },
}
