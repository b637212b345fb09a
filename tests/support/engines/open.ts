import type { Engine, EngineName, EngineOptions } from "./engine";
import { openFirefox } from "./firefox";
import { openWebKit } from "./webkit";

export function openEngine(name: EngineName, options: EngineOptions = {}): Promise<Engine> {
  return name === "Firefox" ? openFirefox(options) : openWebKit(options);
}
