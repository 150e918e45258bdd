import './share.css';
import { useEffect, useId, useState } from 'react';
import { finishMoment } from '../../store/run-actions';
import { TabList, TabPanel } from '../../ui/Tabs';
import { EmbedTab } from './EmbedTab';
import { LinkTab } from './LinkTab';

const TABS = [
  { id: 'link', name: 'Link' },
  { id: 'embed', name: 'Put into a page' },
] as const;

/** Ways to hand on what is on the page. */
export function ShareCard() {
  const name = useId();
  const [tab, setTab] = useState<'link' | 'embed'>('link');
  // A link leads to a whole moment, and its digest is of one.
  useEffect(finishMoment, []);
  return (
    <>
      <h2>Share this scenario</h2>
      <TabList
        label="Ways to share"
        className="share-tablist"
        tabClass="share-tab"
        name={name}
        tabs={TABS}
        value={tab}
        onChange={setTab}
      />
      <TabPanel name={name} id={tab} className="share-panel">
        {tab === 'link' ? <LinkTab /> : <EmbedTab />}
      </TabPanel>
    </>
  );
}
