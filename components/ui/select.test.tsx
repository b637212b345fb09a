import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Select } from "./select";

describe("a select", () => {
  it("shows its options", () => {
    const html = renderToStaticMarkup(<Select options={[{ value: "a", label: "First" }]} />);
    expect(html).toContain('<option value="a">First</option>');
  });

  it("has no option with an empty value: that is how browsers say that nothing is chosen", () => {
    const options = [{ value: "", label: "Nothing" }];
    expect(() => renderToStaticMarkup(<Select options={options} />)).toThrow(
      "A select option must not have an empty value.",
    );
  });
});
