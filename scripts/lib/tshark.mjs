import { installDebianPackage, Problem, which } from './shell.mjs';

/** The path of tshark. Installs Debian's package if possible, and otherwise explains what to do. */
export async function ensureTshark() {
  const path = which('tshark') ?? ((await installDebianPackage('tshark')) ? which('tshark') : undefined);
  if (path) return path;
  throw new Problem('tshark is missing: install it (it comes with Wireshark)');
}
