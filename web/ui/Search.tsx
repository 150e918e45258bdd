import { Icon } from './Icon';
import { useLayout } from './use-layout';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field in a bar. */
export function Search({ label, placeholder, value, onChange }: Props) {
  // The bar of a phone has no room for words: the icon says what it is.
  const phone = useLayout() === 'phone';
  return (
    <span className="search wide">
      <Icon name="search" />
      <input
        type="search"
        className="field"
        aria-label={label}
        placeholder={phone ? undefined : placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          event.stopPropagation();
          onChange('');
        }}
      />
    </span>
  );
}
