// Imported first by every script: says what is wrong before anything newer than this Node is needed.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `droptail: Node ${process.versions.node} is too old: install Node 20.19 or newer and run this again`,
  );
  process.exit(1);
}
