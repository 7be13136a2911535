import type { CryptoPaymentTexts } from "./en"

export const fr: CryptoPaymentTexts = {
  pay: "Payer en crypto",
  steps: ["Monnaie", "Envoi", "Confirmation", "Commande"],
  starting: "Démarrage du paiement…",
  startFailed: "Le paiement n’a pas pu être démarré.",
  chooseCoin: "Choisissez une cryptomonnaie",
  search: "Rechercher",
  noMatch: "Aucune cryptomonnaie trouvée.",
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
  codeWithAmount:
    "Le code contient l’adresse et le montant exact, pour {coin} sur {network}.",
  codeWithAddress:
    "Le code ne contient que l’adresse. Saisissez vous-même le montant et choisissez {coin} sur {network} dans votre portefeuille.",
  showAmountCode: "Afficher le code avec le montant",
  showAddressCode: "Afficher un code avec l’adresse seule",
  addressDiffers:
    "Attention\u00a0: ce qui a été copié n’est pas l’adresse de ce paiement. Ne payez pas. Rechargez la page ou scannez le code.",
  sent: "J’ai envoyé le paiement",
  confirming: [
    "Confirmation de votre paiement",
    "Le réseau a généralement besoin de quelques minutes, la suite est automatique. Vous pouvez fermer cette page.",
  ],
  keepCart:
    "Veuillez ne pas modifier votre panier avant l’arrivée de votre paiement.",
  paidCartChanged: [
    "Nous avons votre paiement de {price}",
    "Votre panier coûte maintenant {cart}. Ramenez-le à {price} pour obtenir votre commande, ou attendez que la boutique vous contacte. Veuillez ne pas payer une seconde fois.",
  ],
  showAgain: "Afficher à nouveau l’adresse",
  timeLeft: "Temps restant\u00a0: {time}",
  timeUp:
    "Le temps est écoulé. N’envoyez plus rien. Vérification de votre paiement…",
  changeCoin: "Choisir une autre cryptomonnaie",
  testPayment: "Paiement de test\u00a0: n’envoyez que des jetons de test.",
  openPaymentPage: "Aller à la page de paiement",
  leftPaymentPage: "Vous avez quitté la page de paiement",
  tryAgain: "Réessayer",
  payNewAmount: "Payer le nouveau montant",
  continue: "Continuer",
  backToStore: "Retour à la boutique",
  viewOrder: "Voir la commande",
  dismiss: "Masquer",
  reference: "Référence",
  unavailable:
    "La boutique ne répond pas pour le moment. Cette page continue de vérifier automatiquement.",
  payHosted: "Payer sur la page de paiement",
  changeWay: "Payer autrement",
  payUntil: "Veuillez payer avant le {time}.",
  receipt: "{price} payés avec {coin} le {time}.",
  underpaid: "Vous avez envoyé {sent} sur {quoted}, il manque {missing}.",
  duplicate:
    "La commande {order} était déjà payée, ce second paiement sera remboursé.",
  phases: {
    checking: [
      "Vérification de votre paiement",
      "Cela peut prendre un instant.",
    ],
    waiting: [
      "En attente de votre paiement",
      "Votre commande est passée automatiquement dès réception de votre paiement. Vous pouvez fermer cette page.",
    ],
    placing_order: [
      "Paiement reçu",
      "Votre commande est en cours d’enregistrement. Cela peut prendre un instant.",
    ],
    order_placed: ["Paiement réussi", "Votre commande a été passée."],
    expired: [
      "Le paiement a expiré",
      "Aucun paiement n’a été reçu. N’envoyez plus rien pour ce paiement. Si vous l’avez déjà envoyé, veuillez patienter. Il sera détecté automatiquement à son arrivée.",
    ],
    failed: [
      "Le paiement a échoué",
      "Aucun paiement n’a été reçu. N’envoyez plus rien pour ce paiement.",
    ],
    cart_changed: [
      "Le prix a changé",
      "Ce paiement ne lui correspond plus. Si vous avez déjà payé, la boutique vous contactera. Veuillez ne pas payer une seconde fois. Sinon, démarrez un nouveau paiement.",
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
      "La boutique doit l’examiner. Elle a été prévenue et vous contactera. Vous n’avez rien à faire. Veuillez ne pas payer une seconde fois.",
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
      "Votre commande est confirmée dès réception de votre paiement. Vous pouvez fermer cette page.",
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
