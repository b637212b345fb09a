/** Amounts are integer hundredths, so sums are exact. */

/** Parses typed text to hundredths, or null. Accepts full-width digits and thousands separators. */
export function readAmount(text) {
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/[¥$€£\s]/g, "")
    .replace(/,(?=\d{3}(?:\D|$))/g, "")
    .replace(",", ".");
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain)) return null;
  const hundredths = Math.round(Number(plain) * 100);
  return hundredths > 0 ? hundredths : null;
}

export function writeAmount(hundredths) {
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
  return rest ? `${grouped}.${String(rest).padStart(2, "0")}` : grouped;
}

/** What each person is owed (positive) or owes (negative). An uneven remainder goes to the first people. */
export function balances(people, payments) {
  const total = payments.reduce((sum, { amount }) => sum + amount, 0);
  const share = Math.floor(total / people.length);
  let rest = total - share * people.length;
  return people.map((name) => {
    const paid = payments
      .filter((payment) => payment.name === name)
      .reduce((sum, { amount }) => sum + amount, 0);
    const owes = share + (rest-- > 0 ? 1 : 0);
    return { name, balance: paid - owes };
  });
}

/** The payments that settle everything: the largest debtor pays the largest creditor until all are settled. */
export function settle(people, payments) {
  const open = balances(people, payments).map((each) => ({ ...each }));
  const transfers = [];
  for (;;) {
    open.sort((a, b) => b.balance - a.balance || (a.name < b.name ? -1 : 1));
    const creditor = open[0];
    const debtor = open.at(-1);
    if (!creditor || creditor.balance <= 0) return transfers;
    const amount = Math.min(creditor.balance, -debtor.balance);
    transfers.push({ from: debtor.name, to: creditor.name, amount });
    creditor.balance -= amount;
    debtor.balance += amount;
  }
}
