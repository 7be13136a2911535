/** The page of one payment. */
export const detail = {
  title: "Pago en cripto",
  money: "Dinero",
  sale: "Venta",
  refunds: "Reembolsos registrados",
  noRefunds: "No se ha registrado ningún reembolso.",
  refundedOf: "Devueltos {{refunded}} de {{price}}",
  booked: "Figura en el pedido",
  notBooked: "Solo anotado aquí",
  attempts: "Otros intentos de pagar este carrito",
  noAttempts: "No hubo ningún otro intento.",
  timeline: "Cronología",
  noTimeline: "Aún no ha pasado nada.",
  resolution: "Cómo se resolvió",
  noOrder: "No se creó ningún pedido.",
  failed: "No se pudo cargar este pago en cripto.",
  mayBeUnderpaid:
    "El cliente eligió una moneda. La pasarela no dice cuánto ha llegado: si el cliente dice que pagó, compruebe en el panel de la pasarela si llegó demasiado poco. Allí puede confirmar el pago a mano, o pedir el resto al cliente.",
  waitingForCoin: "El cliente aún no ha elegido una moneda.",
}
