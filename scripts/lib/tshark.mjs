import { installDebianPackage, Problem, which } from './shell.mjs';

/** The path of tshark; installs Debian's package where it can and says what to do where it cannot. */
export async function ensureTshark() {
  const path = which('tshark') ?? ((await installDebianPackage('tshark')) ? which('tshark') : undefined);
  if (path) return path;
  throw new Problem('tshark is missing: install it (it comes with Wireshark)');
}
