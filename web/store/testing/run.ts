/** A run of a small scenario by an engine in this process, for tests of the store. */
import { type InProcessRunner, startInProcess } from '../../runner/in-process';
import type { Listen } from '../../runner/runner';
import { fakeEngine, small } from '../../worker/testing/fake-engine';
import { connect, startRun } from '../connection';
import { initialRun, run } from '../run';
import { initialSession, session } from '../session';

/** The limit of the queue that tests change. */
export const BUFFER = '/links/core/forward/queue/params/limitPackets';

let runner: InProcessRunner;
let listener: Listen;

/** Lets real time pass, ms. */
export const pass = (ms: number): void => runner.pass(ms);

/** Sends a message in the worker's place. */
export const say: Listen = (message) => listener(message);

/** From here on `instead` gets the messages to the worker. */
export function intercept(instead: InProcessRunner['send']): void {
  runner.send = instead;
}

/**
 * Opens the small scenario, paused at its start.
 * @param hold takes a message instead of the page if it returns true
 */
export function openSmall(hold: (message: Parameters<Listen>[0]) => boolean = () => false): void {
  connect((listen) => {
    listener = listen;
    runner = startInProcess(fakeEngine(), (message) => {
      if (!hold(message)) listen(message);
    });
    return runner;
  });
  startRun(small, { kind: 'open' }, 0, false);
  pass(50);
}

/** The same with the run and the session as they are at first. */
export function beginAnew(): void {
  run.setState({ ...initialRun });
  session.setState({ ...initialSession, speed: 1 });
  openSmall();
}
