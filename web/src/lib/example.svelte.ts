// An example of rules as it is stepped through.

import type { Change } from './changes';
import { patch } from './changes';
import type { Example, ExampleStep, Scene } from '../wire';

export class Shown {
  at = $state(0);
  readonly scenes: readonly Scene[];

  constructor(readonly example: Example) {
    let scene = example.scene;
    this.scenes = example.steps.map((step) => (scene = patch(scene, step.scene as Change)));
  }

  get step(): ExampleStep {
    return this.example.steps[this.at];
  }

  get last(): number {
    return this.example.steps.length - 1;
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
  }
}
