/** A lesson as a package for course systems, in one that stores its data with scorm-again. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import { galleryScenario, runInWasm } from '../support/engine';
import { Lab, test, until } from '../support/lab';

type Standard = '1.2' | '2004';
/** The data of the course system, by the names of its data model. */
type Data = Record<string, unknown>;

/** Whole lessons are long, and take longer on a busy machine. */
const SLOW = { timeout: 240_000 };

/** Exports the open lesson. Returns the files of the package. */
async function exportPackage(
  lab: Lab,
  standard: Standard,
  passMark?: string,
): Promise<Record<string, Uint8Array>> {
  await lab.button('Share').click();
  await lab.page.getByRole('tab', { name: 'Course system' }).click();
  if (standard === '2004') {
    await lab.button(/^Standard: /).click();
    await lab.page.getByText('SCORM 2004', { exact: true }).click();
  }
  const mark = lab.page.getByRole('textbox', { name: 'Pass mark, %' });
  if (passMark !== undefined) {
    await mark.fill(passMark);
    await mark.press('Enter');
  }
  const [download] = await Promise.all([
    lab.page.waitForEvent('download'),
    lab.button('Download package').click(),
  ]);
  expect(download.suggestedFilename()).toBe(`the-sawtooth-scorm-${standard}.zip`);
  const bytes = await readFile(await download.path());
  // The dialog says about 3 MB.
  expect(bytes.length).toBeGreaterThan(2.5e6);
  expect(bytes.length).toBeLessThan(3.5e6);
  return unzipSync(bytes);
}

/** A course system's page: its run-time interface, and the package's launch page in a frame. */
async function player(standard: Standard, cmi: Data): Promise<string> {
  const require = createRequire(import.meta.url);
  const dist = dirname(dirname(require.resolve('scorm-again')));
  const file = standard === '1.2' ? 'dist/scorm12.min.js' : 'dist/scorm2004.min.js';
  const script = await readFile(
    join(dist, file.replace('dist/', dist.endsWith('dist') ? '' : 'dist/')),
    'utf8',
  );
  const [type, name] = standard === '1.2' ? ['Scorm12API', 'API'] : ['Scorm2004API', 'API_1484_11'];
  return `<!doctype html><title>Course</title><link rel="icon" href="data:,">
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0 }</style>
<script>${script.replaceAll('</script', '<\\/script')}</script>
<script>
  window.${name} = new ${type}({ autocommit: false, logLevel: 5 });
  window.${name}.loadFromJSON(${JSON.stringify(cmi)});
  // Every rejection by the course system is recorded, with the call that it answers.
  window.refusals = [];
  const set = ${standard === '1.2' ? "'LMSSetValue'" : "'SetValue'"};
  const call = window.${name}[set].bind(window.${name});
  window.${name}[set] = (element, value) => {
    const taken = call(element, value);
    if (String(taken) !== 'true') window.refusals.push(element + ' = ' + value);
    return taken;
  };
</script>
<iframe title="Lesson" src="/files/index.html"></iframe>`;
}

/** Serves a package and the pages of a course system. */
async function courseSystem(files: Record<string, Uint8Array>, pages: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const server = await serve(folder, { base: '/files/', pages, open: false });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function lessonIn(lab: Lab, url: string): Promise<Lab> {
  await lab.page.goto(url);
  const frame = await until(
    async () => lab.page.frame({ url: (at) => at.pathname === '/files/index.html' }),
    (found) => found !== null,
  );
  if (!frame) throw new Error('no frame');
  const lesson = new Lab(lab.page, frame);
  await lesson.ready();
  return lesson;
}

const heading = (lab: Lab, name: string) => lab.root.getByRole('heading', { name, level: 2 }).waitFor();

/** The data of the course system, by full names. */
const dataOf = (lab: Lab, standard: Standard): Promise<Data> =>
  lab.page.evaluate(
    (name) => {
      const api = (window as unknown as Record<string, { cmi: { toJSON: () => object } }>)[name];
      const flat: Record<string, unknown> = {};
      const collect = (value: unknown, at: string) => {
        if (value !== null && typeof value === 'object') {
          for (const [key, inner] of Object.entries(value)) collect(inner, at === '' ? key : `${at}.${key}`);
        } else flat[at] = value;
      };
      collect(JSON.parse(JSON.stringify(api?.cmi)), '');
      return flat;
    },
    standard === '1.2' ? 'API' : 'API_1484_11',
  );

const wholeOf = (lab: Lab, standard: Standard): Promise<Data> =>
  lab.page.evaluate(
    (name) => JSON.parse(JSON.stringify((window as unknown as Record<string, { cmi: object }>)[name]?.cmi)),
    standard === '1.2' ? 'API' : 'API_1484_11',
  );

/** The manifest, parsed as XML by the browser: every element that the standard requires, with its references. */
async function checkManifest(lab: Lab, text: string, standard: Standard, files: string[]): Promise<void> {
  const shape = await lab.page.evaluate((xml) => {
    const document = new DOMParser().parseFromString(xml, 'application/xml');
    const at = (path: string) => document.querySelector(path);
    const attribute = (path: string, name: string) => at(path)?.getAttribute(name) ?? null;
    const resource = at('manifest > resources > resource');
    return {
      error: document.querySelector('parsererror')?.textContent ?? null,
      root: document.documentElement.localName,
      namespace: document.documentElement.namespaceURI,
      order: [...document.documentElement.children].map((child) => child.localName),
      ids: [...document.querySelectorAll('[identifier]')].map((one) => one.getAttribute('identifier')),
      schema: at('manifest > metadata > schema')?.textContent,
      version: at('manifest > metadata > schemaversion')?.textContent,
      first: attribute('manifest > organizations', 'default'),
      organization: attribute('organizations > organization', 'identifier'),
      titles: [...document.querySelectorAll('organization title')].map((one) => one.textContent),
      ref: attribute('organization > item', 'identifierref'),
      resource: resource?.getAttribute('identifier'),
      type: resource?.getAttribute('type'),
      sco: [...(resource?.attributes ?? [])].find((a) => a.localName.toLowerCase() === 'scormtype')?.value,
      scoNamespace: [...(resource?.attributes ?? [])].find((a) => a.localName.toLowerCase() === 'scormtype')
        ?.namespaceURI,
      href: resource?.getAttribute('href'),
      files: [...document.querySelectorAll('resource > file')].map((one) => one.getAttribute('href')),
      byContent: attribute('sequencing > deliveryControls', 'completionSetByContent'),
    };
  }, text);
  expect(shape.error).toBeNull();
  expect(shape.root).toBe('manifest');
  expect(shape.order).toEqual(['metadata', 'organizations', 'resources']);
  // Ids in XML start with a letter and are unique.
  expect(new Set(shape.ids).size).toBe(shape.ids.length);
  for (const id of shape.ids) expect(id).toMatch(/^[A-Za-z_][\w.-]*$/);
  expect(shape.schema).toBe('ADL SCORM');
  expect(shape.first).toBe(shape.organization);
  expect(shape.ref).toBe(shape.resource);
  expect(shape.titles).toEqual(['The sawtooth', 'The sawtooth']);
  expect(shape).toMatchObject({ type: 'webcontent', sco: 'sco', href: 'index.html', files: ['index.html'] });
  expect(files.sort()).toEqual(['imsmanifest.xml', 'index.html']);
  expect(shape).toMatchObject(
    standard === '1.2'
      ? {
          version: '1.2',
          namespace: 'http://www.imsproject.org/xsd/imscp_rootv1p1p2',
          scoNamespace: 'http://www.adlnet.org/xsd/adlcp_rootv1p2',
          byContent: null,
        }
      : {
          version: '2004 3rd Edition',
          namespace: 'http://www.imsglobal.org/xsd/imscp_v1p1',
          scoNamespace: 'http://www.adlnet.org/xsd/adlcp_v1p3',
          byContent: 'true',
        },
  );
}

/** Answers the first question correctly, skips the next two, and answers the fourth incorrectly. */
async function answerSome(lesson: Lab): Promise<void> {
  await heading(lesson, 'A path, and what fits on it');
  await lesson.button('Next').click();
  await heading(lesson, 'How high does it go?');
  await lesson.root.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lesson.button('Answer').click();
  await lesson.says('Correct: 84 packets.');
  for (const title of ['Draw the next teeth', 'How long is a tooth?', 'Twice as far']) {
    await lesson.button('Next').or(lesson.button('Skip')).click();
    await heading(lesson, title);
  }
  await lesson.root.getByRole('radio', { name: 'Twice as long' }).check();
  await lesson.button('Answer').click();
  await lesson.says('Not correct.');
}

for (const standard of ['1.2', '2004'] as const) {
  const modern = standard === '2004';
  const names = modern
    ? { status: 'completion_status', score: 'score.raw', time: 'session_time', response: 'learner_response' }
    : {
        status: 'core.lesson_status',
        score: 'core.score.raw',
        time: 'core.session_time',
        response: 'student_response',
      };

  test(
    `SCORM ${standard}: score, status, answers and digests reach the course system, and the lesson is resumed`,
    SLOW,
    async ({ visit, onTestFinished }) => {
      const lab = await visit();
      await lab.open('#g=lesson-sawtooth');
      const files = await exportPackage(lab, standard, '40');
      const manifest = new TextDecoder().decode(files['imsmanifest.xml']);
      await checkManifest(lab, manifest, standard, Object.keys(files));

      const learner = modern
        ? { learner_name: 'Lovelace, Ada' }
        : { core: { student_name: 'Lovelace, Ada' } };
      const pages: Record<string, string> = { '/play': await player(standard, learner) };
      const system = await courseSystem(files, pages);
      onTestFinished(system.close);
      const reader = await visit();
      // The only requests are to the course system's own host.
      const elsewhere: string[] = [];
      reader.page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== new URL(system.url).origin)
          elsewhere.push(request.url());
      });
      const lesson = await lessonIn(reader, new URL('/play', system.url).href);
      await answerSome(lesson);
      // Only the first answer counts, and a lesson in a course cannot be edited.
      expect(await lesson.button('Guess again').count()).toBe(0);
      expect(await lesson.button('Edit').count()).toBe(0);

      const half = await until(
        () => dataOf(reader, standard),
        (data) => data['interactions.1.result'] !== undefined && data[names.score] === '20',
      );
      expect(half[names.status]).toBe('incomplete');
      expect(half).toMatchObject({
        'interactions.0.id': 'peak',
        'interactions.0.type': 'numeric',
        [`interactions.0.${names.response}`]: '84',
        'interactions.0.result': 'correct',
        'interactions.1.type': 'choice',
        'interactions.1.result': modern ? 'incorrect' : 'wrong',
      });
      // The digest of an answer is that of its run.
      const seen = /^run-([0-9a-f]{16})-at-([\d.]+)s$/.exec(String(half['interactions.0.objectives.0.id']));
      const scenario = await galleryScenario('lesson-sawtooth');
      expect(seen?.[1]).toBe((await runInWasm(scenario, 100_000, Number(seen?.[2]))).digest);

      // The page is closed, and opened again with the stored data.
      const kept = await wholeOf(reader, standard);
      pages['/again'] = await player(standard, kept);
      const again = await lessonIn(reader, new URL('/again', system.url).href);
      await heading(again, 'Twice as far');
      await again.says('Not correct.');
      await again.button('Back').click();
      await heading(again, 'How long is a tooth?');
      await again.button('Back').click();
      await heading(again, 'Draw the next teeth');
      const pad = again.root.getByRole('slider', { name: /^How does the window/ });
      await pad.focus();
      for (let k = 0; k < 30; k += 1) await reader.page.keyboard.press('Shift+ArrowRight');
      await again.button('Answer').click();
      await again.says(/: the mean distance from the curve is \d+ % of the axis/);
      await again.button('Next').click();
      await heading(again, 'How long is a tooth?');
      await again.root.locator('.lesson-number input').fill('1');
      await again.button('Answer').click();
      await again.says(/The answer is /);
      await again.button('Next').click();
      await again.button('Next').click();
      await heading(again, 'What the buffer is for');
      await again.button(/^Check: Find a buffer/).click();
      await again.says('✗ Not met');
      const failed = await until(
        () => dataOf(reader, standard),
        (data) => data[names.status] !== 'incomplete',
      );
      expect(failed[names.score]).toBe('20');
      expect(failed).toMatchObject(
        modern
          ? { completion_status: 'completed', success_status: 'failed', 'score.scaled': '0.2' }
          : { 'core.lesson_status': 'failed' },
      );
      // The task is solved: two of five are a pass.
      await again.selectLink('r1 to r2');
      const limit = again.root.getByRole('textbox', { name: /^Buffer/ }).first();
      await again.button('Back to the start').first().click();
      await limit.fill('60');
      await limit.press('Enter');
      await again.button('Lesson').click();
      await again.button(/^Check: Find a buffer/).click();
      await again.says('✓ Met');
      await again.button('Summary').click();
      await again.says(/your score \(40 %\)/);
      expect(await again.root.getByRole('textbox', { name: 'Your name, for the summary' }).inputValue()).toBe(
        'Lovelace, Ada',
      );
      const passed = await until(
        () => dataOf(reader, standard),
        (data) => data[names.score] === '40',
      );
      expect(passed).toMatchObject(
        modern
          ? { completion_status: 'completed', success_status: 'passed' }
          : { 'core.lesson_status': 'passed' },
      );
      // Whole seconds have no decimals.
      const time = String(passed[names.time]);
      expect(time).toMatch(modern ? /^PT\d+(\.\d+)?S$/ : /^\d+:\d\d:\d\d(\.\d+)?$/);
      expect(time).toMatch(/[1-9]/);
      // Each answer was reported once, also after the lesson was resumed.
      const ids = Object.entries(passed).flatMap(([name, value]) =>
        /^interactions\.\d+\.id$/.test(name) ? [value] : [],
      );
      const [draw, long, task] = [String(ids[2]), String(ids[3]), String(ids[4])];
      expect(ids).toEqual(['peak', ids[1], draw, long, task, task]);
      expect(new Set(ids).size).toBe(5);
      expect(
        await reader.page.evaluate(() => (window as unknown as { refusals: string[] }).refusals),
      ).toEqual([]);
      expect(elsewhere).toEqual([]);
    },
  );
}

test(
  'a package outside a course system says that nothing is sent, and keeps the answers',
  SLOW,
  async ({ lab, visit, onTestFinished }) => {
    await lab.open('#g=lesson-sawtooth');
    const system = await courseSystem(await exportPackage(lab, '1.2'), {});
    onTestFinished(system.close);
    const alone = await visit();
    await alone.page.goto(`${system.url}index.html`);
    await alone.ready();
    await alone.says(/^No course system was found around this page/);
    await alone.button('Next').click();
    await alone.page.reload();
    await heading(alone, 'How high does it go?');
  },
);
