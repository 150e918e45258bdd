// npm run python [-- ARGS]: builds the Python package in a virtual environment of its own and tests it; ARGS are for pytest.
// With --release the package is optimised as for use, and stays in the environment. With --build nothing is tested.
import { buildForTests } from './lib/engine.mjs';
import { buildPackage, findPython, testPackage } from './lib/python.mjs';
import { setUp } from './lib/setup.mjs';
import { main, Problem, say } from './lib/shell.mjs';

main(async () => {
  const python = await findPython();
  if (python === undefined)
    throw new Problem(
      'Python 3.10 or newer with venv is missing: install it (Debian: python3-venv) and run this again',
    );
  await setUp();
  const args = process.argv.slice(2);
  const release = args.includes('--release');
  const environment = await buildPackage(python, { release, onLine: say });
  if (args.includes('--build')) {
    say(`installed in ${environment}`);
    return;
  }
  const { cli, fuzz } = await buildForTests();
  process.env.DROPTAIL_CLI ??= cli;
  process.env.DROPTAIL_FUZZ ??= fuzz;
  const others = args.filter((arg) => arg !== '--release');
  const { failed } = await testPackage(environment, others, say);
  if (failed > 0) throw new Problem('the Python package has failed tests');
});
