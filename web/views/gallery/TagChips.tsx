import { english } from '../../language/english';
import { useCatalogue } from '../../store';
import type { GallerySection } from '../../store/gallery';
import { tagCounts } from './search';
import { tagChipsTexts as words } from './texts';

interface Props {
  sections: readonly GallerySection[];
  chosen: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

/** Tags that several entries share. With several chosen, entries must have all of them. */
export function TagChips({ sections, chosen, onChange }: Props) {
  const catalogue = useCatalogue();
  // Use the names of the catalogue: "reno" becomes Reno.
  const rows = [...(catalogue?.algorithms ?? []), ...(catalogue?.queues ?? [])];
  const counts = tagCounts(
    sections.flatMap((s) => s.entries.map((e) => e.tags)),
    chosen,
  );
  if (counts.length === 0) return null;
  return (
    <fieldset className="tags" aria-label={words.topics}>
      {counts.map(([tag, n]) => (
        <button
          type="button"
          key={tag}
          className="tag-chip"
          lang={english()}
          aria-pressed={chosen.includes(tag)}
          disabled={n === 0}
          onClick={() => onChange(chosen.includes(tag) ? chosen.filter((t) => t !== tag) : [...chosen, tag])}
        >
          {rows.find((r) => r.id === tag)?.name ?? tag}
          <span className="numeric secondary">{n}</span>
        </button>
      ))}
    </fieldset>
  );
}
