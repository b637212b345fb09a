import { skyIcon } from "./icons.js";
import { load, locale, save, setUp } from "./platform.js";
import { strings } from "./strings.js";
import { findPlaces, readForecast, WeatherError } from "./weather.js";

const t = setUp(strings);
const by = (id) => document.getElementById(id);
const FRESH_MS = 20 * 60_000;

let place = load("sorami.place", null);
let last = load("sorami.forecast", null);
let again = () => undefined;

const degrees = (value) => `${Math.round(value)}°`;
const when = (time) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(time);

function make(tag, text, className = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

function say(title, text, retry = null) {
  by("message").hidden = !title;
  by("message-title").textContent = title ?? "";
  by("message-text").textContent = text ?? "";
  by("retry").hidden = !retry;
  again = retry ?? (() => undefined);
}

const icon = (sky) => skyIcon(sky, t("sky")[sky]);

function row(label, sky, rain, ...temperatures) {
  const item = document.createElement("li");
  item.append(make("span", label, "when"), icon(sky));
  item.append(make("span", rain ? t("rain", rain) : "", "rain"));
  item.append(...temperatures.map((value, at) => make("span", degrees(value), at ? "low" : "high")));
  return item;
}

function show({ forecast, place: shown, time }) {
  const { now, hours, days } = forecast;
  document.body.dataset.sky = now.sky;
  by("forecast").hidden = false;
  by("name").textContent = [shown.name, shown.region].filter(Boolean).join(", ");
  by("temperature").textContent = degrees(now.temperature);
  by("sky").replaceChildren(icon(now.sky), ` ${t("sky")[now.sky]}`);
  by("details").textContent = t(
    "details",
    degrees(now.feels),
    Math.round(now.wind),
    Math.round(now.humidity),
  );
  by("hours").replaceChildren(
    ...hours.map((hour, at) =>
      row(at ? hour.time.slice(11, 16) : t("now"), hour.sky, hour.rain, hour.temperature),
    ),
  );
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  by("days").replaceChildren(
    ...days.map((day, at) =>
      row(
        at ? weekday.format(Date.parse(`${day.date}T12:00:00Z`)) : t("today"),
        day.sky,
        day.rain,
        day.high,
        day.low,
      ),
    ),
  );
  by("age").textContent = t("updated", when(time));
}

/** Shows the error and keeps the last forecast visible, with its age. */
function fail(error, retry) {
  const kind = error instanceof WeatherError ? error.kind : "offline";
  say(t(`${kind}Title`), t(`${kind}Text`), kind === "noHost" ? null : retry);
  if (!by("forecast").hidden && last) by("age").textContent = t("old", when(last.time));
}

async function refresh() {
  say(t("loading"), "");
  try {
    const forecast = await readForecast(place);
    last = { place, forecast, time: Date.now() };
    save("sorami.forecast", last);
    say(null);
    show(last);
  } catch (error) {
    fail(error, refresh);
  }
}

function choose(chosen) {
  place = chosen;
  save("sorami.place", place);
  by("found").hidden = true;
  by("place").value = "";
  void refresh();
}

async function search() {
  const name = by("place").value.trim();
  if (!name) return;
  say(t("loading"), "");
  by("found").hidden = true;
  try {
    const places = await findPlaces(name, locale);
    if (!places.length) return say(t("nothing"), "");
    say(null);
    if (places.length === 1) return choose(places[0]);
    by("found").replaceChildren(
      ...places.map((found) => {
        const item = document.createElement("li");
        const button = make("button", found.name);
        button.type = "button";
        button.append(make("span", found.region));
        button.addEventListener("click", () => choose(found));
        item.append(button);
        return item;
      }),
    );
    by("found").hidden = false;
    by("found").querySelector("button").focus();
  } catch (error) {
    fail(error, search);
  }
}

by("search").addEventListener("submit", (event) => {
  event.preventDefault();
  void search();
});
by("retry").addEventListener("click", () => again());

if (last) show(last);
if (!place) say(t("welcomeTitle"), t("welcomeText"));
else if (!last || Date.now() - last.time > FRESH_MS) void refresh();
void window.gum?.ready?.();
