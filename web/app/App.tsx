import { useEffect } from 'react';
import { Embed } from '../embed/Embed';
import { useDocument, useSession } from '../store';
import { Gallery } from '../views/gallery/Gallery';
import { DropTarget } from './DropTarget';
import { Lab } from './Lab';

export function App() {
  const embed = useSession((s) => s.embed);
  const page = useSession((s) => s.page);
  const title = useDocument((d) => d.title);
  useEffect(() => {
    document.title = title ? `${title} · Droptail` : 'Droptail';
  }, [title]);
  if (embed) return <Embed />;
  return <DropTarget>{page === 'gallery' ? <Gallery /> : <Lab />}</DropTarget>;
}
