import type { CryptoPaymentTexts } from "./texts"

export const es: CryptoPaymentTexts = {
  pay: "Pagar con criptomonedas",
  opening: "Abriendo el pago…",
  startFailed: "No se ha podido iniciar el pago.",
  chooseCoin: "Elija una moneda",
  loadingCoins: "Cargando las monedas…",
  noCoins: "Esta tienda no puede aceptar criptomonedas en este momento.",
  coinsFailed: "No se han podido cargar las monedas.",
  showAddress: "Mostrar la dirección",
  amount: "Importe",
  network: "Red",
  address: "Dirección",
  exactly:
    "Envíe exactamente este importe en {coin} y solo por la red {network}. Cualquier otra cosa puede perderse.",
  copy: "Copiar",
  copied: "Copiado",
  qrCode: "Código QR para su monedero",
  openWallet: "Abrir en el monedero",
  timeLeft: "Tiempo restante: {time}",
  timeUp: "El tiempo se ha agotado. No envíe nada más; comprobando…",
  changeCoin: "Elegir otra moneda",
  test: "Pago de prueba: envíe solo monedas de prueba.",
  toPaymentPage: "Ir a la página de pago",
  tryAgain: "Intentar de nuevo",
  payNewAmount: "Pagar el nuevo importe",
  continue: "Continuar",
  back: "Volver a la tienda",
  showOrder: "Ver el pedido",
  reference: "Referencia {id}",
  noAnswer:
    "La tienda no responde en este momento. Esta página sigue comprobando por sí sola.",
  phases: {
    checking: ["Comprobando su pago", "Un momento, por favor."],
    waiting: [
      "Esperando su pago",
      "Pague {price}, por favor. En cuanto lleguen las monedas, su pedido se realizará solo, aunque cierre esta página.",
    ],
    placing_order: ["Pagado", "Se está realizando su pedido. Un momento."],
    order_placed: ["Gracias, está pagado", "Su pedido se ha realizado."],
    expired: [
      "El pago ha caducado",
      "No ha llegado nada y no se ha realizado ningún pedido. No envíe nada más para este pago. Si ya ha enviado las monedas, espere: se detectarán cuando lleguen.",
    ],
    failed: [
      "El pago no ha funcionado",
      "No ha llegado nada y no se ha realizado ningún pedido. No envíe nada más para este pago.",
    ],
    cart_changed: [
      "Su carrito ha cambiado",
      "Este pago de {price} ya no le corresponde. Si ya ha pagado, la tienda se pondrá en contacto con usted: no pague otra vez. Si no, inicie un pago nuevo.",
    ],
    replaced: [
      "Este pago ha sido sustituido",
      "Desde entonces ha iniciado otro. No envíe nada más para este pago.",
    ],
    paid_otherwise: [
      "El pedido ya se realizó",
      "Aquí no queda nada por pagar. No envíe nada más para este pago.",
    ],
    attention: [
      "Tenemos su pago",
      "El pedido no se pudo realizar automáticamente. La tienda está avisada y se pondrá en contacto con usted: no tiene que hacer nada y, por favor, no pague otra vez.",
    ],
    resolved: [
      "La tienda se ha ocupado de su pago",
      "Si tiene alguna pregunta, póngase en contacto con la tienda.",
    ],
    unknown: [
      "Este pago no se conoce",
      "Siga de nuevo el enlace de su compra o póngase en contacto con la tienda.",
    ],
  },
}
