import type { NoticeTexts } from "./texts"

export const es: NoticeTexts = {
  attention: { title: "Un pago requiere su atención: {{reason}}" },
  reasons: {
    amount_mismatch: {
      title: "Importe distinto",
      text: "El cliente pagó un importe o una moneda distintos de lo debido. No envíe todavía un pedido que aparezca con este pago.",
    },
    duplicate_payment: {
      title: "Pago duplicado",
      text: "El cliente pagó algo que ya estaba pagado.",
    },
    order_not_placed: {
      title: "Pedido no realizado",
      text: "El cliente pagó, pero no se pudo realizar el pedido, por ejemplo porque un artículo está agotado.",
    },
    unmatched: {
      title: "Ningún carrito coincide",
      text: "El pago no coincide con ningún carrito ni con ningún pedido.",
    },
    test_mode_mismatch: {
      title: "Modo de prueba distinto",
      text: "Se pagaron monedas de prueba en modo real, o monedas reales en modo de prueba.",
    },
    late_payment: {
      title: "Pago tardío",
      text: "El cliente pagó después de que el pago caducara, o se canceló el pedido.",
    },
    unknown_status: {
      title: "Estado desconocido",
      text: "La pasarela comunica un estado que la tienda no conoce. No se confirmó dinero.",
    },
    underpaid: {
      title: "Pago insuficiente",
      text: "Llegaron menos monedas de las indicadas. Decida si el importe es suficiente.",
    },
    received_amount_unknown: {
      title: "Importe recibido desconocido",
      text: "La pasarela no comunicó en una hora cuántas monedas llegaron. Compruebe el importe en su monedero.",
    },
  },
  money_without_order: {
    title: "Un pago recibido aún no tiene pedido",
    text: "Se confirmó hace más de diez minutos. La tienda lo sigue intentando; la página del pago muestra qué falló.",
  },
  unpaid_order_ending: {
    title: "Un pedido sin pagar se cancelará pronto",
    text: "Se puede pagar hasta el {{time}}.",
  },
  refund_to_send: {
    title: "Se puede enviar un reembolso",
    text: "El cliente introdujo la dirección. Envíe las monedas desde su monedero y registre después la transacción.",
  },
  webhooks: {
    missing: {
      title: "Los webhooks no llegan",
      text: "Al consultar la pasarela se encontraron pagos de {{provider}} que ningún webhook comunicó. Sus pedidos se realizan más tarde de lo habitual.",
    },
    failing: {
      title: "Los webhooks se rechazan",
      text: "Al consultar la pasarela se encontraron pagos de {{provider}} cuyos webhooks se rechazaron. La página de configuración muestra el motivo.",
    },
  },
  order: "Pedido {{order}}",
  open: "Abrir en la administración",
  footer:
    "Recibe este correo porque las opciones de la tienda (notify.email) contienen su dirección.",
}
