import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'

type Item = PrintingRequest['printing_request_items'][number]

/** What is printed, worded for people: one line where both arches get the same. */
export interface PrintLine {
  /** 1 maxillary, 2 mandibular, 3 both. */
  arch: number
  contentType: string
  insertBrackets: boolean
  /** It replaces a flawed tray. */
  corrected: boolean
  /** It stays with the practice while a lab makes the rest of the print (`corrections/print`). */
  inOffice: boolean
}

export const bothArches = 3

/** The items that whoever makes the print makes: not those that stay with the practice (`corrections/print`). */
export const madeItems = (items: readonly Item[]): Item[] => items.filter((item) => item.assignment === undefined)

/** A print stores one item per arch; two of a kind that are otherwise equal read as "Both". */
export function linesOf(items: readonly Item[]): PrintLine[] {
  const lines = new Map<string, PrintLine>()
  for (const item of items) {
    const { arch, content_type: contentType, insert_brackets: insertBrackets } = item
    const corrected = item.flawed_tray_id !== null
    const inOffice = item.assignment !== undefined
    const key = [contentType, insertBrackets, corrected, inOffice].join(' ')
    const line = lines.get(key)
    const arches = line && line.arch !== arch ? bothArches : arch
    lines.set(key, { arch: arches, contentType, insertBrackets, corrected, inOffice })
  }
  return [...lines.values()]
}

/** The arches of a whole print in one word, for its label. */
export function archOf(items: readonly Item[]): string {
  const arches = new Set(items.map(({ arch }) => arch))
  return labelOf(jaws, arches.size === 1 ? [...arches][0] : bothArches)
}
