import { expect, test } from "vitest";
import { kindOf, shape, skyOf } from "../sorami/weather.js";

test("every failure of the host has a message of its own", () => {
  expect(kindOf({ code: "egress not wired" })).toBe("noHost");
  expect(kindOf({ code: "egress timeout" })).toBe("late");
  expect(kindOf({ status: 403, error: "consent_required" })).toBe("denied");
  expect(kindOf({ status: 429, error: "rate_limited" })).toBe("busy");
  expect(kindOf({ status: 502, error: "egress_error" })).toBe("offline");
  expect(kindOf({ status: 500, error: null })).toBe("offline");
});

test("columns become rows from this hour on", () => {
  const time = Array.from({ length: 24 }, (_, hour) => `2026-03-14T${String(hour).padStart(2, "0")}:00`);
  const forecast = shape({
    current: {
      time: "2026-03-14T20:30",
      temperature_2m: 9.6,
      apparent_temperature: 8,
      relative_humidity_2m: 60,
      wind_speed_10m: 7,
      weather_code: 3,
    },
    hourly: {
      time,
      temperature_2m: time.map((_, at) => at),
      weather_code: time.map(() => 61),
      precipitation_probability: time.map(() => 40),
    },
    daily: {
      time: ["2026-03-14"],
      weather_code: [95],
      temperature_2m_max: [12],
      temperature_2m_min: [4],
      precipitation_probability_max: [null],
    },
  });
  expect(forecast.now).toMatchObject({ temperature: 9.6, sky: "cloudy" });
  expect(forecast.hours.map((hour) => hour.temperature)).toEqual([20, 21, 22, 23]);
  expect(forecast.hours[0]).toMatchObject({ sky: "rain", rain: 40 });
  expect(forecast.days).toEqual([{ date: "2026-03-14", high: 12, low: 4, sky: "storm", rain: null }]);
});

test("codes are as coarse as one looks at a sky", () => {
  expect([0, 1, 3, 45, 51, 63, 73, 81, 86, 99].map(skyOf)).toEqual([
    "clear",
    "fair",
    "cloudy",
    "fog",
    "drizzle",
    "rain",
    "snow",
    "showers",
    "snow",
    "storm",
  ]);
});
