import type { NoticeTexts } from "./texts"

export const fr: NoticeTexts = {
  attention: { title: "Un paiement demande votre attention : {{reason}}" },
  reasons: {
    amount_mismatch: {
      title: "Montant différent",
      text: "Le client a payé un montant ou une devise différents de ce qui est dû. N’expédiez pas encore une commande affichée avec ce paiement.",
    },
    duplicate_payment: {
      title: "Paiement en double",
      text: "Le client a payé ce qui était déjà payé.",
    },
    order_not_placed: {
      title: "Commande non passée",
      text: "Le client a payé, mais la commande n’a pas pu être passée, par exemple parce qu’un article est épuisé.",
    },
    unmatched: {
      title: "Aucun panier correspondant",
      text: "Le paiement ne correspond à aucun panier ni à aucune commande.",
    },
    test_mode_mismatch: {
      title: "Mode test différent",
      text: "Des cryptos de test ont été payées en mode réel, ou de vraies cryptos en mode test.",
    },
    late_payment: {
      title: "Paiement tardif",
      text: "Le client a payé après l’expiration du paiement, ou la commande a été annulée.",
    },
    unknown_status: {
      title: "Statut inconnu",
      text: "La passerelle signale un statut que la boutique ne connaît pas. Aucun argent n’a été confirmé.",
    },
    underpaid: {
      title: "Paiement insuffisant",
      text: "Moins de cryptos que prévu sont arrivées. Décidez si le montant suffit.",
    },
    received_amount_unknown: {
      title: "Montant reçu inconnu",
      text: "La passerelle n’a pas signalé dans l’heure combien de cryptos sont arrivées. Vérifiez le montant dans votre portefeuille.",
    },
  },
  money_without_order: {
    title: "Un paiement reçu n’a pas encore de commande",
    text: "Il a été confirmé il y a plus de dix minutes. La boutique continue d’essayer ; la page du paiement montre ce qui a échoué.",
  },
  unpaid_order_ending: {
    title: "Une commande impayée sera bientôt annulée",
    text: "Elle peut être payée jusqu’au {{time}}.",
  },
  refund_to_send: {
    title: "Un remboursement peut être envoyé",
    text: "Le client a saisi l’adresse. Envoyez les cryptos depuis votre portefeuille, puis saisissez la transaction.",
  },
  webhooks: {
    missing: {
      title: "Les webhooks n’arrivent pas",
      text: "L’interrogation a trouvé des paiements de {{provider}} qu’aucun webhook n’a signalés. Leurs commandes sont passées plus tard que d’habitude.",
    },
    failing: {
      title: "Les webhooks sont refusés",
      text: "L’interrogation a trouvé des paiements de {{provider}} dont les webhooks ont été refusés. La page de configuration montre pourquoi.",
    },
  },
  order: "Commande {{order}}",
  open: "Ouvrir dans l’administration",
  footer:
    "Vous recevez cet e-mail parce que les options de la boutique (notify.email) contiennent votre adresse.",
}
