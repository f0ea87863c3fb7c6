import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../lib/session.tsx'
import { useDeferredImport } from '../lib/use-deferred-import.ts'
import { PageMissing } from '../ui/page-states.tsx'

const loadShell = () => import('./app-shell.tsx')

/** An address that does not exist (`access/refused`): within the shell for signed-in people. */
export function MissingPage() {
  const { data, isPending } = useQuery({ ...meQuery(), retry: false })
  if (isPending) return null
  return data ? <InShell /> : <PageMissing />
}

function InShell() {
  const part = useDeferredImport(loadShell, true)
  return (
    part && (
      <part.AppShell>
        <PageMissing />
      </part.AppShell>
    )
  )
}
