import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import { largestUpload } from '@archwire/contract/patient-files/types.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatSize } from '../../lib/format.ts'
import { FileGone, isThere } from '../../lib/upload/file-gone.ts'
import { sendFile, sendingProblem, type Begun } from '../../lib/upload/send-file.ts'
import { lookAtContent } from '../files/index.ts'

/** A file on its way, or what kept it from arriving. */
export interface Sending {
  name: string
  /** Bytes that have been sent; null while the file is being read. */
  sent: number | null
  size: number
  problem: string | null
  /** Whether another try may succeed. */
  canRetry: boolean
}

/** Why a file is not sent at all, as text; null when it is. */
function refusalOf({ size }: File): string | null {
  if (size === 0) return 'The file is empty.'
  return size > largestUpload.library ? `The file is larger than ${formatSize(largestUpload.library)}.` : null
}

/** The upload of one file of a practice: with its progress, a way to cancel it and one to try again. */
export function useLibraryUpload(organizationId: number, onArrived: (path: string, name: string) => void) {
  const [sending, setSending] = useState<Sending | null>(null)
  const work = useRef<{ file: File; cancel: AbortController; begun: Begun } | null>(null)
  useEffect(() => () => work.current?.cancel.abort(), [])

  async function run(file: File, begun: Begun): Promise<void> {
    const cancel = new AbortController()
    work.current = { file, cancel, begun }
    const start: Sending = { name: file.name, sent: null, size: file.size, problem: null, canRetry: false }
    setSending(start)
    const { problem } = await lookAtContent(file, { purpose: 'library' })
    if (cancel.signal.aborted) return
    if (problem) return refuse(file, problem)
    try {
      const path = await sendFile(file, 'library', {
        getLink: ({ name, size, type, sha256, file_path }) =>
          call(bracketLibraries.uploadLink, {
            params: { id: organizationId },
            query: { name, size, type, sha256, file_path },
          }),
        signal: cancel.signal,
        begun,
        onSending: () => {
          setSending({ ...start, sent: 0 })
          return (sent) => !cancel.signal.aborted && setSending({ ...start, sent })
        },
      })
      if (cancel.signal.aborted) return
      setSending(null)
      onArrived(path, file.name)
    } catch (error) {
      if (cancel.signal.aborted) return
      if (await isThere(file)) setSending({ ...start, problem: sendingProblem(error), canRetry: true })
      else refuse(file, new FileGone(file.name).message)
    }
  }

  /** Another try would be refused again. */
  function refuse({ name, size }: File, problem: string): void {
    work.current = null
    setSending({ name, sent: null, size, problem, canRetry: false })
  }

  return {
    sending,
    start: (file: File) => {
      work.current?.cancel.abort()
      const problem = refusalOf(file)
      if (problem === null) void run(file, {})
      else refuse(file, problem)
    },
    cancel: () => {
      work.current?.cancel.abort()
      setSending(null)
    },
    retry: () => work.current && void run(work.current.file, work.current.begun),
  }
}
