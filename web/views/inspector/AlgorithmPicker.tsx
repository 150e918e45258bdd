import { useState } from 'react';
import { Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { Icon } from '../../app/widgets/Icon';
import type { AlgorithmInfo } from '../../generated/types';
import { useCatalogue } from '../../store';

interface Props {
  value: string;
  onChange: (id: string) => void;
}

/** Families at the left, their algorithms with the year at the right, one sentence and the source below. */
export function AlgorithmPicker({ value, onChange }: Props) {
  const all = useCatalogue()?.algorithms ?? [];
  const current = all.find((a) => a.id === value);
  const [family, setFamily] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const families = [...new Set(all.map((a) => a.family))];
  const shownFamily = family ?? current?.family ?? families[0] ?? '';
  const found =
    query === '' ? all.filter((a) => a.family === shownFamily) : all.filter((a) => matches(a, query));
  return (
    <section className="section">
      <div className="section-head">
        <h3>Algorithm</h3>
        <SearchField className="search" aria-label="Find an algorithm" value={query} onChange={setQuery}>
          <Icon name="search" />
          <Input className="field" placeholder={`Find among ${all.length}`} />
        </SearchField>
      </div>
      <div className={query === '' ? 'algorithms' : 'algorithms found'}>
        {query === '' ? (
          <ListBox
            className="families"
            aria-label="Family"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[shownFamily]}
            onSelectionChange={(keys) => setFamily(String([...keys][0] ?? ''))}
          >
            {families.map((name) => (
              <ListBoxItem key={name} id={name} className="family" textValue={name}>
                <span>{name}</span>
                <span className="secondary">{all.filter((a) => a.family === name).length}</span>
              </ListBoxItem>
            ))}
          </ListBox>
        ) : null}
        <ListBox
          className="members"
          aria-label="Algorithm"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[value]}
          onSelectionChange={(keys) => {
            const id = String([...keys][0] ?? '');
            if (id !== '' && id !== value) onChange(id);
          }}
          renderEmptyState={() => <span className="secondary nothing">Nothing by that name</span>}
        >
          {found.map((a) => (
            <ListBoxItem key={a.id} id={a.id} className="member" textValue={a.name}>
              <span>{a.name}</span>
              <span className="year">{a.year}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </div>
      {current ? (
        <p className="summary secondary">
          {current.summary} <Source text={current.source} />
        </p>
      ) : null}
    </section>
  );
}

function matches(algorithm: AlgorithmInfo, query: string): boolean {
  const text = `${algorithm.name} ${algorithm.id} ${algorithm.family} ${algorithm.summary} ${algorithm.source} ${algorithm.year}`;
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}

/** The source; RFCs have an address. */
export function Source({ text }: { text: string }) {
  const number = /^RFC (\d+)$/.exec(text)?.[1];
  if (!number) return <span>{text}.</span>;
  return (
    <a href={`https://www.rfc-editor.org/rfc/rfc${number}`} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
