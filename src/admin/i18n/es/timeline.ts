import type { TimelineType } from "../../../modules/crypto-payment/lifecycle/timeline-types"

/** One sentence for each type of entry. */
const entries: Record<TimelineType, string> = {
  created: "Se anotó el pago, por {{price}}.",
  adopted: "Se incorporó un pago de la pasarela que la tienda no conocía.",
  opened: "La pasarela abrió el pago.",
  gateway_error: "La pasarela lo rechazó: {{message}}",
  observation: "La pasarela dice: {{status}}.",
  checked: "Se preguntó a la pasarela a mano. Dice: {{status}}.",
  paid: "El dinero ha llegado.",
  settled: "El pedido está creado y pagado.",
  attention: "Necesita a una persona. {{reason}}",
  failed: "No se pudo liquidar: {{detail}}",
  closed: "El pago se cerró sin haberse pagado.",
  resolved: "Se marcó como resuelto: {{kind}}.",
  refund_recorded: "Se registró un reembolso de {{price}}.",
  refund_booked: "Medusa anotó el reembolso en el pedido.",
  refund_removed:
    "Medusa se interrumpió al empezar un reembolso de {{price}} que nadie envió; ya no figura en las cuentas.",
  order_retried: "Se intentó de nuevo el pedido a mano.",
  retried:
    "La causa que impedía el pedido ha desaparecido; el pedido se está creando.",
  superseded: "Otro intento ocupó su lugar; este debe caducar.",
  not_expired: "No se pudo pedir a la pasarela que hiciera caducar el pago.",
  reopened:
    "Medusa retiró el pedido o su captura; el pago se está liquidando de nuevo.",
  session_released: "El carrito soltó el pago.",
  leftover_order:
    "El pedido n.º {{number}} quedó de una finalización interrumpida del mismo carrito. Cancélelo.",
  order_canceled:
    "El pedido se canceló. Las monedas siguen en su monedero: devuélvalas y registre el reembolso.",
}

/** What happened to a payment, one sentence an entry. */
export const timeline = {
  entries,
  createdPlain: "Se anotó el pago.",
  observedWithCoins: "La pasarela dice: {{status}}, {{coins}}.",
  settledPlain: "El pago está capturado.",
  coinsMayCome: "Puede haber fondos en camino: el pago caducará por sí solo.",
  closedBecause: "El pago se cerró: {{why}}",
  refundRecordedPlain: "Se registró un reembolso.",
  why: {
    wrong_test_mode: "la pasarela confundió monedas de prueba y reales.",
    external_id_taken: "la pasarela conocía otro pago con su ID externo.",
    never_opened: "nunca llegó a la pasarela.",
    paid_otherwise: "el carrito se pagó con otro pago.",
    coin_refused: "la pasarela rechazó la moneda.",
    no_address: "la pasarela no indicó cómo pagarlo.",
    expired: "caducó en la pasarela.",
    failed: "falló en la pasarela.",
  },
  source: {
    webhook: "Webhook",
    poll: "Consulta a la pasarela",
    return: "Regreso del cliente",
    admin: "Administración",
    view: "Administración",
    gateway: "Pasarela",
    decision: "Tienda",
    session: "Caja",
    reconcile: "Tarea de conciliación",
    order: "Pedido",
    medusa: "Medusa",
  },
  by: "por {{who}}",
}
