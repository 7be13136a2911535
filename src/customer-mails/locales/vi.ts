import type { CustomerMailTexts } from "../texts"

export const vi: CustomerMailTexts = {
  order: "Đơn hàng",
  awaiting_payment: [
    "Vui lòng thanh toán đơn hàng của bạn",
    "Cảm ơn bạn đã đặt hàng. Đơn hàng của bạn đang chờ thanh toán: {{url}}",
  ],
  paid: [
    "Đã nhận được thanh toán của bạn",
    "Cảm ơn bạn. Chúng tôi đã nhận được thanh toán của bạn.",
  ],
  checking: [
    "Đang kiểm tra khoản thanh toán của bạn",
    "Chúng tôi đã nhận được thanh toán của bạn nhưng không thể tự động hoàn tất đơn hàng. Chúng tôi đang xử lý và sẽ liên hệ với bạn. Vui lòng đừng thanh toán lại.",
  ],
  expired: [
    "Khoản thanh toán của bạn đã hết hạn",
    "Chúng tôi không nhận được thanh toán đúng hạn. Nếu bạn đã gửi coin, vui lòng liên hệ với chúng tôi.",
  ],
  pay_again: "Bạn vẫn có thể thanh toán tại đây: {{url}}",
  refund_requested: [
    "Khoản hoàn tiền của bạn",
    "Chúng tôi muốn gửi lại coin cho bạn. Vui lòng nhập địa chỉ ví của bạn: {{url}}",
  ],
  refund_sent: [
    "Khoản hoàn tiền của bạn đã được gửi",
    "Chúng tôi đã gửi lại coin cho bạn. Giao dịch: {{transaction}}",
  ],
}
