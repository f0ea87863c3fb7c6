import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import { archesNamed } from './arch-guess.ts'
import { type PatientNames, saidBy } from './file-name-words.ts'

/** One of these words, by itself. */
const word = (...words: string[]) => new RegExp(`(^|[^a-z])(${words.join('|')})([^a-z]|$)`)

const smile = word('smile', 'smiles', 'smiling', 'lächeln', 'laecheln', 'lachen')
const profile = word('profile', 'profil')
const right = word('right', 'rt', 'r', 'rechts')
const left = word('left', 'lt', 'l', 'links')
/** Short forms beside a word that says what is meant: people are called Max, too. */
const chewing = /occl|okklus/
const shortUpper = word('max', 'u', 'up')
const shortLower = word('mand', 'l', 'low')
const side = /buccal|lateral|seitlich|(^|[^a-z])side([^a-z]|$)/
const teeth = /(^|[^a-z])intra|teeth|occlusion|overjet|(^|[^a-z])(bite|io)([^a-z]|$)/
/** At the beginning of a word: people are called Boniface, too. */
const face = /(^|[^a-z])(face|facial|extra|portrait)|(^|[^a-z])eo([^a-z]|$)/
const fromTheFront = /front|anterior|cent(er|re)|(^|[^a-z])en face([^a-z]|$)/

/**
 * What a photo shows, by what cameras' programs and people write into file names, behind the patient's name where that
 * is in it (`scans/photo-views`, `scans/guess`); null when the name does not tell. Names are written in many ways: what is
 * said twice differently is not guessed.
 */
export function guessPhotoView(fileName: string, patient: PatientNames | null = null): PhotoView | null {
  const { text, words } = saidBy(fileName, patient)
  const name = text.toLowerCase().replaceAll('_', ' ')
  const named = archesNamed(words)
  if (smile.test(name)) return 'smile'
  if (profile.test(name)) return 'profile'
  const isChewing = chewing.test(name) && !/occlusion/.test(name)
  const isUpper = named.upper || (isChewing && shortUpper.test(name))
  const isLower = named.lower || (isChewing && shortLower.test(name))
  if (isUpper !== isLower) return isUpper ? 'upper_occlusal' : 'lower_occlusal'
  if (isUpper) return null
  const isRight = right.test(name)
  const isLeft = left.test(name)
  if (side.test(name) || teeth.test(name)) {
    if (isRight !== isLeft) return isRight ? 'right_buccal' : 'left_buccal'
    return fromTheFront.test(name) && !isRight && !side.test(name) ? 'intraoral_frontal' : null
  }
  if (/at[ -]rest|repose/.test(name)) return 'frontal'
  // "Front" alone is as often the teeth as the face.
  return face.test(name) && (fromTheFront.test(name) || !(isRight || isLeft)) ? 'frontal' : null
}
