/** Fetches forecasts from Open-Meteo through `gum.fetch`; each kind of failure has its own name. */

const GEOCODING = "https://geocoding-api.open-meteo.com/v1/search";
const FORECAST = "https://api.open-meteo.com/v1/forecast";

/** `kind`: denied, offline, late, busy or noHost. */
export class WeatherError extends Error {
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/** Maps the host's error to a `kind`. */
export function kindOf({ code, status, error }) {
  if (code === "egress not wired") return "noHost";
  if (code === "egress timeout") return "late";
  if (error === "consent_required") return "denied";
  if (status === 429 || error === "rate_limited") return "busy";
  return "offline";
}

async function read(address, query) {
  if (!window.gum?.fetch) throw new WeatherError("noHost");
  let response;
  try {
    response = await window.gum.fetch(`${address}?${new URLSearchParams(query)}`);
  } catch (error) {
    throw new WeatherError(kindOf({ code: error?.code }));
  }
  if (!response.ok) {
    throw new WeatherError(kindOf({ status: response.status, error: response.headers.get("gum-error") }));
  }
  try {
    return await response.json();
  } catch {
    throw new WeatherError("offline");
  }
}

/** Places with that name, the largest first. */
export async function findPlaces(name, language) {
  const { results = [] } = await read(GEOCODING, { name, language, count: "5", format: "json" });
  return results.map(({ name: found, admin1, country, latitude, longitude }) => ({
    name: found,
    region: [admin1, country].filter(Boolean).join(", "),
    latitude,
    longitude,
  }));
}

export async function readForecast({ latitude, longitude }) {
  const answer = await read(FORECAST, {
    latitude: String(latitude),
    longitude: String(longitude),
    current: "temperature_2m,apparent_temperature,relative_humidity_2m,wind_speed_10m,weather_code",
    hourly: "temperature_2m,weather_code,precipitation_probability",
    daily: "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max",
    timezone: "auto",
    forecast_days: "7",
  });
  return shape(answer);
}

/** Converts Open-Meteo's columns to rows: now, the next twelve hours, seven days. */
export function shape({ current, hourly, daily }) {
  const from = Math.max(
    0,
    hourly.time.findIndex((time) => time >= current.time.slice(0, 13)),
  );
  const hours = hourly.time.slice(from, from + 12).map((time, at) => ({
    time,
    temperature: hourly.temperature_2m[from + at],
    sky: skyOf(hourly.weather_code[from + at]),
    rain: hourly.precipitation_probability?.[from + at] ?? null,
  }));
  const days = daily.time.map((date, at) => ({
    date,
    high: daily.temperature_2m_max[at],
    low: daily.temperature_2m_min[at],
    sky: skyOf(daily.weather_code[at]),
    rain: daily.precipitation_probability_max?.[at] ?? null,
  }));
  return {
    now: {
      temperature: current.temperature_2m,
      feels: current.apparent_temperature,
      humidity: current.relative_humidity_2m,
      wind: current.wind_speed_10m,
      sky: skyOf(current.weather_code),
    },
    hours,
    days,
  };
}

/** Groups the WMO weather codes into a few kinds of sky. */
export function skyOf(code) {
  if (code === 0) return "clear";
  if (code <= 2) return "fair";
  if (code === 3) return "cloudy";
  if (code <= 48) return "fog";
  if (code <= 57) return "drizzle";
  if (code <= 67) return "rain";
  if (code <= 77) return "snow";
  if (code <= 82) return "showers";
  if (code <= 86) return "snow";
  return "storm";
}
