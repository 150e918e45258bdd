import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useStore } from 'zustand';
import { Icon } from '../../app/widgets/Icon';
import { TextInput } from '../../app/widgets/TextInput';
import { Toggle } from '../../app/widgets/Toggle';
import { fitsOf } from '../../scenario/fits';
import { seedOf } from '../../scenario/overrides';
import { summaryOf } from '../../scenario/summary';
import { branches, sourceNow, useCatalogue, useDocument, useRun } from '../../store';
import { documentStore } from '../../store/document';
import { saveFile } from '../../store/save';
import { momentNow, promiseNow, type ShareOptions, shareLink } from '../../store/share';
import { QrCode } from './QrCode';
import { useCopy } from './use-copy';

/** The link with what it carries, what it fits into, and the other ways out. */
export function LinkTab() {
  const [wanted, setWanted] = useState({ view: true, moment: true, futures: true, student: '' });
  const [showQr, setShowQr] = useState(false);
  const futures = useStore(branches, (s) => s.list.length);
  const title = useDocument((d) => d.title) || 'Untitled';
  const { link, moment } = useLink(wanted);
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, copy] = useCopy(() => field.current?.select());
  const catalogue = useCatalogue();
  const fits = fitsOf(link.length);
  const qr = fits[0]?.fits !== 'no';
  const set = (change: Partial<typeof wanted>) => setWanted({ ...wanted, ...change });
  return (
    <div className="share-link">
      <textarea
        ref={field}
        className="field"
        readOnly
        rows={3}
        aria-label="Link"
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="fits">
        <span className="numeric">{link.length} characters</span>
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
      <div className="share-ways">
        <Button className="button filled" onPress={() => copy(link)} isDisabled={link === ''}>
          <Icon name="copy" />
          {copied === link && link !== '' ? 'Copied' : 'Copy link'}
        </Button>
        <Button className="button framed" isDisabled={!qr} onPress={() => setShowQr(!showQr)}>
          <Icon name="qr" />
          {showQr ? 'Hide QR code' : 'QR code'}
        </Button>
        <Button className="button framed" onPress={() => saveFile(title, sourceNow())}>
          <Icon name="file" />
          Save file
        </Button>
        <Button
          className="button framed"
          onPress={() => copy(`${summaryOf(sourceNow(), catalogue)}\n${link}`, 'summary')}
        >
          <Icon name="copy" />
          {copied === 'summary' ? 'Copied' : 'Copy summary'}
        </Button>
      </div>
      {showQr && qr ? (
        <figure className="qr-stage">
          <QrCode link={link} title={title} />
          <figcaption className="secondary">{title}</figcaption>
        </figure>
      ) : null}
      <div className="share-options">
        <Toggle
          label="Plots, zoom and selection as I see them"
          value={wanted.view}
          onChange={(view) => set({ view })}
        />
        {moment === null ? null : (
          <Toggle
            label={`Opens at ${Number(moment.toFixed(3))} s, standing still`}
            value={wanted.moment}
            onChange={(on) => set({ moment: on })}
          />
        )}
        {futures > 1 ? (
          <Toggle
            label={`All ${futures} futures`}
            value={wanted.futures}
            onChange={(on) => set({ futures: on })}
          />
        ) : null}
        <Toggle
          label="A seed of each student’s own"
          value={wanted.student !== ''}
          onChange={(on) => set({ student: on ? 'NAME' : '' })}
        />
        {wanted.student === '' ? null : (
          <div className="student">
            <TextInput
              label="Name or number"
              value={wanted.student}
              onCommit={(student) => set({ student: student.trim() || 'NAME' })}
            />
            <p className="secondary">
              Put each student’s name or number after <code>&amp;seed=</code>, or the course system’s own word
              for it. This one gives the seed {seedOf(wanted.student)}.
            </p>
          </div>
        )}
      </div>
      <Promised moment={wanted.moment ? moment : null} student={wanted.student !== ''} />
    </div>
  );
}

function Promised({ moment, student }: { moment: number | null; student: boolean }) {
  const seed = useDocument((d) => d.seed);
  useRun((s) => s.digest);
  const promised = student ? null : promiseNow(moment);
  return (
    <p className="secondary">
      Everything is in the link: network, flows, changes {student ? '' : `and seed ${seed}`}; no server keeps
      it.{' '}
      {promised
        ? `With the digest ${promised.digest}: whoever opens it sees whether the run is the same.`
        : student
          ? 'Each name gives the same run on every machine.'
          : 'Let the run reach its end, or pause it, to put its digest into the link as well.'}
    </p>
  );
}

/** The link as it is now; it follows the document, the digest and the look. */
function useLink(wanted: ShareOptions): { link: string; moment: number | null } {
  const [link, setLink] = useState('');
  const source = useStore(documentStore, (s) => s.source);
  const list = useStore(branches, (s) => s.list);
  const digest = useRun((s) => s.digest);
  const now = useRun((s) => (s.playing ? 0 : s.now));
  const ended = useRun((s) => s.ended);
  const { view, moment, futures, student } = wanted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link follows what it is made of
  useEffect(() => {
    let stale = false;
    void shareLink({ view, moment, futures, student }).then((made) => {
      if (!stale) setLink(made);
    });
    return () => {
      stale = true;
    };
  }, [view, moment, futures, student, source, list, digest, now, ended]);
  return { link, moment: momentNow() };
}
