import { type ReactNode, useRef } from 'react';
import { moveFocus } from './arrows';

interface Props<T extends string> {
  label: string;
  className: string;
  tabClass: string;
  /** Prefix of the ids of its tabs and panels. */
  name: string;
  tabs: readonly { id: T; name: string }[];
  value: T;
  onChange: (id: T) => void;
}

/** The tabs of a few panels; arrow keys move between them. */
export function TabList<T extends string>({
  label,
  className,
  tabClass,
  name,
  tabs,
  value,
  onChange,
}: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={list}
      className={className}
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        moveFocus(event, [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])])?.click();
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${name}-tab-${tab.id}`}
          className={tabClass}
          aria-selected={tab.id === value}
          aria-controls={tab.id === value ? `${name}-panel-${tab.id}` : undefined}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.name}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  name: string;
  id: string;
  className: string;
  children: ReactNode;
}

/** The panel of the chosen tab. */
export function TabPanel({ name, id, className, children }: PanelProps) {
  return (
    // Panels scroll, and may hold nothing else that can be focused.
    <div
      role="tabpanel"
      id={`${name}-panel-${id}`}
      aria-labelledby={`${name}-tab-${id}`}
      className={className}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as in the ARIA pattern for tabs
      tabIndex={0}
    >
      {children}
    </div>
  );
}
