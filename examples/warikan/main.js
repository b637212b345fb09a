// Splits a group's expenses. Runs in Gum's script runtime: `ui` draws, `gum` stores.
import { balances, readAmount, settle, writeAmount } from "./settle.js";
import { strings } from "./strings.js";

const PEOPLE_MAX = 20;
const t = strings[/^ja\b/i.test(gum.locale) ? "ja" : "en"];
const fresh = () => ({ people: [], payments: [] });

let book = fresh();
const form = { person: "", payer: "", what: "", amount: "" };
let note = "";
let asksToClear = false;

async function change(next) {
  book = next;
  note = "";
  draw();
  try {
    await gum.storage.set("book", book);
  } catch {
    note = t.full;
    draw();
  }
}

function addPerson() {
  const name = form.person.normalize("NFC").trim().slice(0, 40);
  if (!name) return;
  if (book.people.includes(name)) {
    note = t.taken;
    return draw();
  }
  form.person = "";
  form.payer ||= name;
  void change({ ...book, people: [...book.people, name] });
}

function removePerson(name) {
  if (book.payments.some((payment) => payment.name === name)) {
    note = t.hasPaid(name);
    return draw();
  }
  if (form.payer === name) form.payer = book.people.find((other) => other !== name) ?? "";
  void change({ ...book, people: book.people.filter((other) => other !== name) });
}

function addPayment() {
  const amount = readAmount(form.amount);
  if (amount === null) {
    note = t.noAmount;
    return draw();
  }
  const payment = { name: form.payer, what: form.what.trim().slice(0, 80), amount };
  form.what = "";
  form.amount = "";
  void change({ ...book, payments: [...book.payments, payment] });
}

const undo = (index) => void change({ ...book, payments: book.payments.filter((_, at) => at !== index) });

function clear() {
  asksToClear = false;
  form.payer = "";
  void change(fresh());
}

function peopleCard() {
  return ui.card(
    ui.text(t.people, { bold: true }),
    ui.row(
      book.people.map((name) =>
        ui.button(`${name} ×`, () => removePerson(name), { description: t.remove(name) }),
      ),
    ),
    book.people.length < PEOPLE_MAX &&
      ui.row(
        ui.input({
          label: t.person,
          value: form.person,
          change: (value) => void (form.person = value),
          submit: addPerson,
        }),
        ui.button(t.add, addPerson),
      ),
  );
}

function paymentCard() {
  const options = book.people.map((name) => ({ value: name, label: name }));
  return ui.card(
    ui.row(
      ui.choice({ label: t.paid, value: form.payer, options, change: (value) => void (form.payer = value) }),
      ui.input({
        label: t.amount,
        kind: "number",
        value: form.amount,
        change: (value) => void (form.amount = value),
        submit: addPayment,
      }),
      ui.input({
        label: t.what,
        value: form.what,
        change: (value) => void (form.what = value),
        submit: addPayment,
      }),
    ),
    ui.row({ align: "end" }, ui.button(t.addPayment, addPayment, { primary: true })),
  );
}

function paymentList() {
  return ui.card(
    book.payments.map(({ name, what, amount }, index) => {
      const text = t.payment(name, what, writeAmount(amount));
      return ui.row(
        { align: "between" },
        ui.text(text),
        ui.button(t.undo, () => undo(index), { description: t.undoOf(text) }),
      );
    }),
  );
}

/** A bar chart of what each person is owed or owes. */
function chart() {
  const all = balances(book.people, book.payments);
  const most = Math.max(1, ...all.map(({ balance }) => Math.abs(balance)));
  const rowHeight = 34;
  const draw = all.flatMap(({ name, balance }, index) => {
    const y = index * rowHeight;
    const width = (Math.abs(balance) / most) * 150;
    const sign = balance > 0 ? "+" : balance < 0 ? "−" : "";
    return [
      ["color", balance < 0 ? "danger" : "success"],
      ["rect", balance < 0 ? 300 - width : 300, y + 6, Math.max(1, width), 22],
      ["color", "text"],
      ["text", name.length > 10 ? `${name.slice(0, 9)}…` : name, 0, y + 17, 15],
      ["text", sign + writeAmount(Math.abs(balance)), 600, y + 17, 15, "right"],
    ];
  });
  const label = all.map(
    ({ name, balance }) => `${name} ${balance < 0 ? "-" : "+"}${writeAmount(Math.abs(balance))}`,
  );
  return ui.canvas({ label: label.join(", "), width: 600, height: all.length * rowHeight, draw });
}

function resultCard() {
  const total = book.payments.reduce((sum, { amount }) => sum + amount, 0);
  const transfers = settle(book.people, book.payments);
  return ui.card(
    ui.row(
      { align: "between" },
      ui.text(t.total(writeAmount(total)), { size: "large", bold: true }),
      ui.text(t.each(writeAmount(Math.floor(total / book.people.length))), { tone: "muted" }),
    ),
    chart(),
    ui.text(t.settle, { bold: true }),
    transfers.length
      ? transfers.map(({ from, to, amount }) =>
          ui.text(t.transfer(from, to, writeAmount(amount)), { size: "large", tone: "accent" }),
        )
      : ui.text(t.even),
  );
}

function draw() {
  const { people, payments } = book;
  ui.render(
    ui.column(
      ui.heading(t.title),
      note && ui.text(note, { tone: "danger" }),
      people.length < 2 && ui.text(t.start, { tone: "muted" }),
      peopleCard(),
      people.length > 1 && paymentCard(),
      payments.length > 0 && paymentList(),
      payments.length > 0 && people.length > 1 && resultCard(),
      people.length > 0 &&
        (asksToClear
          ? ui.row(
              ui.text(t.clearSure),
              ui.button(t.clear, clear),
              ui.button(t.keep, () => {
                asksToClear = false;
                draw();
              }),
            )
          : ui.row(
              ui.button(t.clear, () => {
                asksToClear = true;
                draw();
              }),
            )),
    ),
  );
}

const saved = await gum.storage.get("book");
if (saved) book = saved;
form.payer = book.people[0] ?? "";
draw();
void gum.ready();
