import { expect } from "vitest";
import { describeEngine } from "../support/engines/suite";

describeEngine("WebKit", (userAgent) => expect(userAgent).toMatch(/AppleWebKit\/.*Safari\//));
