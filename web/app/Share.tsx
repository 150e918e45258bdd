import { useEffect, useRef, useState } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { COMFORTABLE_LENGTH, writeFragment } from '../scenario/link';
import { sourceNow, useDocument, useRun } from '../store';
import { app } from '../store/app';
import { documentStore } from '../store/document';
import { run } from '../store/run';
import { saveFile } from '../store/save';
import { Icon } from './widgets/Icon';
import { Toggle } from './widgets/Toggle';

export function Share({ short }: { short: boolean }) {
  return (
    <DialogTrigger>
      <Button className={short ? 'button square' : 'button'} {...(short ? { 'aria-label': 'Share' } : {})}>
        <Icon name="share" />
        {short ? null : 'Share'}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="card share">
          <ShareCard />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function ShareCard() {
  const [embed, setEmbed] = useState(false);
  const [link, setLink] = useState('');
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const scenario = useDocument((d) => d);
  const ended = useRun((s) => s.ended);
  const digest = useRun((s) => s.digest);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link follows the document and the digest
  useEffect(() => {
    let stale = false;
    setCopied(false);
    shareLink(embed).then((made) => {
      if (!stale) setLink(made);
    });
    return () => {
      stale = true;
    };
  }, [embed, scenario, ended, digest]);

  const text = embed ? snippet(link, scenario.title || 'Droptail') : link;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without the permission the visitor copies by hand: the text is selected for that.
      field.current?.select();
    }
  };
  return (
    <>
      <Heading slot="title">Share this scenario</Heading>
      <p className="secondary">
        Everything is in the link: network, flows, edits and seed {scenario.seed}. It runs alike on every
        machine.
      </p>
      <textarea
        ref={field}
        className="field"
        readOnly
        rows={3}
        aria-label={embed ? 'Code for embedding' : 'Link'}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      {link.length > COMFORTABLE_LENGTH ? (
        <p className="warning">
          {link.length} characters. Some chat tools cut links above about 4,000; a file is safer for long
          ones.
        </p>
      ) : null}
      <Toggle label="Code for embedding in a page" value={embed} onChange={setEmbed} />
      <p className="secondary">
        {ended
          ? `With the digest ${digest}: whoever opens it sees at the end whether the run was the same.`
          : 'Let the run reach its end to put its digest into the link as well.'}
      </p>
      <div className="share-ways">
        <Button className="button filled" onPress={copy} isDisabled={link === ''}>
          <Icon name="copy" />
          {copied ? 'Copied' : embed ? 'Copy code' : 'Copy link'}
        </Button>
        <Button className="button framed" onPress={() => saveFile(scenario.title || 'scenario', sourceNow())}>
          <Icon name="file" />
          Save file
        </Button>
      </div>
    </>
  );
}

async function shareLink(embed: boolean): Promise<string> {
  const { source } = documentStore.getState();
  const { ended, digest, catalogue } = run.getState();
  const fragment = await writeFragment({
    source,
    base: app.getState().base,
    embed,
    ...(ended && digest && catalogue ? { digest, modelVersion: catalogue.modelVersion } : {}),
  });
  return location.origin + location.pathname + fragment;
}

/** What a course page takes. Nothing in it depends on the page that it is put into. */
export function snippet(link: string, title: string): string {
  const safe = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const src = link.replaceAll('&', '&amp;');
  return `<iframe src="${src}" title="${safe}" width="100%" height="520" loading="lazy" allow="fullscreen; clipboard-write" allowfullscreen style="border:0"></iframe>`;
}
