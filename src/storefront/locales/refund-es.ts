import type { CryptoRefundTexts } from "./refund-en"

export const es: CryptoRefundTexts = {
  order: "Pedido",
  amount: "Recibe",
  network: "Red",
  address: "Dirección",
  tag: "Etiqueta o memo",
  tagHint:
    "Un exchange la indica con la dirección; las monedas enviadas sin ella se pierden. Déjela vacía para una cartera propia.",
  noTag: "Ninguna",
  asEntered: "Tal como la escribió",
  transaction: "Transacción",
  yourAddress: "Su dirección de {coin} en la red {network}",
  enterUntil: "Introdúzcala antes del {time}.",
  check: "Comprobar la dirección",
  checking: "Comprobando…",
  missing: "Introduzca una dirección.",
  refused: "No se puede usar esta dirección.",
  typingError:
    "Tiene un error al escribirla o no es de la red {network}. Cópiela de su monedero.",
  otherNetwork:
    "Es de otra red: {found}. Copie una de {network} de su monedero.",
  unknownForm:
    "Una dirección tiene de 10 a 128 letras y cifras. Cópiela de su monedero.",
  storeAddress:
    "Es la de la propia tienda, a la que pagó. Introduzca una dirección de su propio monedero.",
  tagAlone:
    "Es solo una etiqueta o un memo. Introduzca la dirección, y la etiqueta o el memo en su propio campo.",
  wrongTag:
    "La etiqueta o el memo no es de {network}, o no coincide con la de la dirección.",
  warning:
    "Las transferencias no se pueden deshacer. Las monedas se pierden si su monedero no recibe {coin} en la red {network} en esta dirección.",
  unchecked:
    "La tienda no puede comprobar las direcciones de esta red, así que no se detectaría un error de escritura.",
  confirm: "Confirmar la dirección",
  saving: "Guardando…",
  change: "Introducir otra dirección",
  askToChange:
    "¿La dirección es incorrecta? Póngase en contacto con la tienda antes de que haga el envío.",
  noAnswer: "La tienda no responde en este momento. Inténtelo de nuevo.",
  unavailable:
    "La tienda no responde en este momento. Esta página sigue comprobando automáticamente.",
  back: "Volver a la tienda",
  copy: "Copiar",
  copied: "Copiado",
  steps: {
    loading: ["Cargando su reembolso", "Esto puede tardar un momento."],
    enter: [
      "Su reembolso",
      "La tienda le reembolsa {price}. Introduzca la dirección del monedero que debe recibir el importe.",
      "La tienda le devuelve monedas. Introduzca la dirección del monedero que debe recibirlas.",
    ],
    enter_surplus: [
      "Su reembolso",
      "Envió más monedas de las debidas. La tienda le devuelve el excedente, que valía {price} cuando pagó. Introduzca la dirección del monedero que debe recibirlo.",
      "Envió más monedas de las debidas. La tienda le devuelve el excedente. Introduzca la dirección del monedero que debe recibirlo.",
    ],
    review: [
      "Compruebe la dirección",
      "Compare cada carácter con la dirección de su monedero. No se guarda nada hasta que confirme.",
    ],
    address_entered: [
      "Su dirección se ha guardado",
      "La tienda aún no ha enviado las monedas. Esta página muestra cuándo se envían.",
    ],
    sent: [
      "Su reembolso se ha enviado",
      "Su monedero muestra las monedas cuando la red haya confirmado la transacción.",
    ],
    expired: [
      "Este enlace de reembolso ha caducado",
      "No se introdujo ninguna dirección a tiempo. Pida un nuevo enlace a la tienda.",
    ],
    unknown: [
      "Este enlace de reembolso no es válido",
      "Puede que esté incompleto o que la tienda lo haya sustituido o retirado. Abra el enlace más reciente o póngase en contacto con la tienda.",
    ],
  },
}
