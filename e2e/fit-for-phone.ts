import { expect, type Page } from '@playwright/test'
import { expectRoomForFingers } from './hit-areas.ts'

/**
 * No content extends past the right edge: a page that scrolls sideways does not fit a phone. A page that was just resized
 * draws its list anew, so this waits for it.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overhang, `${page.url()} is as wide as the screen`).toBeLessThanOrEqual(0)
}

/** In a narrow window with a mouse, every control that can be seen is at least 24 px high and wide (WCAG 2.2, 2.5.8). */
async function expectRoomForMouse(page: Page): Promise<void> {
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, [role=button], select, summary')]
        .filter((element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
        .map((element) => ({ box: element.getBoundingClientRect(), name: element.ariaLabel ?? element.textContent }))
        .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
        .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    )
  await expect.poll(small, `controls too small for a mouse at ${page.url()}`).toEqual([])
}

/** Lists whose rows open no record by its name, and why; they still have something to press. */
const withoutRecordLinks: Record<string, string> = {
  '/promotion-codes': 'a code has no page: Edit and Delete are dialogs',
  '/payments-to-review': 'a report of the payment provider has no page: Review is a dialog',
  '/printing-files': 'a file has no page: its links are its patient and the request that it is printed for',
}

/** Each row of a list has a real link by the name of its record, which screen readers and new tabs can open. */
async function expectRowsToOpen(page: Page): Promise<void> {
  const isExempt = new URL(page.url()).pathname in withoutRecordLinks
  const closed = () =>
    page.evaluate(
      (needs) =>
        [...document.querySelectorAll<HTMLElement>('li[data-row]')]
          .filter((row) => {
            const ways = [...row.querySelectorAll(needs)].map(({ textContent }) => textContent.trim()).filter(Boolean)
            // A row starts with the name of its record, unless it says which part of it is the name.
            const named = document.getElementById(row.getAttribute('aria-labelledby') ?? '') ?? row
            const text = named.textContent.trim()
            return !ways.some((name) => needs !== 'a[href]' || text.startsWith(name))
          })
          .map((row) => row.textContent),
      isExempt ? 'a[href], button' : 'a[href]',
    )
  await expect.poll(closed, `rows without a link by their name at ${page.url()}`).toEqual([])
}

/** What every page owes a phone. */
export async function expectFitForPhone(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectRowsToOpen(page)
  const isTouched = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  await (isTouched ? expectRoomForFingers(page) : expectRoomForMouse(page))
}
