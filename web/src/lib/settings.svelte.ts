// What a person chooses for this browser: light or dark, the speed of playback, the dots, sound.

import { SPEEDS, type Speed } from './playback';

function read(key: string): string | null {
  try {
    return localStorage.getItem(`beachhead.${key}`);
  } catch {
    return null; // storage is switched off: nothing is remembered
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`beachhead.${key}`, value);
  } catch {
    return; // storage is switched off: nothing is remembered
  }
}

class Settings {
  night = $state(read('theme') === 'dark' || (!read('theme') && matchMedia('(prefers-color-scheme: dark)').matches));
  speed = $state<Speed>((read('speed') ?? '') in SPEEDS ? (read('speed') as Speed) : 'normal');
  dots = $state(read('dots') !== 'off');
  sound = $state(read('sound') === 'on');
  notes = $state(read('notes') === 'on'); // notifications of the browser
  name = $state(read('name') ?? '');
  isStill = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);

  constructor() {
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (e) => (this.isStill = e.matches));
    this.paint();
  }

  toggleNight(): void {
    this.night = !this.night;
    write('theme', this.night ? 'dark' : 'light');
    this.paint();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    write('speed', speed);
  }

  toggleDots(): void {
    this.dots = !this.dots;
    write('dots', this.dots ? 'on' : 'off');
  }

  toggleSound(): void {
    this.sound = !this.sound;
    write('sound', this.sound ? 'on' : 'off');
  }

  setNotes(isOn: boolean): void {
    this.notes = isOn;
    write('notes', isOn ? 'on' : 'off');
  }

  setName(name: string): void {
    this.name = name;
    write('name', name);
  }

  private paint(): void {
    document.documentElement.dataset.theme = this.night ? 'dark' : 'light';
  }
}

export const settings = new Settings();
