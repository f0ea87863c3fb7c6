import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../lib/session.tsx'
import { PageMissing } from '../ui/page-states.tsx'
import { useDeferredImport } from '../lib/use-deferred-import.ts'

const loadShell = () => import('./app-shell.tsx')

/** Within the shell for signed-in people, else with what stands around every message outside of it. */
export function MissingInShell() {
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
