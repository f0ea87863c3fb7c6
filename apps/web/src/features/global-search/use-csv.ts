import { mostHits, type SearchHit } from '@archwire/contract/search/document.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { toast } from '../../lib/toast.ts'
import { askIndex } from './ask-index.ts'
import { attributesInFile, csvOfHits, nameOfFile } from './csv-rows.ts'
import { hitsQuery, type GlobalTexts, type Reader } from './queries.ts'

/** Hits of one question: the most that the index answers. */
const pageSize = 1000
/** Between two tries. */
const waitMs = 1000

export interface CsvProgress {
  done: number
  of: number
}

/** Reads all hits of a search, page by page; one that moved between two pages is kept once. */
async function allHits(
  client: QueryClient,
  search: GlobalTexts,
  reader: Reader,
  { onProgress, signal }: { onProgress: (progress: CsvProgress) => void; signal: AbortSignal },
): Promise<SearchHit[]> {
  const query = { ...hitsQuery(search, reader), hitsPerPage: pageSize, attributesToRetrieve: attributesInFile }
  const hits = new Map<string, SearchHit>()
  for (let page = 1; ; page += 1) {
    const [answer] = await again(() => askIndex(client, [{ ...query, page }], signal), signal)
    for (const hit of answer!.hits) if (hits.size < mostHits) hits.set(hit.id, hit)
    const of = Math.min(answer!.totalHits ?? 0, mostHits)
    onProgress({ done: Math.min(hits.size, of), of })
    if (answer!.hits.length === 0 || page * pageSize >= of) return [...hits.values()]
  }
}

/** Asks up to three times while the index is down for a moment: many pages were read by then. */
async function again<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let left = 2; ; left -= 1)
    try {
      return await ask()
    } catch (error) {
      if (left === 0 || !(error instanceof ApiError) || error.status < 503) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      signal.throwIfAborted()
    }
}

function save(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * The whole result of a search as a CSV file, made here: that of the search at the press, whatever is typed since. It ends
 * with the page, and can be canceled (`search/file`).
 */
export function useCsv() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<CsvProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(search: GlobalTexts, reader: Reader, expected: number): Promise<void> {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    setProgress({ done: 0, of: Math.min(expected, mostHits) })
    const at = serverInstant()
    try {
      const hits = await allHits(client, search, reader, {
        onProgress: (now) => abort.signal.aborted || setProgress(now),
        signal: abort.signal,
      })
      abort.signal.throwIfAborted()
      save(nameOfFile(at), csvOfHits(hits))
    } catch (error) {
      if (!abort.signal.aborted) toast.error(messageOf(error))
    } finally {
      if (running.current === abort) {
        running.current = undefined
        setProgress(undefined)
      }
    }
  }

  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setProgress(undefined)
  }
  return { progress, start, cancel }
}
