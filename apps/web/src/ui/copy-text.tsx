import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import styles from './copy-text.module.css'

/** How long "Copied!" stands (2 §8). */
const shownMs = 2000

/** A number people carry to other systems: one click copies it. */
export function CopyText({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <button type="button" className={`${styles.copy} numeric`} onClick={copy} title="Copy">
      {text}
      {copied ? <IconCheck size={13} aria-hidden="true" /> : <IconCopy size={13} aria-hidden="true" />}
      <output>{copied && 'Copied!'}</output>
    </button>
  )
}
