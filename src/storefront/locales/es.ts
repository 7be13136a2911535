import type { CryptoPaymentTexts } from "./en"

export const es: CryptoPaymentTexts = {
  pay: "Pagar con criptomonedas",
  steps: ["Moneda", "Envío", "Confirmación", "Pedido"],
  starting: "Iniciando el pago…",
  startFailed: "No se ha podido iniciar el pago.",
  chooseCoin: "Elija una criptomoneda",
  search: "Buscar",
  noMatch: "No se encontró ninguna criptomoneda.",
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
  codeWithAmount:
    "El código contiene la dirección y el importe exacto, para {coin} en {network}.",
  codeWithAddress:
    "El código contiene solo la dirección. Introduzca usted el importe y elija {coin} en {network} en su monedero.",
  showAmountCode: "Mostrar el código con el importe",
  showAddressCode: "Mostrar un código solo con la dirección",
  addressDiffers:
    "Cuidado: lo copiado no es la dirección de este pago. No pague. Recargue la página o escanee el código.",
  sent: "Ya lo he enviado",
  confirming: [
    "Confirmando su pago",
    "La red suele tardar unos minutos y lo demás ocurre automáticamente. Puede cerrar esta página.",
  ],
  keepCart: "Por favor, no cambie su carrito hasta que haya llegado su pago.",
  paidCartChanged: [
    "Tenemos su pago de {price}",
    "Su carrito cuesta ahora {cart}. Vuelva a dejarlo en {price} para recibir su pedido o espere a que la tienda se ponga en contacto con usted. Por favor, no pague de nuevo.",
  ],
  showAgain: "Mostrar de nuevo la dirección",
  timeLeft: "Tiempo restante: {time}",
  timeUp: "El tiempo ha terminado. No envíe nada más. Comprobando su pago…",
  changeCoin: "Elegir otra criptomoneda",
  testPayment: "Pago de prueba: envíe solo monedas de prueba.",
  openPaymentPage: "Ir a la página de pago",
  leftPaymentPage: "Ha salido de la página de pago",
  tryAgain: "Intentar de nuevo",
  payNewAmount: "Pagar el nuevo importe",
  continue: "Continuar",
  backToStore: "Volver a la tienda",
  viewOrder: "Ver pedido",
  dismiss: "Ocultar",
  reference: "Referencia",
  unavailable:
    "La tienda no responde en este momento. Esta página sigue comprobando automáticamente.",
  payHosted: "Pagar en la página de pago",
  changeWay: "Pagar de otra manera",
  payUntil: "Pague antes del {time}.",
  receipt: "{price} pagados con {coin} el {time}.",
  underpaid: "Ha enviado {sent} de {quoted}; faltan {missing}.",
  duplicate:
    "El pedido {order} ya estaba pagado; este segundo pago se devolverá.",
  phases: {
    checking: ["Comprobando su pago", "Puede tardar un momento."],
    waiting: [
      "Esperando su pago",
      "Su pedido se realizará automáticamente en cuanto llegue el pago. Puede cerrar esta página.",
    ],
    placing_order: [
      "Pago recibido",
      "Se está realizando su pedido. Puede tardar un momento.",
    ],
    order_placed: ["Pago completado", "Su pedido se ha realizado."],
    expired: [
      "El pago ha caducado",
      "No se ha recibido ningún pago. No envíe nada más para este pago. Si ya lo ha enviado, espere. Se detectará automáticamente cuando llegue.",
    ],
    failed: [
      "El pago ha fallado",
      "No se ha recibido ningún pago. No envíe nada más para este pago.",
    ],
    cart_changed: [
      "El precio ha cambiado",
      "Este pago ya no corresponde a él. Si ya ha pagado, la tienda se pondrá en contacto con usted. Por favor, no pague de nuevo. Si no ha pagado, inicie un pago nuevo.",
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
      "La tienda tiene que revisarlo. La hemos avisado y se pondrá en contacto con usted. No tiene que hacer nada. Por favor, no pague de nuevo.",
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
      "Su pedido se confirmará en cuanto llegue el pago. Puede cerrar esta página.",
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
