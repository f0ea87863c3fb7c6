import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { lineNow } from '../../lib/line.ts'
import { useDeferredImport } from '../../lib/use-deferred-import.ts'
import { PickList } from '../../ui/pick-list.tsx'
import styles from './palette.module.css'

const load = () => import('./palette.tsx')
type Loaded = Awaited<ReturnType<typeof load>>

/** The searched content is a separate chunk, loaded as soon as a person seems to want it. */
export const preloadPalette = (): void => void load().catch(() => {})

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
/** The keys that open it, as written on this system. */
export const paletteKeys = isApple ? '⌘ K' : 'Ctrl K'

/** Ctrl K (⌘ K) from anywhere, also while typing. */
export function usePaletteKeys(toggle: () => void): void {
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') preloadPalette()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

interface Props {
  opened: boolean
  onClose: () => void
  onLogout: () => void
}

/** The search field. */
export const paletteField = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange,
  placeholder: 'Search records, pages, actions',
  icon: <IconSearch size={17} stroke={1.8} aria-hidden="true" />,
  keepsEscape: true,
})

/** The palette's dialog. Its field is there at once: keys typed before the rest has loaded are not lost. */
export function PaletteHost({ opened, onClose, onLogout }: Props) {
  // Soon after the page: a browser asks no second time for what a broken line kept from it.
  const loaded = useDeferredImport(load, opened)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (opened) dialog.current?.showModal()
    else dialog.current?.close()
  }, [opened])
  useEffect(() => {
    // A press that the content did not catch hit the backdrop.
    const leaveBeside = (event: MouseEvent) => event.target === event.currentTarget && dialog.current?.close()
    const element = dialog.current
    element?.addEventListener('click', leaveBeside)
    return () => element?.removeEventListener('click', leaveBeside)
  }, [])
  // A dialog reports its closing in a later task: by then the keys may have opened it again. Escape is reported at
  // once, so that the same keys reopen a dialog that is no longer visible.
  // At once: what is done next may open a dialog, which takes the focus and returns it to where it was.
  const leave = () => {
    dialog.current?.close()
    onClose()
  }
  const closed = () => dialog.current?.open || onClose()
  return (
    <dialog
      ref={dialog}
      data-palette
      className={styles.palette}
      aria-label="Search or go to"
      onCancel={onClose}
      onClose={closed}
    >
      {opened && <Content loaded={loaded} onClose={leave} onLogout={onLogout} />}
    </dialog>
  )
}

function Content({ loaded, ...props }: Omit<Props, 'opened'> & { loaded: Loaded | null }) {
  const [text, setText] = useState('')
  const [entered, setEntered] = useState(false)
  if (loaded) return <loaded.Palette {...props} text={text} onText={setText} entered={entered} />
  return (
    <>
      <PickList
        label="Results"
        options={[]}
        onPick={() => {}}
        search={paletteField(text, setText)}
        waiting
        onHurry={() => setEntered(true)}
      />
      {lineNow() !== 'up' && (
        <p className={styles.failed} role="alert">
          The search could not be loaded: you are offline.
        </p>
      )}
    </>
  )
}
