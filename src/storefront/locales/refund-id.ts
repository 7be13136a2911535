import type { CryptoRefundTexts } from "./refund-en"

export const id: CryptoRefundTexts = {
  order: "Pesanan",
  amount: "Anda menerima",
  network: "Jaringan",
  address: "Alamat",
  tag: "Tag atau memo",
  tagHint:
    "Bursa memberikannya bersama alamat; koin yang dikirim tanpanya akan hilang. Kosongkan untuk dompet Anda sendiri.",
  noTag: "Tidak ada",
  asEntered: "Seperti yang Anda masukkan",
  transaction: "Transaksi",
  yourAddress: "Alamat {coin} Anda di jaringan {network}",
  enterUntil: "Masukkan sebelum {time}.",
  check: "Periksa alamat",
  checking: "Memeriksa…",
  missing: "Masukkan alamat.",
  refused: "Alamat ini tidak dapat digunakan.",
  typingError:
    "Ada salah ketik, atau bukan dari jaringan {network}. Salin dari dompet Anda.",
  otherNetwork:
    "Alamat ini dari jaringan lain: {found}. Salin alamat {network} dari dompet Anda.",
  unknownForm:
    "Alamat terdiri dari 10 hingga 128 huruf dan angka. Salin dari dompet Anda.",
  storeAddress:
    "Ini alamat toko sendiri, tujuan pembayaran Anda. Masukkan alamat dompet Anda sendiri.",
  tagAlone:
    "Ini hanya tag atau memo. Masukkan alamatnya, dan tag atau memo di kolomnya sendiri.",
  wrongTag:
    "Tag atau memo bukan untuk {network}, atau berbeda dari yang ada di alamat.",
  warning:
    "Transfer tidak dapat dibatalkan. Koin akan hilang jika dompet Anda tidak menerima {coin} di jaringan {network} pada alamat ini.",
  unchecked:
    "Toko tidak dapat memeriksa alamat di jaringan ini, sehingga salah ketik tidak akan terdeteksi.",
  confirm: "Konfirmasi alamat",
  saving: "Menyimpan…",
  change: "Masukkan alamat lain",
  askToChange: "Alamatnya salah? Hubungi toko sebelum toko mengirim.",
  noAnswer: "Toko sedang tidak merespons. Coba lagi.",
  unavailable:
    "Toko sedang tidak merespons. Halaman ini terus memeriksa secara otomatis.",
  back: "Kembali ke toko",
  copy: "Salin",
  copied: "Disalin",
  steps: {
    loading: [
      "Memuat pengembalian dana Anda",
      "Ini mungkin memerlukan waktu sejenak.",
    ],
    enter: [
      "Pengembalian dana Anda",
      "Toko mengembalikan {price} kepada Anda. Masukkan alamat dompet yang akan menerimanya.",
      "Toko mengirim koin kembali kepada Anda. Masukkan alamat dompet yang akan menerimanya.",
    ],
    enter_surplus: [
      "Pengembalian dana Anda",
      "Anda mengirim lebih banyak koin daripada yang harus dibayar. Toko mengembalikan kelebihannya, senilai {price} saat Anda membayar. Masukkan alamat dompet yang akan menerimanya.",
      "Anda mengirim lebih banyak koin daripada yang harus dibayar. Toko mengembalikan kelebihannya. Masukkan alamat dompet yang akan menerimanya.",
    ],
    review: [
      "Periksa alamatnya",
      "Bandingkan setiap karakter dengan alamat di dompet Anda. Tidak ada yang disimpan sebelum Anda mengonfirmasi.",
    ],
    address_entered: [
      "Alamat Anda telah disimpan",
      "Toko belum mengirim koin. Halaman ini akan menampilkan saat koin dikirim.",
    ],
    sent: [
      "Pengembalian dana Anda telah dikirim",
      "Dompet Anda menampilkan koin setelah jaringan mengonfirmasi transaksi.",
    ],
    expired: [
      "Tautan pengembalian dana ini telah kedaluwarsa",
      "Alamat tidak dimasukkan tepat waktu. Minta tautan baru kepada toko.",
    ],
    unknown: [
      "Tautan pengembalian dana ini tidak valid",
      "Tautan mungkin tidak lengkap, atau toko telah mengganti atau menariknya. Buka tautan terbaru, atau hubungi toko.",
    ],
  },
}
