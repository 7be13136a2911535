import type { CryptoPaymentTexts } from "."

export const es: CryptoPaymentTexts = {
  pay: "Pagar con criptomonedas",
  starting: "Iniciando el pago…",
  startFailed: "No se ha podido iniciar el pago.",
  chooseCoin: "Elija una criptomoneda",
  loadingCoins: "Cargando las criptomonedas…",
  noCoins: "Esta tienda no puede aceptar criptomonedas en este momento.",
  coinsFailed: "No se han podido cargar las criptomonedas.",
  showAddress: "Mostrar dirección",
  amount: "Importe",
  network: "Red",
  address: "Dirección",
  exactAmount:
    "Envíe exactamente este importe en {coin} y solo por la red {network}. Cualquier otro envío puede perderse.",
  copy: "Copiar",
  copied: "Copiado",
  qrCode: "Código QR para su monedero",
  openWallet: "Abrir en el monedero",
  timeLeft: "Tiempo restante: {time}",
  timeUp: "El tiempo ha terminado. No envíe nada más. Comprobando su pago…",
  changeCoin: "Elegir otra criptomoneda",
  testPayment: "Pago de prueba: envíe solo monedas de prueba.",
  openPaymentPage: "Ir a la página de pago",
  tryAgain: "Intentar de nuevo",
  payNewAmount: "Pagar el nuevo importe",
  continue: "Continuar",
  backToStore: "Volver a la tienda",
  viewOrder: "Ver pedido",
  reference: "Referencia: {id}",
  unavailable:
    "La tienda no responde en este momento. Esta página sigue comprobando automáticamente.",
  chooseWay: "¿Cómo quiere pagar?",
  payHosted: "En la página de pago",
  payInline: "Aquí, desde su monedero",
  changeWay: "Pagar de otra manera",
  payUntil: "Pague antes del {time}.",
  receipt: "{price} pagados con {coin} el {time}.",
  phases: {
    checking: ["Comprobando su pago", "Puede tardar un momento."],
    waiting: [
      "Esperando su pago",
      "Pague {price}. En cuanto se reciba el pago, su pedido se realizará automáticamente, aunque cierre esta página.",
      "Complete el pago. En cuanto se reciba, su pedido se realizará automáticamente, aunque cierre esta página.",
    ],
    placing_order: [
      "Pago recibido",
      "Se está realizando su pedido. Puede tardar un momento.",
    ],
    order_placed: ["Pago completado", "Su pedido se ha realizado."],
    expired: [
      "El pago ha caducado",
      "No se ha recibido ningún pago y no se ha realizado ningún pedido. No envíe nada más para este pago. Si ya lo ha enviado, espere. Se detectará automáticamente cuando llegue.",
    ],
    failed: [
      "El pago ha fallado",
      "No se ha recibido ningún pago y no se ha realizado ningún pedido. No envíe nada más para este pago.",
    ],
    cart_changed: [
      "Su carrito ha cambiado",
      "Este pago de {price} ya no corresponde a su carrito. Si ya ha pagado, la tienda se pondrá en contacto con usted. Por favor, no pague de nuevo. Si no ha pagado, inicie un pago nuevo.",
      "Este pago ya no corresponde a su carrito. Si ya ha pagado, la tienda se pondrá en contacto con usted. Por favor, no pague de nuevo. Si no ha pagado, inicie un pago nuevo.",
    ],
    replaced: [
      "Este pago se ha sustituido",
      "Ha iniciado otro pago. No envíe nada más para este pago.",
    ],
    paid_otherwise: [
      "El pedido ya se ha realizado",
      "No queda nada por pagar. No envíe nada más para este pago.",
    ],
    order_canceled: [
      "Pedido cancelado",
      "Este pedido se canceló porque no se recibió ningún pago a tiempo. No envíe nada más para este pago.",
    ],
    attention: [
      "Hemos recibido su pago",
      "No se ha podido realizar su pedido automáticamente. Hemos avisado a la tienda, que se pondrá en contacto con usted. No tiene que hacer nada. Por favor, no pague de nuevo.",
    ],
    resolved: [
      "La tienda ha gestionado su pago",
      "Si tiene alguna pregunta, póngase en contacto con la tienda.",
    ],
    unknown: [
      "Pago no encontrado",
      "Abra de nuevo el enlace de su compra o póngase en contacto con la tienda.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Su pedido {order} está pendiente de pago",
      "Pague {price}. Su pedido se confirma en cuanto llegue el pago, aunque cierre esta página.",
      "Complete el pago. Su pedido se confirma en cuanto llegue el pago, aunque cierre esta página.",
    ],
    expired: [
      "El pago ha caducado",
      "No se recibió ningún pago para su pedido {order}. No envíe nada más para este pago. Puede pagar el pedido de nuevo.",
    ],
    failed: [
      "El pago ha fallado",
      "No se recibió ningún pago para su pedido {order}. No envíe nada más para este pago. Puede pagar el pedido de nuevo.",
    ],
    cart_changed: [
      "Su pedido ha cambiado",
      "Este pago de {price} ya no corresponde a su pedido {order}. Si ya ha pagado, la tienda se pondrá en contacto con usted. No pague otra vez. Si no, inicie un pago nuevo.",
      "Este pago ya no corresponde a su pedido {order}. Si ya ha pagado, la tienda se pondrá en contacto con usted. No pague otra vez. Si no, inicie un pago nuevo.",
    ],
    attention: [
      "Hemos recibido su pago",
      "No corresponde a su pedido {order}. Hemos avisado a la tienda, que se pondrá en contacto con usted. Por favor, no pague de nuevo.",
    ],
  },
  payPage: {
    payable: ["Pagar su pedido {order}", "El importe pendiente es de {price}."],
    paid: ["Su pedido {order} está pagado", "No queda nada por pagar."],
    canceled: ["Su pedido {order} está cancelado", "No envíe nada."],
    changed: [
      "Este enlace de pago está desactualizado",
      "Si queda algo por pagar de su pedido {order}, pida un nuevo enlace a la tienda.",
    ],
    not_payable: [
      "Este pedido no se puede pagar ahora con criptomonedas",
      "Póngase en contacto con la tienda por su pedido {order}.",
    ],
  },
}
