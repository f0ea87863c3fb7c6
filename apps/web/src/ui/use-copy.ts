import { useEffect, useState } from 'react'

/** How long "Copied!" is shown (`screens/copied`). */
const shownMs = 2000

/** Copies text, and reports it for a while. `onError`: the browser does not allow it; `onCopied`: what else to say. */
export function useCopy(
  onError?: () => void,
  onCopied?: () => void,
): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  // Written so that a page on an insecure origin, which has no clipboard, ends in `onError`, too.
  const write = async (text: string) => navigator.clipboard.writeText(text)
  const done = () => {
    setCopied(true)
    onCopied?.()
  }
  return { copied, copy: (text) => void write(text).then(done, onError) }
}
