import { describeEngine } from "../support/engines/suite";

describeEngine("WebKit");
