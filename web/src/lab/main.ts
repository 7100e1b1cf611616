// A bench and a window for the board: shows a layout and a scene from files, or a large synthetic board.

import { BoardView, type Highlights, attachGestures, drawCounter } from '../board';
import type { Layout, Scene } from '../wire';
import { measure } from './measure';
import { syntheticBoard } from './synthetic';

const query = new URLSearchParams(location.search);

function canvas(id: string): HTMLCanvasElement {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLCanvasElement)) throw new Error(`no canvas ${id}`);
  return found;
}

async function load(): Promise<{ layout: Layout; scene: Scene }> {
  const shape = query.get('shape') === 'flat' ? 'flat' : 'pointy';
  if (!query.has('layout')) {
    const scale = query.get('scale') === 'operational' ? 'operational' : 'tactical';
    return syntheticBoard(Number(query.get('hexes') ?? 10000), shape, scale);
  }
  const fetchJson = async <T>(name: string): Promise<T> => (await fetch(name)).json() as Promise<T>;
  return {
    layout: await fetchJson<Layout>(query.get('layout') ?? ''),
    scene: await fetchJson<Scene>(query.get('scene') ?? ''),
  };
}

async function start(): Promise<void> {
  const { layout, scene } = await load();
  const arrived = performance.now();
  const night = query.has('night');
  const view = new BoardView(canvas('ground'), canvas('overlay'), layout, { night });
  if (query.has('look')) view.look((query.get('look') ?? '').split(','));
  if (query.has('zoom')) view.zoomNow(Number(query.get('zoom')), { x: innerWidth / 2, y: innerHeight / 2 });
  void view.setScene(scene);
  attachGestures(view, canvas('overlay'), {
    onhover: (pick) => {
      view.fanAt(
        pick && pick.stack.length > 1 ? (pick.hex ?? (pick.spot && `${pick.spot.kind}:${pick.spot.id}`)) : null,
      );
      const field = layout.plates.find((p) => layout.names[p.hex] === pick?.hex)?.field ?? -1;
      const hexes: Highlights['hexes'] = pick?.hex ? new Map([[pick.hex, { kind: 'hover' }]]) : undefined;
      view.setHighlights({ hexes, field: field >= 0 ? field : null });
    },
  });
  const mini = canvas('mini');
  const firstFrame = new Promise<number>((done) => {
    view.onview = () => {
      view.drawMini(mini);
      if (view.hasPicture) requestAnimationFrame(() => setTimeout(() => done(performance.now() - arrived)));
    };
  });
  const settled = view.settled().then(() => performance.now() - arrived);
  const lab = { view, layout, scene, settled, drawCounter, measure: () => measure(view, firstFrame, settled) };
  Object.assign(window, { lab });
}

void start();
