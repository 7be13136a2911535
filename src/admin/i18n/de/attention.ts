/** One text a reason: what happened, where the money is, what to do. */
export const attention = {
  title_one: "Eine Zahlung braucht Ihre Aufmerksamkeit",
  title_other: "{{count}} Zahlungen brauchen Ihre Aufmerksamkeit",
  all: "Alle zeigen",
  whatHappened: "Was geschehen ist",
  whereTheMoneyIs: "Wo das Geld ist",
  whatToDo: "Was zu tun ist",
  found: "Festgestellt wurde",
  reasons: {
    amount_mismatch: {
      name: "Falscher Betrag",
      happened:
        "Der Kunde hat einen anderen Betrag oder eine andere Währung bezahlt, als der Warenkorb oder die Bestellung kostet. Wird hier keine Bestellung angezeigt, gibt es keine.",
      money:
        "Die Coins sind in Ihrer eigenen Wallet, an der bei der Zahlung gezeigten Adresse.",
      todo: "Versenden Sie eine hier angezeigte Bestellung erst, wenn Sie sich mit dem Kunden geeinigt haben. Senden Sie die Coins zurück und tragen Sie die Erstattung ein, oder korrigieren Sie die Bestellung oder legen Sie sie selbst an und markieren Sie die Zahlung als geklärt. Wird der Warenkorb auf das Bezahlte zurückgebracht, versuchen Sie die Bestellung erneut.",
    },
    duplicate_payment: {
      name: "Doppelt bezahlt",
      happened: "Der Kunde hat etwas bezahlt, das schon bezahlt war.",
      money:
        "Die Coins sind in Ihrer eigenen Wallet. Es ist mehr, als die Bestellung kostet.",
      todo: "Senden Sie diese Coins an den Kunden zurück und tragen Sie die Erstattung ein. Lassen Sie die Bestellung, wie sie ist.",
    },
    order_not_placed: {
      name: "Bestellung nicht angelegt",
      happened:
        "Der Kunde hat den richtigen Betrag bezahlt, doch der Shop konnte die Bestellung nicht anlegen.",
      money:
        "Die Coins sind in Ihrer eigenen Wallet, an der bei der Zahlung gezeigten Adresse.",
      todo: "Beheben Sie die Ursache, füllen Sie etwa den Bestand auf. Die Bestellung entsteht dann von selbst, am ersten Tag binnen einer Stunde, später binnen eines Tages, oder sofort, wenn Sie es erneut versuchen. Lässt sie sich nicht ausführen, senden Sie die Coins zurück und tragen Sie die Erstattung ein.",
    },
    unmatched: {
      name: "Ohne Warenkorb",
      happened:
        "Eine Zahlung ist eingegangen, zu der der Shop weder Warenkorb noch Bestellung findet.",
      money:
        "Die Coins sind in Ihrer eigenen Wallet, an der bei der Zahlung gezeigten Adresse.",
      todo: "Sehen Sie am Gateway nach und finden Sie heraus, wer bezahlt hat. Legen Sie dann die Bestellung selbst an oder senden Sie die Coins zurück, und markieren Sie die Zahlung als geklärt.",
    },
    test_mode_mismatch: {
      name: "Test- und echte Coins vermischt",
      happened:
        "In einem Shop für echte Coins wurde mit Test-Coins bezahlt oder umgekehrt; es gibt daher keine Bestellung.",
      money:
        "Echte Coins sind in Ihrer eigenen Wallet, an der bei der Zahlung gezeigten Adresse. Test-Coins sind nichts wert.",
      todo: "Prüfen Sie den Testmodus auf der Einrichtungsseite. Bei Test-Coins markieren Sie die Zahlung als geklärt. Bei echten Coins legen Sie die Bestellung selbst an oder senden Sie sie zurück und tragen Sie die Erstattung ein.",
    },
    late_payment: {
      name: "Zu spät bezahlt",
      happened:
        "Der Kunde hat bezahlt, nachdem die Zahlung abgelaufen oder die Bestellung storniert war.",
      money:
        "Die Coins sind in Ihrer eigenen Wallet, an der bei der Zahlung gezeigten Adresse.",
      todo: "Fragen Sie den Kunden, was er möchte. Senden Sie die Coins zurück und tragen Sie die Erstattung ein, oder legen Sie selbst eine neue Bestellung an und markieren Sie die Zahlung als geklärt.",
    },
    unknown_status: {
      name: "Unbekannter Status",
      happened:
        "Das Gateway hat dieser Zahlung einen Status gegeben, den der Shop nicht kennt. Sie ist nicht bestätigt, und es gibt keine Bestellung.",
      money:
        "Was gesendet wurde, ist in Ihrer eigenen Wallet, an der bei der Zahlung gezeigten Adresse. Es kann zu wenig sein oder nichts.",
      todo: "Sehen Sie am Gateway und in Ihrer Wallet nach. Sind Coins angekommen, einigen Sie sich mit dem Kunden: Lassen Sie den Rest bezahlen oder senden Sie die Coins zurück. Markieren Sie die Zahlung dann als geklärt. Bestätigt das Gateway sie später, macht der Shop von selbst weiter.",
    },
  },
}
