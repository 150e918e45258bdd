/** Tabs of one browser in tests: each has its own stores, and all share storage. */
import { vi } from 'vitest';
import type { Scenario } from '../../generated/types';
import type { InProcessRunner } from '../../runner/in-process';

export interface Tab {
  /** Opens a work, as a click in the gallery does. */
  open(id: string): Promise<boolean>;
  openText(scenario: Scenario): Promise<boolean>;
  /** What a page opens first. */
  first(): Promise<void>;
  setTitle(title: string): void;
  undo(): void;
  /** Runs the pending autosave. */
  save(): Promise<void>;
  /** Dispatches an event on the page's window. Returns whether the page asks before it is left. */
  fire(type: string): boolean;
  title(): string;
  app: typeof import('../app')['app'];
}

const timers: ReturnType<typeof setTimeout>[] = [];
const channels: BroadcastChannel[] = [];
const realSetTimeout = globalThis.setTimeout;
const RealChannel = globalThis.BroadcastChannel;

/** Ends the tabs of the previous test, whose timers would otherwise reach the storage of the next one. */
export function closeTabs(): void {
  for (const timer of timers.splice(0)) clearTimeout(timer);
  for (const channel of channels.splice(0)) channel.close();
}

function keepTimersAndChannels(): void {
  const setKept = (...given: Parameters<typeof setTimeout>) => {
    const timer = realSetTimeout(...given);
    timers.push(timer);
    return timer;
  };
  vi.stubGlobal('setTimeout', setKept);
  vi.stubGlobal(
    'BroadcastChannel',
    class extends RealChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
}

export async function openTab(): Promise<Tab> {
  vi.resetModules();
  keepTimersAndChannels();
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('history', { pushState: () => undefined, replaceState: () => undefined });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('navigator', { languages: ['en'] });
  const [{ app }, { connect }, { documentStore }, { edit, undo }, open, autosave, inProcess, fake] =
    await Promise.all([
      import('../app'),
      import('../connection'),
      import('../document'),
      import('../edit-actions'),
      import('../open'),
      import('../autosave'),
      import('../../runner/in-process'),
      import('../../worker/testing/fake-engine'),
    ]);
  let runner: InProcessRunner | undefined;
  connect((listen) => {
    runner = inProcess.startInProcess(fake.fakeEngine(), listen);
    return runner;
  });
  autosave.startAutosave();
  const landed = async (opening: Promise<boolean>) => {
    const opened = await opening;
    runner?.pass(50);
    return opened;
  };
  return {
    app,
    open: (id) => landed(open.openWork(id)),
    openText: (scenario) => landed(open.openScenario(JSON.stringify(scenario))),
    first: async () => {
      await open.openFirst().catch(() => undefined);
      runner?.pass(50);
    },
    setTitle: (title) => {
      edit('/title', title);
    },
    undo,
    save: () => autosave.saveChanges(),
    fire: (type) => !events.dispatchEvent(new Event(type, { cancelable: true })),
    title: () => documentStore.getState().source.title ?? '',
  };
}
