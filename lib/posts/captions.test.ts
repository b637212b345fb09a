import { expect, it } from "vitest";
import { asWebVtt, cleanCaptions, languageTag } from "./captions";

it("takes SubRip as WebVTT, and leaves WebVTT as it is", () => {
  const subRip =
    "\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nAt 10,000 metres\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nBye\r\n";
  expect(cleanCaptions(asWebVtt(subRip))).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nAt 10,000 metres\n\n00:00:03.000 --> 00:00:04.000\nBye\n",
  );
  const source = "WEBVTT\n\n00:00.000 --> 00:01.000\nIt is 00:00:01,000\n";
  expect(asWebVtt(source)).toBe(source);
  expect(cleanCaptions(asWebVtt("no captions"))).toBeNull();
});

it("keeps times and text, and nothing else", () => {
  const source = `\uFEFFWEBVTT - a title\r
STYLE\r
::cue { background: url(https://evil.example/x) }\r
\r
NOTE by Mika, at home\r
\r
intro\r
00:00.000 --> 00:02.500 position:10%,line-left align:left size:35%\r
<v Mika>Good <b>morning</b> & hello</v>\r
- two lines\r
\r
01:00:02.500 --> 01:00:03.000\r
<script>alert(1)\r
\r
00:04.000 --> 00:05.000\r
おはよう\r
`;
  expect(cleanCaptions(source)).toBe(
    "WEBVTT\n\n00:00.000 --> 00:02.500\nGood morning & hello\n- two lines\n\n01:00:02.500 --> 01:00:03.000\nalert(1)\n\n00:04.000 --> 00:05.000\nおはよう\n",
  );
});

it.each([
  "",
  "hello",
  "WEBVTTX\n\n00:00.000 --> 00:01.000\nx",
  "WEBVTT",
  "WEBVTT\n\n00:00.000 --> 00:01.000\n<b>",
])("%j is no captions file", (source) => expect(cleanCaptions(source)).toBeNull());

it("cannot be made to end a cue early or to have endless cues", () => {
  expect(cleanCaptions("WEBVTT\n\n00:00.000 --> 00:01.000\na --> b")).toContain("a –> b".replace(">", ""));
  expect(cleanCaptions(`WEBVTT\n${"\n00:00.000 --> 00:01.000\nx\n".repeat(5_001)}`)).toBeNull();
});

it("knows languages", () => {
  expect(languageTag("en-gb")).toBe("en-GB");
  expect(languageTag("ja")).toBe("ja");
  expect(languageTag("no language")).toBeNull();
});
