import './share.css';
import { useEffect, useId, useState } from 'react';
import { useDocument } from '../../store';
import { finishInstant } from '../../store/run-actions';
import { isStandalone } from '../../store/standalone';
import { TabList, TabPanel } from '../../ui/Tabs';
import { CourseTab } from './CourseTab';
import { EmbedTab } from './EmbedTab';
import { LinkTab } from './LinkTab';
import { shareTexts as t } from './texts';

const tabs = () =>
  [
    { id: 'link', name: t.link },
    { id: 'embed', name: t.embed },
    { id: 'course', name: t.course },
  ] as const;

type Tab = ReturnType<typeof tabs>[number]['id'];

/** The ways to share the page. */
export function ShareCard() {
  const name = useId();
  const [tab, setTab] = useState<Tab>('link');
  // Only lessons can be packed, and the single-file page has no other file to pack.
  const canPackage = useDocument((d) => Boolean(d.lesson)) && !isStandalone();
  // A link opens one time of the run, and its digest belongs to that time.
  useEffect(finishInstant, []);
  return (
    <>
      <h2>{t.shareThisScenario}</h2>
      <TabList
        label={t.waysToShare}
        className="share-tablist"
        tabClass="share-tab"
        name={name}
        tabs={tabs().filter(({ id }) => id !== 'course' || canPackage)}
        value={tab}
        onChange={setTab}
      />
      {/* Each begins at its top, wherever the last one was scrolled to. */}
      <TabPanel key={tab} name={name} id={tab} className="share-panel">
        {tab === 'link' ? <LinkTab /> : tab === 'embed' ? <EmbedTab /> : <CourseTab />}
      </TabPanel>
    </>
  );
}
