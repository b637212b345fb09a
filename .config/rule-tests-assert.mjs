/** A file of tests that asserts nothing would pass whatever it runs. */
export const testsAssert = {
  meta: {
    type: "problem",
    schema: [],
    messages: { missing: "A file of tests asserts something: it calls `expect` or `assert`." },
  },
  create(context) {
    let asserts = false;
    const note = () => {
      asserts = true;
    };
    return {
      'CallExpression[callee.name="expect"]': note,
      'CallExpression[callee.object.name="expect"]': note,
      'CallExpression[callee.name="assert"]': note,
      'CallExpression[callee.object.name="assert"]': note,
      "Program:exit": (node) => {
        if (!asserts) context.report({ node, messageId: "missing" });
      },
    };
  },
};
