import { expect, it } from "vitest";
import { renderDoc } from "./render-doc";

it("renders what a host wrote without its markup", () => {
  const markdown = [
    "# Terms <b>bold</b>",
    '<script>alert(1)</script><img src=x onerror="alert(1)">',
    "<!-- a remark -->",
    "[bad](javascript:alert(1)) [data](data:text/html,x) [good](https://gum.test/a) [here](/rules) [mail](mailto:a@gum.test)",
    "![p](javascript:x) `<i>`",
  ].join("\n\n");
  const { html } = renderDoc(markdown, { rawHtml: false });
  expect(html).not.toMatch(/<(script|b|i|img)\b|javascript:|data:|remark/);
  expect(html).toContain("&lt;script&gt;");
  for (const href of ["https://gum.test/a", "/rules", "mailto:a@gum.test"])
    expect(html).toContain(`href="${href}"`);
});
