import { useState } from 'react'
import { useDeferredImport } from '../../lib/use-deferred-import.ts'

const load = () => import('./help-dialog.tsx')

/** The help, from the moment that someone asks for it; `keys`: with the keys of the page. */
export function Help({ keys, onClose }: { keys?: boolean; onClose: () => void }) {
  const part = useDeferredImport(load, true)
  return part && <part.HelpDialog keys={keys === true} onClose={onClose} />
}

/** Opens the help on pages outside the shell: how to reach the lab. */
export function HelpButton({ className }: { className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Help
      </button>
      {isOpen && <Help onClose={() => setOpen(false)} />}
    </>
  )
}
