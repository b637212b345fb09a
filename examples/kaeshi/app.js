import { createBoard, pictureOf } from "./board.js";
import { joinTable, playAlone } from "./match.js";
import { setUp } from "./platform.js";
import { count, movesOf, nameOf } from "./rules.js";
import { strings } from "./strings.js";

const $ = (selector) => document.querySelector(selector);
const t = setUp(strings);
document.title = t("title");

const { room = null, card } = window.gum ?? {};
const sides = t("sides");
const scoreOf = ({ board }) => t("score", ...count(board));

const match = room
  ? joinTable({
      room,
      onChange: changed,
      onRefused: (code) => say(t(code === "room_closed" ? "closed" : "refused")),
      notice: (table) => t("notice", sides[table.turn], scoreOf(table)),
    })
  : playAlone({ onChange: changed });
document.body.classList.toggle("room", match.isRoom);

const seatBoxes = sides.map((side, index) => makeSeat(side, index));
const board = createBoard({ root: $("#board"), t, onPlay: play });
buildLevels();

$("#agree").addEventListener("click", () => match.answer(true));
$("#refuse").addEventListener("click", () => match.answer(false));
$("#again").addEventListener("click", () => match.again());
$("#undo").addEventListener("click", () => match.undo());
$("#new").addEventListener("click", () => match.again());
$("#leave").addEventListener("click", () => match.leave());
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || $("#undo").hidden) return;
  event.preventDefault();
  match.undo();
});
show();

function play(at) {
  const state = match.state();
  if (!state.canPlay) return;
  if (movesOf(state.board, state.turn).includes(at)) match.play(at);
  else say(t("notYet"));
}

/** How a player is called: by name, as "you", or by the colour. */
function called(state, side) {
  const { isMe, name } = state.seats[side];
  if (!match.isRoom) return isMe ? t("you") : t("computer");
  return isMe ? t("you") : name || sides[side];
}

function changed(news) {
  show();
  if (!news) return;
  const state = match.state();
  const { last } = state;
  if (news.payload.do === "move" && last) {
    const told = t("played", called(state, last.side), nameOf(last.at), t("stones", last.turned.length));
    const passed = last.hasPassed ? t("passed", called(state, 1 - last.side)) : "";
    say(`${told} ${passed}`.trim());
  }
  // One copy of the app sends the card: the one that has just changed something.
  if (news.isOwn && match.isRoom) sendCard(state).catch(() => {});
}

async function sendCard(state) {
  const score = scoreOf(state);
  const free = state.seats.findIndex(({ who }) => who === null);
  await card({
    title: result(state, (side) => sides[side], score) ?? t("turnOf", sides[state.turn]),
    lines: [score, ...(free === -1 ? [] : [t("cardFree", sides[free])])],
    image: { picture: await pictureOf(state), alt: t("cardAlt", score) },
    people: match.players(),
  });
}

function result({ board: stones, turn }, name, score) {
  if (turn !== null) return null;
  const [black, white] = count(stones);
  if (black === white) return score ? t("cardDraw", score) : t("draw");
  const winner = black > white ? 0 : 1;
  return score ? t("cardOver", name(winner), score) : t("won", name(winner));
}

function makeSeat(side, index) {
  const box = $("#seats").appendChild(document.createElement("article"));
  box.dataset.side = index;
  box.innerHTML = `<span class="disc" aria-hidden="true"></span><div><strong></strong><small></small></div><b></b><button></button>`;
  box.setAttribute("aria-label", side);
  box.querySelector("button").addEventListener("click", () => match.sit(index));
  return box;
}

function showSeats(state) {
  const stones = count(state.board);
  for (const [side, box] of seatBoxes.entries()) {
    const { who, isMe, isHere, canSit } = state.seats[side];
    const isEmpty = match.isRoom && who === null;
    box.classList.toggle("turn", state.turn === side);
    box.classList.toggle("here", match.isRoom && !isEmpty && (isHere || isMe));
    box.classList.toggle("empty", isEmpty);
    const name = called(state, side);
    box.querySelector("strong").textContent = isEmpty ? t("free") : name === sides[side] ? t("player") : name;
    box.querySelector("small").textContent = sides[side];
    box.querySelector("b").textContent = stones[side];
    box.querySelector("b").ariaLabel = t("stones", stones[side]);
    const button = box.querySelector("button");
    button.hidden = !canSit;
    button.textContent = t(isEmpty ? "sit" : "take");
    button.ariaLabel = t(isEmpty ? "sitAs" : "takeFrom", sides[side]);
  }
}

function statusOf(state) {
  const { turn, mine, seats } = state;
  if (turn === null) {
    const [black, white] = count(state.board);
    if (mine === null || black === white) return result(state, (side) => called(state, side));
    return t(black > white === (mine === 0) ? "youWon" : "youLost");
  }
  if (state.canAnswer) return t("asksYou", called(state, 1 - mine));
  if (turn === mine) return t("yourTurn");
  if (match.isRoom && seats.every(({ who }) => who === null)) return t("bothFree");
  if (match.isRoom && seats[turn].who === null) return t("waitingFor", sides[turn]);
  return t("turnOf", called(state, turn));
}

function hintOf(state) {
  const { last, turn } = state;
  if (state.isClosed) return t("closed");
  if (state.isWaiting && !navigator.onLine) return t("sending");
  if (state.asks !== null && state.asks === state.mine) return t("asked");
  if (last?.hasPassed && turn !== null) return t("passed", called(state, 1 - turn));
  if (!match.isRoom || state.mine !== null) return "";
  return t(state.seats.every(({ who }) => who === null) ? "othersWatch" : "watching");
}

function show() {
  const state = match.state();
  const legal = state.canPlay ? movesOf(state.board, state.turn) : [];
  board.show(state, legal);
  showSeats(state);
  setText($("#status"), statusOf(state));
  setText($("#hint"), hintOf(state));
  const shown = {
    "#agree": state.canAnswer,
    "#refuse": state.canAnswer,
    "#again": state.canAgain && state.turn === null,
    "#undo": state.canUndo && !state.canAnswer,
    "#new": state.turn !== null && (match.isRoom ? state.canAgain : state.moves.length > 0),
    "#leave": match.isRoom && state.mine !== null && !state.isClosed,
  };
  const focused = document.activeElement;
  for (const [selector, isShown] of Object.entries(shown)) $(selector).hidden = !isShown;
  if (focused?.hidden) $("#board [tabindex='0']").focus();
  $("#level select").value = state.level ?? "";
  showRecord(state);
}

function showRecord({ moves, sides: players }) {
  $("#record ol").replaceChildren(
    ...moves.map((at, ply) => {
      const item = document.createElement("li");
      item.dataset.side = players[ply];
      item.textContent = nameOf(at);
      return item;
    }),
  );
  $("#record p").hidden = moves.length > 0;
  $("#record ol").scrollTop = 1e6;
}

/** A status that is written again would be read out again. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function buildLevels() {
  $("#level").hidden = match.isRoom;
  const select = $("#level select");
  for (const [value, label] of Object.entries(t("levels"))) select.append(new Option(label, value));
  select.addEventListener("change", () => match.setLevel(select.value));
}

function say(message) {
  $("#said").textContent = message;
}
