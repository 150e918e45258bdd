// Imported first by every script, to report an old Node before any newer feature is needed.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `droptail: Node ${process.versions.node} is too old: install Node 20.19 or newer and run this again`,
  );
  process.exit(1);
}
