import { expect } from "vitest";
import { describeEngine } from "../support/engines/suite";

describeEngine("Firefox", (userAgent) => expect(userAgent).toMatch(/Gecko\/.*Firefox\//));
