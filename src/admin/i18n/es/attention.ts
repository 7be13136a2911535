/** One text a reason: what happened, where the money is, what to do. */
export const attention = {
  title_one: "Un pago requiere su atención",
  title_other: "{{count}} pagos requieren su atención",
  all: "Mostrar todos",
  whatHappened: "Qué ha pasado",
  whereTheMoneyIs: "Dónde está el dinero",
  whatToDo: "Qué hacer",
  found: "Lo que se encontró",
  reasons: {
    amount_mismatch: {
      name: "Importe incorrecto",
      happened:
        "El cliente pagó un importe o una divisa distintos de lo que cuesta el carrito o el pedido. Si aquí no se muestra ningún pedido, no se creó ninguno.",
      money:
        "Las monedas están en su propio monedero, en la dirección que se muestra con el pago.",
      todo: "No envíe un pedido que se muestre aquí sin acordarlo antes con el cliente. Devuelva las monedas y registre el reembolso, o corrija el pedido o créelo usted y marque el pago como resuelto. Si el carrito vuelve a costar lo pagado, intente de nuevo crear el pedido.",
    },
    duplicate_payment: {
      name: "Pagado dos veces",
      happened: "El cliente pagó algo que ya estaba pagado.",
      money:
        "Las monedas están en su propio monedero. Es más de lo que cuesta el pedido.",
      todo: "Devuelva estas monedas al cliente y registre el reembolso. Deje el pedido como está.",
    },
    order_not_placed: {
      name: "Pedido no creado",
      happened:
        "El cliente pagó el importe correcto, pero la tienda no pudo crear el pedido.",
      money:
        "Las monedas están en su propio monedero, en la dirección que se muestra con el pago.",
      todo: "Elimine la causa, por ejemplo reponiendo existencias. El pedido se creará solo, en menos de una hora el primer día y en menos de un día después, o al momento si lo intenta de nuevo. Si no se puede servir, devuelva las monedas y registre el reembolso.",
    },
    unmatched: {
      name: "Sin carrito",
      happened:
        "Llegó un pago para el que la tienda no encuentra ni carrito ni pedido.",
      money:
        "Las monedas están en su propio monedero, en la dirección que se muestra con el pago.",
      todo: "Busque el pago en la pasarela y averigüe quién pagó. Después cree usted el pedido o devuelva las monedas, y marque el pago como resuelto.",
    },
    test_mode_mismatch: {
      name: "Monedas de prueba y reales mezcladas",
      happened:
        "Se pagó con monedas de prueba en una tienda que cobra monedas reales, o al revés, así que no se creó ningún pedido.",
      money:
        "Las monedas reales están en su propio monedero, en la dirección que se muestra con el pago. Las de prueba no valen nada.",
      todo: "Revise el modo de prueba en la página de configuración. Si son monedas de prueba, marque el pago como resuelto. Si son reales, cree usted el pedido o devuélvalas y registre el reembolso.",
    },
    late_payment: {
      name: "Pagado demasiado tarde",
      happened:
        "El cliente pagó cuando el pago ya había caducado o el pedido ya estaba cancelado.",
      money:
        "Las monedas están en su propio monedero, en la dirección que se muestra con el pago.",
      todo: "Pregunte al cliente qué desea. Devuelva las monedas y registre el reembolso, o cree usted un pedido nuevo y marque el pago como resuelto.",
    },
    unknown_status: {
      name: "Estado desconocido",
      happened:
        "La pasarela dio a este pago un estado que la tienda no conoce. No está confirmado y no se creó ningún pedido.",
      money:
        "Lo que se envió está en su propio monedero, en la dirección que se muestra con el pago. Puede ser demasiado poco, o nada.",
      todo: "Busque el pago en la pasarela y en su monedero. Si llegaron monedas, acuérdelo con el cliente: que pague el resto, o devuelva las monedas. Después marque el pago como resuelto. Si la pasarela lo confirma más tarde, la tienda continúa sola.",
    },
  },
}
