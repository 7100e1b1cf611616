// Sounds, made in the browser from noise and tones. None is heard before somebody has asked for sound.

export const SOUNDS = ['shot', 'explosion', 'surf', 'dice', 'turn'] as const;
export type Sound = (typeof SOUNDS)[number];

interface Burst {
  /** When it begins and how long it lasts, in seconds. */
  at: number;
  lasts: number;
  loud: number;
  /** How long it grows before it dies away. */
  grows?: number;
}

const NOISE_SECONDS = 2;
const SILENT = 0.0001; // what an exponential ramp may come down to
const LOUDNESS = 0.5;

/** Builds one sound out of bursts of noise and tones, from a moment on. */
class Maker {
  private readonly noise: AudioBuffer;

  constructor(
    private readonly out: AudioNode,
    private readonly from: number,
  ) {
    const { context } = out;
    const rate = context.sampleRate;
    this.noise = context.createBuffer(1, rate * NOISE_SECONDS, rate);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }

  private swell({ at, lasts, loud, grows = 0.005 }: Burst): GainNode {
    const gain = this.out.context.createGain();
    const begin = this.from + at;
    gain.gain.setValueAtTime(SILENT, begin);
    gain.gain.exponentialRampToValueAtTime(loud, begin + grows);
    gain.gain.exponentialRampToValueAtTime(SILENT, begin + lasts);
    gain.connect(this.out);
    return gain;
  }

  /** Noise in which only what lies about a pitch is heard, or what lies below it. */
  hiss(burst: Burst, type: BiquadFilterType, from: number, to = from): void {
    const source = this.out.context.createBufferSource();
    const filter = this.out.context.createBiquadFilter();
    const [begin, end] = [this.from + burst.at, this.from + burst.at + burst.lasts];
    source.buffer = this.noise;
    source.loop = true;
    filter.type = type;
    filter.frequency.setValueAtTime(from, begin);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(filter).connect(this.swell(burst));
    source.start(begin);
    source.stop(end);
  }

  /** A tone that falls or rises. */
  tone(burst: Burst, from: number, to = from): void {
    const source = this.out.context.createOscillator();
    const [begin, end] = [this.from + burst.at, this.from + burst.at + burst.lasts];
    source.frequency.setValueAtTime(from, begin);
    source.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(this.swell(burst));
    source.start(begin);
    source.stop(end);
  }
}

const SCORES: Record<Sound, (maker: Maker) => void> = {
  shot(maker) {
    for (const [i, at] of [0, 0.11, 0.2].entries()) {
      maker.hiss({ at, lasts: 0.12, loud: 0.7 - i * 0.15 }, 'bandpass', 1900, 420);
      maker.tone({ at, lasts: 0.07, loud: 0.3 }, 210, 60);
    }
  },
  explosion(maker) {
    maker.hiss({ at: 0, lasts: 1.1, loud: 0.9 }, 'lowpass', 900, 70);
    maker.tone({ at: 0, lasts: 0.7, loud: 0.8 }, 95, 28);
  },
  surf(maker) {
    maker.hiss({ at: 0, lasts: 1.7, loud: 0.3, grows: 0.7 }, 'lowpass', 500, 1300);
    maker.hiss({ at: 0.5, lasts: 1.2, loud: 0.12, grows: 0.3 }, 'highpass', 2400, 4200);
  },
  dice(maker) {
    for (const at of [0, 0.07, 0.12, 0.2, 0.24, 0.31])
      maker.hiss({ at, lasts: 0.035, loud: 0.5 - at }, 'bandpass', 2600 + at * 3000);
  },
  turn(maker) {
    maker.tone({ at: 0, lasts: 0.5, loud: 0.35, grows: 0.02 }, 523.25);
    maker.tone({ at: 0.16, lasts: 0.8, loud: 0.35, grows: 0.02 }, 783.99);
  },
};

/** How long a sound keeps others of its kind away, in milliseconds: many shots at once are one. */
const REST = 180;

/** Plays sounds as long as they are wanted. The browser lets nothing be heard before the page has been touched. */
export class Sounds {
  private context: AudioContext | null = null;
  private last = new Map<Sound, number>();

  constructor(private readonly isWanted: () => boolean) {}

  /** Play a sound; whoever wants none hears none. */
  play(sound: Sound): void {
    const now = performance.now();
    if (!this.isWanted() || now - (this.last.get(sound) ?? -REST) < REST) return;
    this.last.set(sound, now);
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state === 'suspended') void context.resume();
    const volume = context.createGain();
    volume.gain.value = LOUDNESS;
    volume.connect(context.destination);
    SCORES[sound](new Maker(volume, context.currentTime));
  }
}
