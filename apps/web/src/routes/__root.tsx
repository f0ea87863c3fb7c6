import { createRootRouteWithContext, Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { brand } from '../brand.tsx'
import type { RouterContext } from '../make-router.ts'
import { rowOf } from '../lib/left-rows.ts'
import { nameTab } from '../lib/tab-title.ts'
import { useDeferredImport } from '../lib/use-deferred-import.ts'
import { MissingPage } from '../shell/missing-page.tsx'

/** Nothing of a page waits for it; it is there before a line is likely to break. */
const loadLineBand = () => import('../shell/line-band.tsx')

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: MissingPage,
})

/** Every page starts at its top, and shows its name in the browser's tab. */
function Root() {
  const title = useMatches({
    select: (matches) => {
      if (matches.some(({ _notFound }) => _notFound)) return 'Page Not Found'
      const match = matches.findLast(({ staticData }) => staticData.title)
      return match && [match.staticData.tab?.(match), match.staticData.title].filter(Boolean).join(' · ')
    },
  })
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  // Who comes back to a row of a list is brought to it (features/case/list-place.ts).
  const comesBack = useRouterState({
    select: (state) => state.resolvedLocation && rowOf(state.resolvedLocation) !== undefined,
  })
  useEffect(() => {
    nameTab(title ? `${title} · ${brand.name}` : brand.name)
  }, [title])
  useEffect(() => {
    // Braces: in newer browsers this returns a promise, and an effect may return nothing but its clean-up.
    if (!comesBack) window.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the path is when, not what
  }, [path, comesBack])
  const late = useDeferredImport(loadLineBand, false)
  return (
    <>
      <Outlet />
      {late && <late.LineBand />}
    </>
  )
}
