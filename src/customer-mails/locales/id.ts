import type { CustomerMailTexts } from "../texts"

export const id: CustomerMailTexts = {
  order: "Pesanan",
  awaiting_payment: [
    "Mohon bayar pesanan Anda",
    "Terima kasih atas pesanan Anda. Pesanan Anda menunggu pembayaran: {{url}}",
  ],
  paid: [
    "Pembayaran Anda telah diterima",
    "Terima kasih. Kami telah menerima pembayaran Anda.",
  ],
  checking: [
    "Kami sedang memeriksa pembayaran Anda",
    "Kami telah menerima pembayaran Anda, tetapi tidak dapat menyelesaikan pesanan Anda secara otomatis. Kami sedang menanganinya dan akan menghubungi Anda. Mohon jangan membayar lagi.",
  ],
  expired: [
    "Pembayaran Anda telah kedaluwarsa",
    "Tidak ada pembayaran yang diterima tepat waktu. Jika Anda telah mengirim koin, silakan hubungi kami.",
  ],
  pay_again: "Anda masih dapat membayar di sini: {{url}}",
  refund_requested: [
    "Pengembalian dana Anda",
    "Kami ingin mengirim koin kembali kepada Anda. Mohon masukkan alamat dompet Anda: {{url}}",
  ],
  refund_sent: [
    "Pengembalian dana Anda telah dikirim",
    "Kami telah mengirim koin kembali kepada Anda. Transaksi: {{transaction}}",
  ],
}
