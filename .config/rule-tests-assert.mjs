/** A test file without assertions would always pass. */
export const testsAssert = {
  meta: {
    type: "problem",
    schema: [],
    messages: { missing: "A test file must call `expect` or `assert`." },
  },
  create(context) {
    let asserts = false;
    const markAsserting = () => {
      asserts = true;
    };
    return {
      'CallExpression[callee.name="expect"]': markAsserting,
      'CallExpression[callee.object.name="expect"]': markAsserting,
      'CallExpression[callee.name="assert"]': markAsserting,
      'CallExpression[callee.object.name="assert"]': markAsserting,
      "Program:exit": (node) => {
        if (!asserts) context.report({ node, messageId: "missing" });
      },
    };
  },
};
