// Imports nothing and uses old syntax only: it must load on a Node that is too old for the rest.
const REQUIRED = [20, 12];

const parts = process.versions.node.split(".").map(Number);
if (parts[0] < REQUIRED[0] || (parts[0] === REQUIRED[0] && parts[1] < REQUIRED[1])) {
  process.stderr.write(
    "Gum needs Node " +
      REQUIRED.join(".") +
      " or later, and this is Node " +
      process.versions.node +
      ". Install a current Node from https://nodejs.org and run the command again.\n",
  );
  process.exit(1);
}
