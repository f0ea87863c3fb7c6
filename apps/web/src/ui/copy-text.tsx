import { IconCheck, IconCopy } from '@tabler/icons-react'
import { usePageActions } from '../lib/page-actions.ts'
import { toast } from '../lib/toast.ts'
import styles from './copy-text.module.css'
import { useCopy } from './use-copy.ts'

interface Props {
  text: string
  /** Its words in the command palette; left out where the palette does not offer it. */
  command?: string
  /** A link, which is sent to others: a toast says that it was copied, too (`screens/copied`). */
  isLink?: boolean
}

/** A number that people carry to other systems: one click copies it. */
export function CopyText({ text, command, isLink = false }: Props) {
  const { copied, copy } = useCopy(undefined, isLink ? () => toast.info('Link copied!') : undefined)
  usePageActions(command === undefined ? [] : [{ label: command, detail: text, run: () => copy(text) }])
  return (
    <button type="button" data-paper className={`${styles.copy} numeric`} onClick={() => copy(text)} title="Copy">
      <span translate="no">{text}</span>
      {copied ? <IconCheck size={13} aria-hidden="true" /> : <IconCopy size={13} aria-hidden="true" />}
      <output>{copied && 'Copied!'}</output>
    </button>
  )
}
