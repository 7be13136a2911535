import type { CryptoRefundTexts } from "./refund-en"

export const vi: CryptoRefundTexts = {
  order: "Đơn hàng",
  amount: "Bạn nhận được",
  network: "Mạng",
  address: "Địa chỉ",
  tag: "Tag hoặc memo",
  tagHint:
    "Sàn giao dịch cung cấp cùng với địa chỉ; coin gửi thiếu nó sẽ bị mất. Để trống nếu là ví của riêng bạn.",
  noTag: "Không có",
  asEntered: "Như bạn đã nhập",
  transaction: "Giao dịch",
  yourAddress: "Địa chỉ {coin} của bạn trên mạng {network}",
  enterUntil: "Hãy nhập trước {time}.",
  check: "Kiểm tra địa chỉ",
  checking: "Đang kiểm tra…",
  missing: "Hãy nhập địa chỉ.",
  refused: "Không thể dùng địa chỉ này.",
  typingError:
    "Địa chỉ có lỗi gõ hoặc không thuộc mạng {network}. Hãy sao chép từ ví của bạn.",
  otherNetwork:
    "Địa chỉ thuộc mạng khác: {found}. Hãy sao chép địa chỉ của {network} từ ví của bạn.",
  unknownForm:
    "Một địa chỉ có từ 10 đến 128 chữ cái và chữ số. Hãy sao chép từ ví của bạn.",
  storeAddress:
    "Đây là địa chỉ của chính cửa hàng mà bạn đã thanh toán. Hãy nhập địa chỉ ví của bạn.",
  tagAlone:
    "Đây chỉ là tag hoặc memo. Hãy nhập địa chỉ, và tag hoặc memo vào ô riêng.",
  wrongTag:
    "Tag hoặc memo không thuộc {network}, hoặc khác với tag trong địa chỉ.",
  warning:
    "Không thể hoàn tác giao dịch chuyển tiền. Coin sẽ bị mất nếu ví của bạn không nhận {coin} trên mạng {network} tại địa chỉ này.",
  unchecked:
    "Cửa hàng không thể kiểm tra địa chỉ của mạng này, vì vậy lỗi nhập sẽ không được phát hiện.",
  confirm: "Xác nhận địa chỉ",
  saving: "Đang lưu…",
  change: "Nhập địa chỉ khác",
  askToChange:
    "Địa chỉ bị sai? Hãy liên hệ với cửa hàng trước khi cửa hàng gửi.",
  noAnswer: "Cửa hàng hiện không phản hồi. Hãy thử lại.",
  unavailable:
    "Cửa hàng hiện không phản hồi. Trang này vẫn tiếp tục tự động kiểm tra.",
  back: "Quay lại cửa hàng",
  copy: "Sao chép",
  copied: "Đã sao chép",
  steps: {
    loading: [
      "Đang tải khoản hoàn tiền của bạn",
      "Việc này có thể mất một lúc.",
    ],
    enter: [
      "Khoản hoàn tiền của bạn",
      "Cửa hàng hoàn lại cho bạn {price}. Hãy nhập địa chỉ ví sẽ nhận khoản này.",
      "Cửa hàng gửi lại coin cho bạn. Hãy nhập địa chỉ ví sẽ nhận số coin này.",
    ],
    enter_surplus: [
      "Khoản hoàn tiền của bạn",
      "Bạn đã gửi nhiều coin hơn mức cần thanh toán. Cửa hàng hoàn lại phần dư, trị giá {price} tại thời điểm bạn thanh toán. Hãy nhập địa chỉ ví sẽ nhận phần này.",
      "Bạn đã gửi nhiều coin hơn mức cần thanh toán. Cửa hàng hoàn lại phần dư. Hãy nhập địa chỉ ví sẽ nhận phần này.",
    ],
    review: [
      "Kiểm tra địa chỉ",
      "Hãy so sánh từng ký tự với địa chỉ trong ví của bạn. Chưa có gì được lưu cho đến khi bạn xác nhận.",
    ],
    address_entered: [
      "Đã lưu địa chỉ của bạn",
      "Cửa hàng chưa gửi coin. Trang này sẽ hiển thị khi coin được gửi.",
    ],
    sent: [
      "Khoản hoàn tiền đã được gửi",
      "Ví của bạn sẽ hiển thị coin khi mạng xác nhận giao dịch.",
    ],
    expired: [
      "Liên kết hoàn tiền này đã hết hạn",
      "Địa chỉ đã không được nhập đúng hạn. Hãy yêu cầu cửa hàng gửi liên kết mới.",
    ],
    unknown: [
      "Liên kết hoàn tiền này không hợp lệ",
      "Có thể liên kết không đầy đủ, hoặc cửa hàng đã thay thế hay thu hồi. Hãy mở liên kết mới nhất hoặc liên hệ với cửa hàng.",
    ],
  },
}
