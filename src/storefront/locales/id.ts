import type { CryptoPaymentTexts } from "./en"

export const id: CryptoPaymentTexts = {
  pay: "Bayar dengan kripto",
  steps: ["Koin", "Kirim", "Konfirmasi", "Pesanan"],
  starting: "Memulai pembayaran…",
  startFailed: "Pembayaran tidak dapat dimulai.",
  chooseCoin: "Pilih mata uang kripto",
  search: "Cari",
  noMatch: "Mata uang kripto tidak ditemukan.",
  loadingCoins: "Memuat mata uang kripto…",
  noCoins: "Toko ini saat ini tidak dapat menerima kripto.",
  coinsFailed: "Mata uang kripto tidak dapat dimuat.",
  showAddress: "Tampilkan alamat",
  amount: "Jumlah",
  network: "Jaringan",
  address: "Alamat",
  exactAmount:
    "Kirim tepat sejumlah ini dalam {coin}, dan hanya melalui jaringan {network}. Selain itu, dana dapat hilang.",
  copy: "Salin",
  copied: "Disalin",
  qrCode: "Kode QR untuk dompet Anda",
  openWallet: "Buka di dompet",
  codeWithAmount:
    "Kode ini berisi alamat dan jumlah yang tepat, untuk {coin} di {network}.",
  codeWithAddress:
    "Kode ini hanya berisi alamat. Masukkan sendiri jumlahnya, dan pilih {coin} di {network} dalam dompet Anda.",
  showAmountCode: "Tampilkan kode dengan jumlah",
  showAddressCode: "Tampilkan kode dengan alamat saja",
  addressDiffers:
    "Hati-hati: yang disalin bukan alamat pembayaran ini. Jangan bayar. Muat ulang halaman, atau pindai kode.",
  sent: "Saya sudah mengirim",
  confirming: [
    "Mengonfirmasi pembayaran Anda",
    "Jaringan biasanya memerlukan beberapa menit, selebihnya berjalan otomatis. Anda dapat menutup halaman ini.",
  ],
  keepCart: "Mohon jangan mengubah keranjang Anda sampai pembayaran Anda tiba.",
  paidCartChanged: [
    "Kami telah menerima pembayaran Anda sebesar {price}",
    "Keranjang Anda kini berharga {cart}. Kembalikan ke {price} untuk mendapatkan pesanan Anda, atau tunggu sampai toko menghubungi Anda. Mohon jangan membayar lagi.",
  ],
  showAgain: "Tampilkan alamat lagi",
  timeLeft: "Sisa waktu: {time}",
  timeUp: "Waktu habis. Jangan kirim apa pun lagi. Memeriksa pembayaran Anda…",
  changeCoin: "Pilih mata uang kripto lain",
  testPayment: "Pembayaran uji coba: kirim koin uji coba saja.",
  openPaymentPage: "Buka halaman pembayaran",
  leftPaymentPage: "Anda meninggalkan halaman pembayaran",
  tryAgain: "Coba lagi",
  payNewAmount: "Bayar jumlah baru",
  continue: "Lanjutkan",
  backToStore: "Kembali ke toko",
  viewOrder: "Lihat pesanan",
  dismiss: "Sembunyikan",
  reference: "Referensi",
  unavailable:
    "Toko sedang tidak merespons. Halaman ini terus memeriksa secara otomatis.",
  payHosted: "Bayar di halaman pembayaran",
  changeWay: "Bayar dengan cara lain",
  payUntil: "Harap bayar sebelum {time}.",
  receipt: "{price} dibayar dengan {coin} pada {time}.",
  underpaid:
    "Anda telah mengirim {sent} dari {quoted}, masih kurang {missing}.",
  duplicate:
    "Pesanan {order} sudah dibayar sebelumnya, pembayaran kedua ini akan dikembalikan.",
  phases: {
    checking: [
      "Memeriksa pembayaran Anda",
      "Ini mungkin memerlukan waktu sejenak.",
    ],
    waiting: [
      "Menunggu pembayaran Anda",
      "Pesanan Anda dibuat secara otomatis begitu pembayaran diterima. Anda dapat menutup halaman ini.",
    ],
    placing_order: [
      "Pembayaran diterima",
      "Pesanan Anda sedang dibuat. Ini mungkin memerlukan waktu sejenak.",
    ],
    order_placed: ["Pembayaran berhasil", "Pesanan Anda telah dibuat."],
    expired: [
      "Pembayaran kedaluwarsa",
      "Tidak ada pembayaran yang diterima. Jangan kirim apa pun lagi untuk pembayaran ini. Jika Anda sudah mengirim, harap tunggu. Pembayaran terdeteksi otomatis saat tiba.",
    ],
    failed: [
      "Pembayaran gagal",
      "Tidak ada pembayaran yang diterima. Jangan kirim apa pun lagi untuk pembayaran ini.",
    ],
    cart_changed: [
      "Harga telah berubah",
      "Pembayaran ini tidak lagi sesuai dengan harga. Jika Anda sudah membayar, toko akan menghubungi Anda. Mohon jangan membayar lagi. Jika belum, mulai pembayaran baru.",
    ],
    replaced: [
      "Pembayaran ini telah diganti",
      "Anda telah memulai pembayaran lain. Jangan kirim apa pun lagi untuk pembayaran ini.",
    ],
    paid_otherwise: [
      "Pesanan sudah dibuat",
      "Tidak ada lagi yang harus dibayar. Jangan kirim apa pun lagi untuk pembayaran ini.",
    ],
    order_canceled: [
      "Pesanan dibatalkan",
      "Pesanan ini dibatalkan karena pembayaran tidak diterima tepat waktu. Jangan kirim apa pun lagi untuk pembayaran ini.",
    ],
    attention: [
      "Kami telah menerima pembayaran Anda",
      "Toko perlu memeriksanya, sudah diberi tahu, dan akan menghubungi Anda. Anda tidak perlu melakukan apa pun. Mohon jangan membayar lagi.",
    ],
    resolved: [
      "Toko telah menangani pembayaran Anda",
      "Jika ada pertanyaan, hubungi toko.",
    ],
    unknown: [
      "Pembayaran tidak ditemukan",
      "Buka kembali tautan dari proses checkout Anda, atau hubungi toko.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Pesanan Anda {order} menunggu pembayaran",
      "Pesanan Anda dikonfirmasi begitu pembayaran diterima. Anda dapat menutup halaman ini.",
    ],
  },
  payPage: {
    payable: [
      "Bayar pesanan Anda {order}",
      "Jumlah yang harus dibayar: {price}.",
    ],
    paid: [
      "Pesanan Anda {order} sudah dibayar",
      "Tidak ada lagi yang harus dibayar.",
    ],
    canceled: [
      "Pesanan Anda {order} dibatalkan",
      "Mohon jangan kirim apa pun.",
    ],
    changed: [
      "Tautan pembayaran ini sudah tidak berlaku",
      "Jika masih ada yang harus dibayar untuk pesanan Anda {order}, minta tautan baru kepada toko.",
    ],
    not_payable: [
      "Pesanan ini tidak dapat dibayar dengan kripto saat ini",
      "Hubungi toko mengenai pesanan Anda {order}.",
    ],
  },
}
