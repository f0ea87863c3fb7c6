import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'

type Item = PrintingRequest['printing_request_items'][number]

/** What is printed, worded for people: one line where both arches get the same. */
export interface PrintLine {
  /** 1 maxillary, 2 mandibular, 3 both. */
  arch: number
  contentType: string
  insertBrackets: boolean
}

export const bothArches = 3

/** A print stores one item per arch; two of a kind that are otherwise equal read as "Both". */
export function linesOf(items: readonly Item[]): PrintLine[] {
  const lines = new Map<string, PrintLine>()
  for (const { arch, content_type: contentType, insert_brackets: insertBrackets } of items) {
    const key = `${contentType} ${insertBrackets}`
    const line = lines.get(key)
    lines.set(key, { arch: line && line.arch !== arch ? bothArches : arch, contentType, insertBrackets })
  }
  return [...lines.values()]
}

/** The arches of a whole print in one word, for its label. */
export function archOf(items: readonly Item[]): string {
  const arches = new Set(items.map(({ arch }) => arch))
  return labelOf(jaws, arches.size === 1 ? [...arches][0] : bothArches)
}
