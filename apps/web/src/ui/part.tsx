import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { useWorkKept } from '../lib/unsaved-work.ts'
import { PagePending } from './page-states.tsx'
import { ErrorState } from './states.tsx'

/** A part of a page that loads, and may fail to load, without the rest of the page. `id` names it among others. */
export const Part = ({ id, children }: { id: string; children: ReactNode }) => (
  <CatchBoundary getResetKey={() => id} errorComponent={NotLoaded}>
    <Suspense fallback={<PagePending />}>{children}</Suspense>
  </CatchBoundary>
)

function NotLoaded({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  useWorkKept()
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        queries.reset()
        reset()
      }}
    />
  )
}
