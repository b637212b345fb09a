import { describeEngine } from "../support/engines/suite";

describeEngine("Firefox");
