import { counted } from '@archwire/contract/core/counted.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { PickList } from '../../ui/pick-list.tsx'
import { paletteField } from './host.tsx'
import { useActions } from './actions.tsx'
import { isExactly, matches, type Destination } from './destination.ts'
import { marked } from './marked.tsx'
import { usePageDestinations } from './page-actions.tsx'
import styles from './palette.module.css'
import { usePages } from './pages.tsx'
import { useRecords } from './records.tsx'

/** The server is queried this long after the last key; Enter queries at once. */
const searchDelayMs = 150

/** What was found, marked while it is what the question before found. */
const dimmed = ({ destinations, isOld }: { destinations: Destination[]; isOld: boolean }, isNew: boolean) =>
  isOld || isNew ? destinations.map((found) => ({ ...found, stale: true })) : destinations

interface Props {
  text: string
  onText: (text: string) => void
  /** Enter was pressed before this had loaded. */
  entered: boolean
  onClose: () => void
  onLogout: () => void
}

/** Any record, page or action by a few letters: type, Enter, done. */
export function Palette({ text, onText, entered, onClose, onLogout }: Props) {
  const wanted = text.trim()
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), searchDelayMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const records = useRecords(asked)
  const isNew = wanted !== asked
  const own = [...usePageDestinations(), ...usePages(), ...useActions(onLogout)].filter(({ label }) =>
    matches(label, wanted),
  )
  // Whoever types all of its words means it.
  const exact = own.filter(({ label }) => isExactly(label, wanted))
  const waiting = isNew || records.isFetching
  const { error } = records
  const options = [...exact, ...dimmed(records, isNew), ...own.filter((found) => !exact.includes(found))]
  const pick = (destination: Destination) => {
    onClose()
    destination.go()
  }
  return (
    <PickList
      label="Results"
      options={options}
      onPick={pick}
      search={paletteField(text, onText)}
      waiting={waiting}
      failed={error !== null}
      entered={entered}
      onHurry={() => setAsked(wanted)}
      show={(shown) => marked(shown, wanted)}
    >
      <div>
        {error && (
          <p className={styles.failed} role="alert">
            {messageOf(error)}
            <button type="button" onClick={records.refetch}>
              Try again
            </button>
          </p>
        )}
        <output className="visually-hidden">
          {waiting ? 'Searching' : counted(options.filter(({ disabled }) => disabled === undefined).length, 'result')}
        </output>
        <div className={styles.foot} aria-hidden="true">
          <span>
            <kbd>
              <IconArrowUp size={13} />
            </kbd>
            <kbd>
              <IconArrowDown size={13} />
            </kbd>
            to walk
          </span>
          <span>
            <kbd>Enter</kbd> to open
          </span>
          <span>
            <kbd>Esc</kbd> to close
          </span>
        </div>
      </div>
    </PickList>
  )
}
