// How smooth the board is: frames a second while it is moved and zoomed, and how soon its first picture is there.

import type { BoardView } from '../board';

export interface Figures {
  first_frame_ms: number;
  settled_ms: number;
  fps: Record<string, number>;
  slowest_frame_ms: Record<string, number>;
}

const SECONDS = 2.5;

/** Let time pass frame by frame, calling `act` before each; answers with frames a second and the longest gap. */
async function run(act: (t: number) => void): Promise<{ fps: number; slowest: number }> {
  const start = performance.now();
  let before = start;
  let frames = 0;
  let slowest = 0;
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now();
    slowest = Math.max(slowest, now - before);
    before = now;
    frames++;
    if (now - start > SECONDS * 1000) return { fps: (frames * 1000) / (now - start), slowest };
    act((now - start) / 1000);
  }
}

export async function measure(
  view: BoardView,
  firstFrame: Promise<number>,
  settled: Promise<number>,
): Promise<Figures> {
  const figures: Figures = {
    first_frame_ms: Math.round(await firstFrame),
    settled_ms: Math.round(await settled),
    fps: {},
    slowest_frame_ms: {},
  };
  const middle = { x: innerWidth / 2, y: innerHeight / 2 };
  const note = (name: string, { fps, slowest }: { fps: number; slowest: number }): void => {
    figures.fps[name] = Math.round(fps * 10) / 10;
    figures.slowest_frame_ms[name] = Math.round(slowest);
  };
  const sway = (t: number): void => view.pan(14 * Math.sin(t * 2.5), 9 * Math.cos(t * 2));
  view.fit();
  note('pan whole', await run(sway));
  view.zoomNow(3, middle);
  note('pan mid', await run(sway));
  view.zoomNow(4, middle);
  note('pan close', await run(sway));
  view.fit();
  note('zoom', await run((t) => view.zoomNow(t % 2.5 < 1.25 ? 1.035 : 1 / 1.035, middle)));
  return figures;
}
