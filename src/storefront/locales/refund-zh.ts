import type { CryptoRefundTexts } from "./refund-en"

export const zh: CryptoRefundTexts = {
  order: "订单",
  amount: "您将收到",
  network: "网络",
  address: "地址",
  tag: "标签或备注",
  tagHint:
    "交易所会随地址一起提供；缺少它发送的币会丢失。如果是您自己的钱包，请留空。",
  noTag: "无",
  asEntered: "您输入的地址",
  transaction: "交易",
  yourAddress: "您在 {network} 网络上的 {coin} 地址",
  enterUntil: "请在 {time} 之前填写。",
  check: "检查地址",
  checking: "正在检查…",
  missing: "请输入地址。",
  refused: "无法使用此地址。",
  typingError: "地址有输入错误，或不属于 {network} 网络。请从您的钱包中复制。",
  otherNetwork:
    "它属于另一个网络：{found}。请从您的钱包中复制 {network} 的地址。",
  unknownForm: "地址由 10 至 128 个字母和数字组成。请从您的钱包中复制。",
  storeAddress: "这是您付款时商店自己的地址。请输入您自己钱包的地址。",
  tagAlone: "这只是标签或备注。请输入地址，并在单独的栏中输入标签或备注。",
  wrongTag: "标签或备注不属于 {network}，或与地址中的不同。",
  warning:
    "转账无法撤销。如果您的钱包不能在 {network} 网络上用此地址接收 {coin}，这些币将会丢失。",
  unchecked: "商店无法检查此网络的地址，因此无法发现输入错误。",
  confirm: "确认地址",
  saving: "正在保存…",
  change: "输入其他地址",
  askToChange: "地址有误？请在商店转账之前与其联系。",
  noAnswer: "商店暂时没有响应，请重试。",
  unavailable: "商店暂时没有响应。此页面会继续自动查询。",
  back: "返回商店",
  copy: "复制",
  copied: "已复制",
  steps: {
    loading: ["正在加载您的退款", "请稍候片刻。"],
    enter: [
      "您的退款",
      "商店将向您退款 {price}。请输入用于收款的钱包地址。",
      "商店将向您退回加密货币。请输入用于收款的钱包地址。",
    ],
    enter_surplus: [
      "您的退款",
      "您发送的币多于应付金额。商店将退还多付的部分，按付款时的价格为 {price}。请输入用于收款的钱包地址。",
      "您发送的币多于应付金额。商店将退还多付的部分。请输入用于收款的钱包地址。",
    ],
    review: [
      "请核对地址",
      "请逐个字符与您钱包中的地址进行比对。在您确认之前，不会保存任何内容。",
    ],
    address_entered: ["您的地址已保存", "商店尚未转账。转账后，此页面会显示。"],
    sent: ["您的退款已转出", "网络确认交易后，您的钱包会显示这些币。"],
    expired: [
      "此退款链接已过期",
      "未在规定时间内填写地址。请向商店索取新的链接。",
    ],
    unknown: [
      "此退款链接无效",
      "链接可能不完整，或者已被商店替换或撤回。请打开最新的链接，或联系商店。",
    ],
  },
}
