import { useId, useState } from 'react';
import type { Experiment } from '../../generated/types';
import { setExplain, useSession } from '../../store';
import { Icon } from '../../ui/Icon';
import { Sheet } from '../../ui/Sheet';
import { TabList, TabPanel } from '../../ui/Tabs';
import { About } from './About';
import { Setup } from './setup/Setup';
import { pageTexts as t } from './texts';
import type { Published } from './use-paper';

type Tab = 'about' | 'setup';
const tabs = () =>
  [
    { id: 'about', name: t.about },
    { id: 'setup', name: t.setup },
  ] as const;

interface Props {
  document: Experiment;
  published: Published | null;
  onClose?: () => void;
}

/** The panel beside the figure: description and setup. */
export function Side({ document, published, onClose }: Props) {
  const name = useId();
  const [chosen, setChosen] = useState<Tab | null>(null);
  // A new sweep has nothing to read yet.
  const tab = chosen ?? (published || document.notes ? 'about' : 'setup');
  const explain = useSession((s) => s.explain);
  return (
    <div className="side">
      <div className="side-head">
        <TabList
          label={t.aboutAndSetup}
          className="tabs"
          tabClass="tab"
          name={name}
          tabs={tabs()}
          value={tab}
          onChange={setChosen}
        />
        <span className="bar-gap" />
        {tab === 'setup' ? (
          <button
            type="button"
            className="button small square"
            aria-label={t.explain}
            aria-pressed={explain}
            onClick={() => setExplain(!explain)}
          >
            <Icon name="help" />
          </button>
        ) : null}
        {onClose ? (
          <button type="button" className="button small square" aria-label={t.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        ) : null}
      </div>
      <TabPanel name={name} id={tab} className="side-body">
        {tab === 'about' ? (
          <About document={document} published={published} />
        ) : (
          <Setup document={document} />
        )}
      </TabPanel>
    </div>
  );
}

/** The same panel on a phone. */
export function SideSheet({ document, published }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Sheet
      label={t.aboutAndSetup}
      open={open}
      onOpen={setOpen}
      line={
        <>
          <strong>{published ? published.experiment.label : t.experiment}</strong>
          <span className="secondary">{t.aboutAndSetup}</span>
        </>
      }
    >
      <Side document={document} published={published} onClose={() => setOpen(false)} />
    </Sheet>
  );
}
