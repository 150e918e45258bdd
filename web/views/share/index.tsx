import './share.css';
import { useEffect, useId, useState } from 'react';
import { finishMoment } from '../../store/run-actions';
import { TabList, TabPanel } from '../../ui/Tabs';
import { EmbedTab } from './EmbedTab';
import { LinkTab } from './LinkTab';
import { shareTexts as t } from './texts';

const TABS = [
  { id: 'link', name: t.link },
  { id: 'embed', name: t.embed },
] as const;

/** The ways to share the page. */
export function ShareCard() {
  const name = useId();
  const [tab, setTab] = useState<'link' | 'embed'>('link');
  // A link leads to a whole moment, and its digest is of one.
  useEffect(finishMoment, []);
  return (
    <>
      <h2>{t.shareThisScenario}</h2>
      <TabList
        label={t.waysToShare}
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
