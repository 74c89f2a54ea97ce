import type { Messages } from './portuguese.ts';

export const spanish: Messages = {
  // The locale stands for the countries around Brazil: they write amounts as Brazil does.
  locale: 'es-AR',
  testEnvironment: 'Entorno de prueba: no se mueve dinero.',
  documentTitle: (amount, store) => `Pago de ${amount} · ${store}`,
  amountLabels: { due: 'Total a pagar', paid: 'Importe pagado', charged: 'Importe del cobro' },
  dueOn: (date) => `Vencimiento: ${date}`,
  order: {
    title: 'Resumen',
    quantity: (quantity, unitPrice) => `${quantity} × ${unitPrice}`,
    subtotal: 'Subtotal',
    discount: 'Descuento',
    fine: 'Recargo por mora',
    interest: 'Intereses',
    total: 'Total',
    credited: 'Bonificación',
    alreadyPaid: 'Ya pagado',
    stillDue: 'Falta pagar',
    refunded: 'Devuelto',
    overpaid: 'Pagado de más',
    method: 'Forma de pago',
    period: 'Período',
    dueDate: 'Vencimiento',
  },
  methods: { pix: 'Pix', boleto: 'Boleto', card: 'Tarjeta de crédito' },
  subscription: {
    line: (amount, rhythm) => `Suscripción: ${amount} ${rhythm}`,
    rhythm: {
      week: (count) => (count === 1 ? 'cada semana' : `cada ${count} semanas`),
      month: (count) => (count === 1 ? 'cada mes' : `cada ${count} meses`),
      year: (count) => (count === 1 ? 'cada año' : `cada ${count} años`),
    },
    consent: ({ store, amount, rhythm, hasEnd }) =>
      'Al enviar esta tarjeta, usted acepta que el procesador de pagos la guarde de forma segura y cobre en ella, ' +
      `en cada renovación de la suscripción (${rhythm}), el importe acordado en ese momento, hoy ${amount}, ` +
      `hasta que la suscripción ${hasEnd ? 'termine o se cancele' : 'se cancele'}. ` +
      `Un cobro rechazado puede intentarse de nuevo. Para cancelar la suscripción, consulte con la tienda: ${store}.`,
    authorizes: ({ store, amount, rhythm, hasEnd }) =>
      `Al pagar con este código usted autoriza a su banco a debitar, en cada renovación de la suscripción (${rhythm}), el importe acordado entonces, hoy ${amount}, ` +
      `hasta que la suscripción ${hasEnd ? 'termine o se cancele' : 'se cancele'} (Pix Automático). ` +
      `Puede cancelar la autorización en la aplicación de su banco. La tienda: ${store}.`,
  },
  smallPrint: (store) => `Cobro emitido por ${store}. Si tiene dudas, consulte con la tienda.`,
  copied: 'Copiado',
  reload: 'Actualizar la página',
  alreadyPaidQuestion: '¿Ya pagó? La confirmación aparece aquí sola.',
  alreadyPaidReload: '¿Ya pagó? Actualice la página para ver la confirmación.',
  pix: {
    title: 'Pague con Pix',
    codeLabel: 'Código Pix para copiar y pegar',
    copy: 'Copiar el código Pix',
    qrTitle: 'O apunte la cámara al código QR',
    qrAlt: 'Código QR de Pix, con el mismo contenido del código para copiar y pegar',
    validUntil: (moment) => `Pague hasta el ${moment}.`,
    timeLeft: 'Tiempo restante:',
    steps: [
      'Copie el código de arriba.',
      'En la aplicación de su banco, elija Pix copiar y pegar.',
      'Verifique el importe y pague.',
    ],
    stepsTitle: 'Cómo pagar',
  },
  boleto: {
    title: 'Pague el boleto',
    orPix: 'O pague con Pix',
    oneOfTwo: 'Es el mismo cobro: el que se pague primero cancela el otro.',
    lineLabel: 'Línea de pago',
    copy: 'Copiar la línea de pago',
    download: 'Descargar el boleto (PDF)',
    stepsTitle: 'Cómo pagar',
    steps: [
      'Copie la línea de pago o descargue el boleto.',
      'Pague en la aplicación de su banco, en una casa de lotería o en una sucursal.',
      'La confirmación puede tardar hasta un día hábil.',
    ],
  },
  card: {
    title: 'Pague con tarjeta',
    number: 'Número de la tarjeta',
    holder: 'Nombre como figura en la tarjeta',
    expiry: 'Vencimiento (MM/AA)',
    cvc: 'Código de seguridad (CVC)',
    cvcHint: 'Tres dígitos al dorso; en tarjetas Amex, cuatro al frente.',
    details: 'Número, vencimiento y código de seguridad de la tarjeta',
    loadAgain: 'Cargar de nuevo',
    installments: 'Cuotas',
    installment: (count, amount) => (count === 1 ? `Un pago de ${amount}` : `${count} cuotas de ${amount}`),
    save: (store) => `Guardar esta tarjeta en ${store}`,
    saveHint: (store) =>
      `El procesador de pagos guarda la tarjeta, y ${store} puede cobrar en ella lo que usted acuerde más adelante, sin volver a pedirla. Pida a la tienda que borre la tarjeta cuando quiera.`,
    pay: (amount) => `Pagar ${amount}`,
    sending: 'Enviando…',
    safety: 'El número de la tarjeta va de este navegador directo al procesador de pagos. La tienda no lo recibe.',
    needsScript: 'Para pagar con tarjeta, active JavaScript en este navegador y actualice la página.',
    unavailable: 'El pago con tarjeta no está disponible ahora. Consulte con la tienda.',
    problems: {
      number: 'Revise el número de la tarjeta.',
      testCard: 'Este es un entorno de prueba: use una tarjeta de prueba.',
      holder: 'Escriba el nombre como figura en la tarjeta.',
      expiry: 'Revise el vencimiento: mes y año, por ejemplo 08/30.',
      expired: 'Esta tarjeta está vencida.',
      cvc: 'Revise el código de seguridad.',
      amountChanged: 'El importe cambió. No se cobró nada: revise el nuevo importe e ingrese la tarjeta de nuevo.',
      checking: 'Comprobando el navegador…',
      conflict: 'Este pago ya está en curso o cambió. La página se actualizó.',
      refused: 'Los datos no fueron aceptados. Ingrese la tarjeta de nuevo.',
      tooMany: 'Hubo demasiados intentos. Espere un minuto e intente de nuevo.',
      unreachable:
        'No se pudo cargar el campo de la tarjeta. Revise la conexión, o lo que lo bloquea en este navegador.',
      failed: 'No se pudo enviar el pago. Revise la conexión e ingrese la tarjeta de nuevo.',
    },
  },
  debited: {
    title: 'Débito automático programado',
    text: (date) => `Su banco debita este importe el ${date}. No tiene que hacer nada.`,
  },
  authorization: {
    title: 'Autorice el Pix Automático',
    lead: ({ store, amount, rhythm, hasEnd }) =>
      `Usted autoriza a su banco a debitar, en cada renovación de la suscripción (${rhythm}), el importe acordado entonces, hoy ${amount}, ` +
      `hasta que la suscripción ${hasEnd ? 'termine o se cancele' : 'se cancele'}. No se paga nada ahora. La tienda: ${store}.`,
    codeLabel: 'Código de la autorización',
    copy: 'Copiar el código',
    until: (moment) => `Puede autorizar hasta ${moment}.`,
    steps: [
      'Abra la aplicación de su banco y elija Pix.',
      'Lea el código QR, o pegue el código en Pix copia e cola.',
      'Revise la tienda y las condiciones, y autorice.',
    ],
    inBank: 'El pedido está en la aplicación de su banco: ábrala, revise la tienda y las condiciones, y autorice.',
    preparingTitle: 'Preparando la autorización',
    preparing: 'El código estará listo en un momento.',
    doneTitle: 'Pix Automático autorizado',
    done: 'Su banco debita cada cobro. Puede cancelar la autorización en su aplicación.',
    endedTitle: 'Esta autorización terminó',
    ended: (store) => `No se debita nada por ella. Si tiene dudas, hable con la tienda: ${store}.`,
  },
  preparing: {
    title: 'Preparando el pago',
    text: {
      pix: 'El código Pix estará listo en un momento.',
      boleto: 'El boleto estará listo en un momento.',
      card: '',
    },
  },
  processing: {
    title: 'Procesando el pago',
    text: 'El banco está analizando el pago. No pague de nuevo: el resultado aparece aquí.',
    withCard: (card) => `Tarjeta ${card}`,
  },
  secondStep: {
    title: 'Confirme con su banco',
    text: 'Su banco pide una confirmación para aprobar este pago.',
    continue: 'Continuar en el sitio del banco',
  },
  refused: {
    title: 'Pago rechazado',
    text: { pix: 'Pida un nuevo código Pix para pagar.', boleto: 'Pida un nuevo boleto para pagar.', card: '' },
    again: { pix: 'Generar un nuevo código Pix', boleto: 'Generar un nuevo boleto', card: 'Intentar de nuevo' },
    cardTitle: 'El pago no fue aprobado',
    cardAgain: 'No se cobró nada. Puede intentar de nuevo abajo.',
  },
  overdue: {
    pix: {
      title: 'Pix vencido',
      notice: (date, amount) => `Este Pix venció el ${date}, pero todavía se puede pagar. Importe de hoy: ${amount}.`,
    },
    boleto: {
      title: 'Boleto vencido',
      notice: (date, amount) =>
        `Este boleto venció el ${date}, pero todavía se puede pagar. Importe de hoy: ${amount}.`,
    },
  },
  lapsed: {
    pix: {
      title: 'Este código Pix ya no se puede pagar',
      text: 'Su plazo terminó. Pida un nuevo código por el importe de hoy.',
    },
    boleto: {
      title: 'Este boleto ya no se puede pagar',
      text: 'Su plazo terminó. Pida un nuevo boleto por el importe de hoy.',
    },
  },
  refusals: {
    card_declined: 'El banco de la tarjeta rechazó el pago. Pruebe otra tarjeta o hable con su banco.',
    insufficient_funds: 'La tarjeta no tiene límite suficiente. Pruebe otra tarjeta o más cuotas.',
    expired_card: 'La tarjeta está vencida. Use otra tarjeta.',
    suspected_fraud: 'El pago fue rechazado por seguridad. Pruebe otra tarjeta o hable con su banco.',
    invalid_card_token: 'Los datos de la tarjeta no fueron aceptados. Ingrese la tarjeta de nuevo.',
    declined_by_payer_bank: 'Su banco rechazó el pago. Intente de nuevo o hable con su banco.',
    authorization_ended: 'La autorización del débito terminó. Pague con el código Pix.',
    second_step_refused: 'La confirmación con el banco no se completó. Intente de nuevo o use otra tarjeta.',
    limit_exceeded: 'La tarjeta superó el límite de compras de este período. Pruebe otra tarjeta o espere un poco.',
    invalid_card_details:
      'El número, el vencimiento o el código de seguridad no es correcto. Revise la tarjeta e ingrésela de nuevo.',
    card_not_supported: 'Esta tarjeta no sirve para este tipo de compra. Use otra tarjeta.',
    authentication_required: 'El banco de la tarjeta pide su confirmación. Pague de nuevo y confirme con el banco.',
    installments_not_available: 'Esta tarjeta no acepta ese número de cuotas. Elija otro o use otra tarjeta.',
    processing_error: 'El banco no pudo procesar el pago. Intente de nuevo en unos minutos.',
    invalid_payer_details:
      'Su nombre, correo, documento o dirección no fue aceptado. Consulte con la tienda para corregirlo.',
    amount_not_allowed: 'Este importe no se puede pagar de esta forma. Consulte con la tienda.',
    method_not_available: 'Esta forma de pago no está disponible ahora. Consulte con la tienda.',
    canceled_at_gateway: 'Este cobro se canceló antes de pagarse. Intente de nuevo o consulte con la tienda.',
    other: 'El pago no fue aprobado. Intente de nuevo o consulte con la tienda.',
  },
  paid: {
    title: 'Pago confirmado',
    text: (store) => `Todo listo: ${store} recibió su pago.`,
    overpaidTitle: 'Pago confirmado, con un importe de más',
    overpaidText: (store, excess) =>
      `${store} recibió su pago, y ${excess} más de lo que se cobró. Pida la devolución a la tienda.`,
    paidAt: (moment) => `Pagado el ${moment}.`,
  },
  refunded: {
    title: 'Pago devuelto',
    partTitle: 'Pago devuelto en parte',
    text: (amount) => `La tienda devolvió ${amount}. El importe vuelve por la misma forma de pago.`,
  },
  expired: {
    title: 'El plazo para pagar terminó',
    text: {
      pix: 'El código Pix venció: no pague con él. Pida uno nuevo a la tienda.',
      boleto: 'Este boleto ya no se puede pagar. Pida uno nuevo a la tienda.',
      card: 'El plazo de este cobro terminó. Pida uno nuevo a la tienda.',
    },
  },
  canceled: {
    title: 'Cobro cancelado',
    text: 'La tienda canceló este cobro. No lo pague; si ya pagó, consulte con la tienda.',
  },
  suspended: {
    title: 'Esta tienda no puede recibir pagos ahora',
    text: 'No pague este cobro por el momento, ni con un código que ya haya copiado. Consulte con la tienda.',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'No hay ningún cobro en esta dirección. Verifique que el enlace esté completo o pida uno nuevo a la tienda.',
  },
  unavailable: {
    title: 'No se pudo abrir la página',
    tooManyTitle: 'Demasiados intentos',
    text: 'Algo falló de nuestro lado. No se cobró nada por eso. Intente de nuevo en un momento.',
    tooMany: 'Esta página se abrió demasiadas veces. Espere un minuto e intente de nuevo.',
  },
  notices: {
    not_possible: 'Esto ya no es posible: vea abajo cómo está el pago.',
    too_many_requests: 'Hubo demasiados intentos. Espere un minuto e intente de nuevo.',
    failed: 'No se pudo completar. Intente de nuevo en un momento.',
  },
  link: {
    lead: 'Escriba sus datos; el pago está en la página siguiente.',
    fields: {
      name: 'Nombre completo',
      email: 'Correo electrónico',
      document: 'CPF o CNPJ',
      coupon: 'Cupón (opcional)',
    },
    button: 'Continuar al pago',
    privacy: (store) => `${store} usa estos datos para su cobro y su recibo.`,
    overTitle: 'Esta venta terminó',
    over: (store) => `Ya no es posible comprar aquí. Si tiene dudas, consulte a ${store}.`,
    problems: {
      name: 'Escriba su nombre.',
      email: 'Escriba un correo como nombre@ejemplo.com.',
      document: 'Escriba un CPF o CNPJ que exista: revise los números.',
      coupon: 'Este cupón no se puede usar.',
      coupons: {
        not_found: 'No hay ningún cupón con este código.',
        expired: 'Este cupón ya no es válido.',
        used_up: 'Este cupón ya se usó todas las veces.',
        used_up_by_customer: 'Usted ya usó este cupón.',
        minimum_not_reached: 'La compra es menor de lo que pide este cupón.',
      },
    },
  },
  optOut: {
    title: 'Dejar de recibir recordatorios',
    text: (store: string) => `${store} no le enviará más recordatorios. Los cobros siguen vigentes.`,
    button: 'Dejar de recibirlos',
    doneTitle: 'Listo',
    doneText: (store: string) => `${store} ya no le envía recordatorios. Los recibos siguen llegando.`,
  },
  challenge: {
    title: 'Banco de prueba: confirme la compra',
    text: (store) => `${store} pide la confirmación de este pago.`,
    amount: 'Importe',
    confirm: 'Confirmar la compra',
    refuse: 'Rechazar',
  },
};
