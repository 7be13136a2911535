import type { CryptoRefundTexts } from "./refund-en"

export const fr: CryptoRefundTexts = {
  order: "Commande",
  amount: "Vous recevez",
  network: "Réseau",
  address: "Adresse",
  tag: "Tag ou mémo",
  tagHint:
    "Une plateforme d’échange en donne un avec l’adresse. Les coins envoyés sans lui sont perdus. Laissez ce champ vide pour votre propre portefeuille.",
  noTag: "Aucun",
  asEntered: "Telle que vous l’avez saisie",
  transaction: "Transaction",
  yourAddress: "Votre adresse {coin} sur le réseau {network}",
  enterUntil: "Saisissez-la avant le {time}.",
  check: "Vérifier l’adresse",
  checking: "Vérification…",
  missing: "Saisissez une adresse.",
  refused: "Cette adresse ne peut pas être utilisée.",
  typingError:
    "Elle contient une faute de frappe ou n’est pas du réseau {network}. Copiez-la depuis votre portefeuille.",
  otherNetwork:
    "Elle est d’un autre réseau\u00a0: {found}. Copiez-en une pour {network} depuis votre portefeuille.",
  unknownForm:
    "Une adresse compte de 10 à 128 lettres et chiffres. Copiez-la depuis votre portefeuille.",
  storeAddress:
    "C’est celle de la boutique, à laquelle vous avez payé. Saisissez une adresse de votre propre portefeuille.",
  tagAlone:
    "C’est un tag ou un mémo seul. Saisissez l’adresse, et le tag ou le mémo dans son propre champ.",
  wrongTag:
    "Le tag ou le mémo ne convient pas à {network}, ou diffère de celui de l’adresse.",
  warning:
    "Un transfert ne peut pas être annulé. Les cryptos sont perdues si votre portefeuille ne reçoit pas de {coin} sur le réseau {network} à cette adresse.",
  unchecked:
    "La boutique ne peut pas vérifier les adresses de ce réseau\u00a0: une faute de frappe ne serait pas détectée.",
  confirm: "Confirmer l’adresse",
  saving: "Enregistrement…",
  change: "Saisir une autre adresse",
  askToChange:
    "L’adresse est fausse\u00a0? Contactez la boutique avant qu’elle n’effectue l’envoi.",
  noAnswer: "La boutique ne répond pas pour le moment. Réessayez.",
  unavailable:
    "La boutique ne répond pas pour le moment. Cette page continue de vérifier automatiquement.",
  back: "Retour à la boutique",
  copy: "Copier",
  copied: "Copié",
  steps: {
    loading: [
      "Chargement de votre remboursement",
      "Cela peut prendre un instant.",
    ],
    enter: [
      "Votre remboursement",
      "La boutique vous rembourse {price}. Saisissez l’adresse du portefeuille qui doit recevoir cette somme.",
      "La boutique vous renvoie des cryptos. Saisissez l’adresse du portefeuille qui doit les recevoir.",
    ],
    enter_surplus: [
      "Votre remboursement",
      "Vous avez envoyé plus que la somme due. La boutique vous rend l’excédent, qui valait {price} lors de votre paiement. Saisissez l’adresse du portefeuille qui doit le recevoir.",
      "Vous avez envoyé plus que la somme due. La boutique vous rend l’excédent. Saisissez l’adresse du portefeuille qui doit le recevoir.",
    ],
    review: [
      "Vérifiez l’adresse",
      "Comparez chaque caractère avec l’adresse de votre portefeuille. Rien n’est enregistré avant votre confirmation.",
    ],
    address_entered: [
      "Votre adresse est enregistrée",
      "La boutique n’a pas encore effectué l’envoi. Cette page indique quand il est effectué.",
    ],
    sent: [
      "Votre remboursement a été envoyé",
      "Votre portefeuille l’affiche dès que le réseau a confirmé la transaction.",
    ],
    expired: [
      "Ce lien de remboursement a expiré",
      "Aucune adresse n’a été saisie à temps. Demandez un nouveau lien à la boutique.",
    ],
    unknown: [
      "Ce lien de remboursement n’est pas valide",
      "Il est peut-être incomplet, ou la boutique l’a remplacé ou retiré. Ouvrez le lien le plus récent ou contactez la boutique.",
    ],
  },
}
