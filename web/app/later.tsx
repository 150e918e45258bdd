import { type ComponentType, lazy, Suspense } from 'react';

/** A component whose code comes when it is first shown. Nothing stands in its place until then: it is for what comes up now and then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() })) as ComponentType<P>;
  return function Later(props: P) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
