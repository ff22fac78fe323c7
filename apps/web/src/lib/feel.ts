import { preferences } from './preferences.ts'

/**
 * `choice`: an option was picked. `right`, `wrong`: an answer was judged. `done`: a step is finished. `peak`: a full-screen
 * moment begins.
 */
export type Feeling = 'choice' | 'right' | 'wrong' | 'done' | 'peak'

/** Milliseconds of vibration and pause, in turn. */
const patterns: Record<Feeling, number[]> = {
  choice: [10],
  right: [10],
  wrong: [20, 60, 20],
  done: [15],
  peak: [15, 70, 15, 70, 40],
}

/** A note starts after `at` seconds, at `from` hertz, and glides to `to`. */
type Note = { at: number; from: number; to?: number; seconds: number }

const done: Note[] = [
  { at: 0, from: 523, seconds: 0.14 },
  { at: 0.1, from: 659, seconds: 0.14 },
  { at: 0.2, from: 784, seconds: 0.34 },
]

/** Two notes up, one that sinks, and a small rising figure: all quiet, and none longer than 0.6 s. */
const sounds: Partial<Record<Feeling, Note[]>> = {
  right: [
    { at: 0, from: 659, seconds: 0.12 },
    { at: 0.09, from: 988, seconds: 0.22 },
  ],
  wrong: [{ at: 0, from: 262, to: 208, seconds: 0.24 }],
  done,
  peak: done,
}

const loudness = 0.12

/** A browser lets a page sound only after a gesture, so the audio context is made at the first sound. */
let audio: AudioContext | undefined

const playNote = (context: AudioContext, { at, from, to, seconds }: Note): void => {
  const start = context.currentTime + at
  const end = start + seconds
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = 'triangle'
  oscillator.frequency.setValueAtTime(from, start)
  if (to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(to, end)
  // A ramp at both ends, because a sudden edge clicks.
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(loudness, start + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, end)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(end)
}

/** A sound that comes later than this belongs to nothing on the screen any more. Milliseconds. */
const latestMs = 500

const play = async (notes: Note[]): Promise<void> => {
  audio ??= new AudioContext()
  // Safari also stops the sound of a page after a call or another app: it is `interrupted` then, not `suspended`.
  if (audio.state !== 'running') {
    const askedAt = performance.now()
    await audio.resume()
    // Without a gesture, the browser waits for the next one.
    if (performance.now() - askedAt > latestMs) return
  }
  for (const note of notes) playNote(audio, note)
}

/** A last step is both `done` and the start of a peak; it sounds once. */
const echoMs = 600
let last: { notes: Note[]; time: number } | undefined

const isEcho = (notes: Note[]): boolean => {
  const time = performance.now()
  const isSame = last?.notes === notes && time - last.time < echoMs
  if (!isSame) last = { notes, time }
  return isSame
}

/** A computer's browser has the function too, but nothing that vibrates. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator && window.matchMedia('(pointer: coarse)').matches
}

/** Plays and vibrates as the learner has switched it on. Never throws: a device without sound stays silent. */
export function feel(feeling: Feeling): void {
  const { sound, vibration } = preferences()
  if (vibration && canVibrate()) navigator.vibrate(patterns[feeling])
  const notes = sounds[feeling]
  if (!sound || typeof AudioContext === 'undefined' || (notes !== undefined && isEcho(notes))) return
  // A choice has no sound, but it is a gesture: what is judged later may sound then.
  play(notes ?? []).catch(() => undefined)
}
