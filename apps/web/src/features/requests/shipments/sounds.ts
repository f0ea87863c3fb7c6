import type { Verdict } from './scan-verdict.ts'

const key = 'archwire-scan-sound'

/** Whether scans are answered by sound in this browser. */
export const soundIsOn = (): boolean => localStorage.getItem(key) !== 'off'

export function rememberSound(on: boolean): void {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
}

interface Tone {
  hertz: number
  at: number
  seconds: number
  wave: OscillatorType
}
/** High for right, two for already done, low and rough for wrong: told apart without looking. */
const tones: Record<Verdict['tone'], Tone[]> = {
  right: [{ hertz: 988, at: 0, seconds: 0.12, wave: 'sine' }],
  done: [
    { hertz: 587, at: 0, seconds: 0.09, wave: 'triangle' },
    { hertz: 587, at: 0.14, seconds: 0.09, wave: 'triangle' },
  ],
  wrong: [{ hertz: 165, at: 0, seconds: 0.4, wave: 'sawtooth' }],
}

let context: AudioContext | undefined

/** Plays what a scan came to. A browser that plays nothing before a click stays silent; color and words say the same. */
export function playVerdict(tone: Verdict['tone']): void {
  if (!soundIsOn() || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
  for (const { hertz, at, seconds, wave } of tones[tone]) {
    const [source, volume] = [context.createOscillator(), context.createGain()]
    const begin = context.currentTime + at
    source.type = wave
    source.frequency.value = hertz
    volume.gain.setValueAtTime(0.25, begin)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds)
    source.connect(volume).connect(context.destination)
    source.start(begin)
    source.stop(begin + seconds)
  }
}
