import { plainName } from '@archwire/contract/patient-files/file-names.ts'
import { joined, straight } from '@archwire/contract/core/names.ts'

/** Whose file it is. */
export interface PatientNames {
  first_name: string
  last_name: string
}

/** What the name of a file says of its content: text without the ending and, where it is there, the patient's name. */
export interface Said {
  text: string
  /** Its words in small letters without accents, numbers left out: `UpperJaw_2` is "upper" and "jaw". */
  words: string[]
  /** Whether it follows the patient's name; else a word in it may be a part of somebody's name. */
  followsName: boolean
}

interface Word {
  word: string
  end: number
}

/**
 * Reads what a file's name says behind the patient's name, in whatever order first and last name stand there: people are
 * called Max and Lowery (`scans/guess`). The whole name where the patient's is not in it.
 */
export function saidBy(fileName: string, patient: PatientNames | null): Said {
  const name = fileName.replace(/\.[^.]+$/, '')
  const all = wordsOf(name)
  const end = patient ? endOfName(patient, all) : 0
  const words = all.filter((each) => each.end > end).map(({ word }) => word)
  return { text: name.slice(end), words, followsName: end > 0 }
}

function wordsOf(name: string): Word[] {
  const humps = /\p{Lu}+(?!\p{Ll})\p{M}*|\p{L}\p{M}*(?:\p{Ll}|\p{Lo}|\p{M}|')*/gu
  return [...name.matchAll(humps)].map((match) => ({
    word: plainName(match[0]).replaceAll("'", ''),
    end: match.index + match[0].length,
  }))
}

const bare = (text: string): string => joined(plainName(straight(text))).replaceAll("'", '')

/** Where the patient's name ends: the last of first name, last name and their words; else both written as one word. */
function endOfName({ first_name, last_name }: PatientNames, words: readonly Word[]): number {
  const [first, last] = [bare(first_name), bare(last_name)]
  const parts = [first, last, ...`${first_name} ${last_name}`.split(/[\s\p{Pd}]+/u).map(bare)]
  const end = Math.max(...parts.map((part) => endOf(part, words)))
  return end > 0 ? end : Math.max(endOf(first + last, words), endOf(last + first, words))
}

/** Where a part of a name ends that is first met as one word or as several in a row; 0 where it is not there. */
function endOf(part: string, words: readonly Word[]): number {
  for (let from = 0; from < words.length; from++) {
    let together = ''
    for (let to = from; to < words.length && together.length < part.length; to++) {
      together += words[to]!.word
      if (together === part) return words[to]!.end
    }
  }
  return 0
}
