import type { CustomerMailTexts } from "../texts"

export const zh: CustomerMailTexts = {
  order: "订单",
  awaiting_payment: [
    "请支付您的订单",
    "感谢您的订购。您的订单正在等待付款：{{url}}",
  ],
  paid: ["已收到您的付款", "谢谢。我们已收到您的付款。"],
  checking: [
    "正在核实您的付款",
    "我们已收到您的付款，但未能自动完成您的订单。我们正在处理，会与您联系。请勿重复付款。",
  ],
  expired: [
    "您的付款已过期",
    "未在规定时间内收到付款。如果您已经转账，请与我们联系。",
  ],
  pay_again: "您仍可在此付款：{{url}}",
  refund_requested: [
    "您的退款",
    "我们将向您退回加密货币。请输入您的钱包地址：{{url}}",
  ],
  refund_sent: [
    "您的退款已转出",
    "我们已向您退回加密货币。交易：{{transaction}}",
  ],
}
