import type { CryptoPaymentTexts } from "./en"

export const vi: CryptoPaymentTexts = {
  pay: "Thanh toán bằng tiền mã hóa",
  steps: ["Chọn coin", "Chuyển", "Xác nhận", "Đơn hàng"],
  starting: "Đang bắt đầu thanh toán…",
  startFailed: "Không thể bắt đầu thanh toán.",
  chooseCoin: "Chọn loại tiền mã hóa",
  search: "Tìm kiếm",
  noMatch: "Không tìm thấy tiền mã hóa nào.",
  loadingCoins: "Đang tải danh sách tiền mã hóa…",
  noCoins: "Cửa hàng này hiện không thể nhận tiền mã hóa.",
  coinsFailed: "Không thể tải danh sách tiền mã hóa.",
  showAddress: "Hiện địa chỉ",
  amount: "Số tiền",
  network: "Mạng",
  address: "Địa chỉ",
  exactAmount:
    "Hãy gửi đúng số tiền này bằng {coin} và chỉ qua mạng {network}. Mọi khoản gửi khác có thể bị mất.",
  copy: "Sao chép",
  copied: "Đã sao chép",
  qrCode: "Mã QR cho ví của bạn",
  openWallet: "Mở trong ví",
  codeWithAmount:
    "Mã chứa địa chỉ và số tiền chính xác, dùng cho {coin} trên {network}.",
  codeWithAddress:
    "Mã chỉ chứa địa chỉ. Hãy tự nhập số tiền và chọn {coin} trên {network} trong ví của bạn.",
  showAmountCode: "Hiện mã có số tiền",
  showAddressCode: "Hiện mã chỉ có địa chỉ",
  addressDiffers:
    "Cẩn thận: nội dung đã sao chép không phải là địa chỉ của khoản thanh toán này. Đừng thanh toán. Hãy tải lại trang hoặc quét mã.",
  sent: "Tôi đã gửi",
  confirming: [
    "Đang xác nhận khoản thanh toán của bạn",
    "Mạng thường cần vài phút, phần còn lại sẽ diễn ra tự động. Bạn có thể đóng trang này.",
  ],
  keepCart:
    "Vui lòng không thay đổi giỏ hàng cho đến khi khoản thanh toán của bạn đến nơi.",
  paidCartChanged: [
    "Chúng tôi đã nhận khoản thanh toán {price} của bạn",
    "Giỏ hàng của bạn hiện có giá {cart}. Hãy đưa giỏ hàng về lại {price} để nhận đơn hàng, hoặc chờ cửa hàng liên hệ với bạn. Vui lòng đừng thanh toán lại.",
  ],
  showAgain: "Hiện lại địa chỉ",
  timeLeft: "Thời gian còn lại: {time}",
  timeUp:
    "Đã hết thời gian. Đừng gửi gì nữa. Đang kiểm tra khoản thanh toán của bạn…",
  changeCoin: "Chọn loại tiền mã hóa khác",
  testPayment: "Thanh toán thử nghiệm: chỉ gửi coin thử nghiệm.",
  openPaymentPage: "Đến trang thanh toán",
  leftPaymentPage: "Bạn đã rời trang thanh toán",
  tryAgain: "Thử lại",
  payNewAmount: "Thanh toán số tiền mới",
  continue: "Tiếp tục",
  backToStore: "Quay lại cửa hàng",
  viewOrder: "Xem đơn hàng",
  dismiss: "Ẩn",
  reference: "Mã tham chiếu",
  unavailable:
    "Cửa hàng hiện không phản hồi. Trang này vẫn tiếp tục tự động kiểm tra.",
  payHosted: "Thanh toán trên trang thanh toán",
  changeWay: "Thanh toán bằng cách khác",
  payUntil: "Vui lòng thanh toán trước {time}.",
  receipt: "Đã thanh toán {price} bằng {coin} vào {time}.",
  underpaid: "Bạn đã gửi {sent} trong số {quoted}, còn thiếu {missing}.",
  duplicate:
    "Đơn hàng {order} đã được thanh toán trước đó, khoản thanh toán thứ hai này sẽ được hoàn trả.",
  phases: {
    checking: [
      "Đang kiểm tra khoản thanh toán của bạn",
      "Việc này có thể mất một lúc.",
    ],
    waiting: [
      "Đang chờ khoản thanh toán của bạn",
      "Đơn hàng của bạn sẽ được đặt tự động ngay khi nhận được thanh toán. Bạn có thể đóng trang này.",
    ],
    placing_order: [
      "Đã nhận được thanh toán",
      "Đơn hàng của bạn đang được đặt. Việc này có thể mất một lúc.",
    ],
    order_placed: ["Thanh toán thành công", "Đơn hàng của bạn đã được đặt."],
    expired: [
      "Khoản thanh toán đã hết hạn",
      "Chưa nhận được khoản thanh toán nào. Đừng gửi thêm gì cho khoản thanh toán này. Nếu bạn đã gửi rồi, vui lòng chờ. Hệ thống sẽ tự động nhận biết khi tiền đến.",
    ],
    failed: [
      "Thanh toán không thành công",
      "Chưa nhận được khoản thanh toán nào. Đừng gửi thêm gì cho khoản thanh toán này.",
    ],
    cart_changed: [
      "Giá đã thay đổi",
      "Khoản thanh toán này không còn khớp với giá. Nếu bạn đã thanh toán, cửa hàng sẽ liên hệ với bạn. Vui lòng đừng thanh toán lại. Nếu chưa, hãy bắt đầu một khoản thanh toán mới.",
    ],
    replaced: [
      "Khoản thanh toán này đã được thay thế",
      "Bạn đã bắt đầu một khoản thanh toán khác. Đừng gửi thêm gì cho khoản thanh toán này.",
    ],
    paid_otherwise: [
      "Đơn hàng đã được đặt",
      "Không còn gì phải thanh toán. Đừng gửi thêm gì cho khoản thanh toán này.",
    ],
    order_canceled: [
      "Đơn hàng đã bị hủy",
      "Đơn hàng này đã bị hủy vì không nhận được thanh toán đúng hạn. Đừng gửi thêm gì cho khoản thanh toán này.",
    ],
    attention: [
      "Chúng tôi đã nhận được thanh toán của bạn",
      "Cửa hàng cần kiểm tra khoản thanh toán này, đã được thông báo và sẽ liên hệ với bạn. Bạn không cần làm gì. Vui lòng đừng thanh toán lại.",
    ],
    resolved: [
      "Cửa hàng đã xử lý khoản thanh toán của bạn",
      "Nếu có thắc mắc, hãy liên hệ với cửa hàng.",
    ],
    unknown: [
      "Không tìm thấy khoản thanh toán",
      "Hãy mở lại liên kết từ bước đặt hàng hoặc liên hệ với cửa hàng.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Đơn hàng {order} của bạn đang chờ thanh toán",
      "Đơn hàng của bạn sẽ được xác nhận ngay khi nhận được thanh toán. Bạn có thể đóng trang này.",
    ],
  },
  payPage: {
    payable: [
      "Thanh toán đơn hàng {order} của bạn",
      "Số tiền cần thanh toán là {price}.",
    ],
    paid: [
      "Đơn hàng {order} của bạn đã được thanh toán",
      "Không còn gì phải thanh toán.",
    ],
    canceled: ["Đơn hàng {order} của bạn đã bị hủy", "Vui lòng đừng gửi gì."],
    changed: [
      "Liên kết thanh toán này đã cũ",
      "Nếu đơn hàng {order} của bạn vẫn còn khoản phải thanh toán, hãy yêu cầu cửa hàng gửi liên kết mới.",
    ],
    not_payable: [
      "Hiện không thể thanh toán đơn hàng này bằng tiền mã hóa",
      "Hãy liên hệ với cửa hàng về đơn hàng {order} của bạn.",
    ],
  },
}
