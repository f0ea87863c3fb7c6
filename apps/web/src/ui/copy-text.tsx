import { IconCheck, IconCopy } from '@tabler/icons-react'
import styles from './copy-text.module.css'
import { useCopy } from './use-copy.ts'

/** A number that people carry to other systems: one click copies it. */
export function CopyText({ text }: { text: string }) {
  const { copied, copy } = useCopy()
  return (
    <button type="button" className={`${styles.copy} numeric`} onClick={() => copy(text)} title="Copy">
      {text}
      {copied ? <IconCheck size={13} aria-hidden="true" /> : <IconCopy size={13} aria-hidden="true" />}
      <output>{copied && 'Copied!'}</output>
    </button>
  )
}
