import { useRef, useState } from 'react';
import { formatUpTo } from '../../drawing/format';
import { fitsOf } from '../../scenario/fits';
import { seedFromName } from '../../scenario/overrides';
import { summaryOf } from '../../scenario/summary';
import { useCatalogue, useDocument, useListedBranches, useRun } from '../../store';
import { sceneNow, wholeNow } from '../../store/lesson';
import { saveFile } from '../../store/save';
import { digestToShare, momentNow } from '../../store/share';
import { Choice } from '../../ui/Choice';
import { Icon } from '../../ui/Icon';
import { TextInput } from '../../ui/TextInput';
import { Toggle } from '../../ui/Toggle';
import { QrCode } from './QrCode';
import { linkTabTexts as t } from './texts';
import { useCopy } from './use-copy';
import { useShareLink } from './use-link';

const scopes = () => [
  { id: 'lesson', name: t.theLessonFromItsBeginning },
  { id: 'scene', name: t.thisScenarioWithoutTheLesson },
];

/** The link, options for its contents, where it fits, and other ways to share. */
export function LinkTab() {
  const [wanted, setWanted] = useState({
    view: true,
    moment: true,
    branches: true,
    scene: false,
    student: '',
  });
  const [showQr, setShowQr] = useState(false);
  const count = useListedBranches().length;
  const title = useDocument((d) => d.title) || t.untitled;
  const lesson = useDocument((d) => Boolean(d.lesson));
  const whole = lesson && !wanted.scene;
  const link = useShareLink(wanted);
  // The option for the time on screen depends on the state of the run.
  useRun((s) => s.playing || s.ended || s.replayTo !== null);
  useRun((s) => s.now);
  const moment = whole ? null : momentNow();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, copy] = useCopy(() => field.current?.select());
  const catalogue = useCatalogue();
  const fits = fitsOf(link.length);
  const qr = fits[0]?.fits !== 'no';
  const shared = () => (wanted.scene ? sceneNow() : wholeNow());
  const set = (change: Partial<typeof wanted>) => setWanted({ ...wanted, ...change });
  return (
    <div className="share-link">
      <textarea
        ref={field}
        className="field"
        readOnly
        rows={3}
        aria-label={t.link}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="fits">
        <span className="numeric">{t.characters(link.length)}</span>
        {fits.map(({ where, fits: how, why }) => (
          <span key={where} className={`fit ${how}`} title={why}>
            <Icon name={how === 'no' ? 'close' : 'tick'} />
            {where}
            {why ? <span className="visually-hidden">: {why}</span> : null}
          </span>
        ))}
      </p>
      {fits
        .filter(({ fits: how }) => how === 'no')
        .slice(0, 1)
        .map(({ where, why }) => (
          <p className="warning" key={where}>
            {why}
          </p>
        ))}
      <div className="share-actions">
        <button type="button" className="button filled" onClick={() => copy(link)} disabled={link === ''}>
          <Icon name="copy" />
          {copied === link && link !== '' ? t.copied : t.copyLink}
        </button>
        <button type="button" className="button framed" disabled={!qr} onClick={() => setShowQr(!showQr)}>
          <Icon name="qr" />
          {showQr ? t.hideQrCode : t.qrCode}
        </button>
        <button type="button" className="button framed" onClick={() => saveFile(title, shared())}>
          <Icon name="download" />
          {t.saveFile}
        </button>
        <button
          type="button"
          className="button framed"
          onClick={() => copy(`${summaryOf(shared(), catalogue)}\n${link}`, 'summary')}
        >
          <Icon name="copy" />
          {copied === 'summary' ? t.copied : t.copySummary}
        </button>
      </div>
      {showQr && qr ? (
        <figure className="qr-stage">
          <QrCode link={link} title={title} />
          <figcaption className="secondary">{title}</figcaption>
        </figure>
      ) : null}
      <div className="share-options">
        {lesson ? (
          <div className="share-what">
            <Choice
              label={t.whatIsShared}
              value={wanted.scene ? 'scene' : 'lesson'}
              options={scopes()}
              onChange={(what) => set({ scene: what === 'scene' })}
            />
            <p className="secondary">{wanted.scene ? t.scenarioOnly : t.lessonOnly}</p>
          </div>
        ) : null}
        <Toggle
          label={whole ? t.plotSettings : t.view}
          value={wanted.view}
          onChange={(view) => set({ view })}
        />
        {moment === null ? null : (
          <Toggle
            label={t.opensPaused(formatUpTo(moment, 3))}
            value={wanted.moment}
            onChange={(on) => set({ moment: on })}
          />
        )}
        {count > 1 && !whole ? (
          <Toggle
            label={t.allBranches(count)}
            value={wanted.branches}
            onChange={(on) => set({ branches: on })}
          />
        ) : null}
        <Toggle
          label={t.ownSeed}
          value={wanted.student !== ''}
          onChange={(on) => set({ student: on ? 'NAME' : '' })}
        />
        {wanted.student === '' ? null : (
          <div className="student">
            <TextInput
              label={t.nameOrNumber}
              value={wanted.student}
              onCommit={(student) => set({ student: student.trim() || 'NAME' })}
            />
            <p className="secondary">
              {t.seedBefore} <code>{t.seedParam}</code>
              {t.seedAfter} {seedFromName(wanted.student)}.
            </p>
          </div>
        )}
      </div>
      {whole ? (
        <p className="secondary">{t.lessonInLink}</p>
      ) : (
        <LinkDigest moment={wanted.moment ? moment : null} student={wanted.student !== ''} />
      )}
    </div>
  );
}

function LinkDigest({ moment, student }: { moment: number | null; student: boolean }) {
  const seed = useDocument((d) => d.seed);
  useRun((s) => s.digest);
  const linkDigest = student ? null : digestToShare(moment);
  return (
    <p className="secondary">
      {t.allInLink(
        student ? '' : t.andSeed(seed ?? 1),
        linkDigest ? t.withDigest(linkDigest.digest) : student ? t.eachName : t.noDigest,
      )}
    </p>
  );
}
