/** `{{url}}` and `{{transaction}}` are placeholders of the text. */
export type CustomerMail = readonly [subject: string, text: string]

/** What the e-mails to a customer say in one language. */
export type CustomerMailTexts = {
  /** Before the number of an order, in the subject. */
  order: string
  awaiting_payment: CustomerMail
  paid: CustomerMail
  checking: CustomerMail
  expired: CustomerMail
  /** Added where the order can still be paid. */
  pay_again: string
  refund_requested: CustomerMail
  refund_sent: CustomerMail
}
