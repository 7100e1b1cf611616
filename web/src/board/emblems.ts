// What a printed place is for, told by its shape: a star is an objective, a square a city, an anchor a beach.

import { R } from './geometry';
import type { Canvas2D } from './paint/brush';
import type { Point } from './types';

type Trace = (g: Canvas2D, r: number) => void;

const polygon =
  (...corners: [number, number][]): Trace =>
  (g, r) => {
    corners.forEach(([x, y], i) => (i ? g.lineTo(x * r, y * r) : g.moveTo(x * r, y * r)));
    g.closePath();
  };

const star: Trace = (g, r) => {
  for (let i = 0; i < 10; i++) {
    const [a, d] = [(Math.PI / 5) * i - Math.PI / 2, r * (i % 2 ? 0.52 : 1.18)];
    g.lineTo(Math.cos(a) * d, Math.sin(a) * d);
  }
  g.closePath();
};

const SHAPES: Record<string, Trace> = {
  star,
  square: polygon([-0.86, -0.86], [0.86, -0.86], [0.86, 0.86], [-0.86, 0.86]),
  diamond: polygon([0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]),
  triangle: polygon([0, -1.1], [1.1, 0.85], [-1.1, 0.85]),
  arrow: polygon([0, -1.1], [1, 0], [0.45, 0], [0.45, 1], [-0.45, 1], [-0.45, 0], [-1, 0]),
  tower: polygon(
    ...([
      [-1, 0.95],
      [-1, -0.95],
      [-0.5, -0.95],
      [-0.5, -0.45],
      [-0.25, -0.45],
      [-0.25, -0.95],
      [0.25, -0.95],
      [0.25, -0.45],
      [0.5, -0.45],
      [0.5, -0.95],
      [1, -0.95],
      [1, 0.95],
    ] as [number, number][]),
  ),
  anchor: (g, r) => {
    g.moveTo(-1.1 * r, -0.75 * r);
    g.lineTo(1.1 * r, -0.75 * r);
    g.lineTo(0.75 * r, 0.75 * r);
    g.quadraticCurveTo(0, 1.3 * r, -0.75 * r, 0.75 * r);
    g.closePath();
  },
};

export const SIZE = 7.6;

/** Where the emblem of a hex is: at its upper left, where no counter lies. */
export const emblemAt = ({ x, y }: Point): Point => ({ x: x - R * 0.53, y: y - R * 0.57 });

/** A shape in a colour, with the letter that says the same. */
export function drawEmblem(g: Canvas2D, shape: string, at: Point, k: number, fill: string, letter: string): void {
  g.save();
  g.translate(at.x, at.y);
  g.scale(k, k);
  g.lineJoin = 'round';
  g.beginPath();
  (SHAPES[shape] ?? SHAPES.square)(g, SIZE);
  g.strokeStyle = '#fffaf0';
  g.lineWidth = 3.6;
  g.stroke();
  g.fillStyle = fill;
  g.fill();
  g.strokeStyle = 'rgba(28,20,8,.75)';
  g.lineWidth = 0.8;
  g.stroke();
  if (letter) {
    g.fillStyle = '#fff';
    g.font = '700 9px "Barlow Condensed", sans-serif';
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.fillText(letter, 0, shape === 'triangle' ? 2.4 : 0.6);
  }
  g.restore();
}
