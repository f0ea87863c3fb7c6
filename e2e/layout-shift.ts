import type { Page } from '@playwright/test'

type Watched = Window & { moved?: number }
/** As the browser reports it; the types of this project do not know it. */
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Adds up what moves in a page without a hand, in every document that the page opens from now on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const watched = window as Watched
    watched.moved = 0
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) watched.moved! += entry.value
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  })

/** How much has moved since the document began, or since the last address that `goWithin` went to. */
export const moved = (page: Page): Promise<number | undefined> => page.evaluate(() => (window as Watched).moved)
