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

/** Each row of a list has something that a screen reader can open, by a name, and links lead where the row does. */
async function expectRowsToOpen(page: Page): Promise<void> {
  const closed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('li[data-row]')]
        .filter((row) => ![...row.querySelectorAll('a[href], button')].some(({ textContent }) => textContent.trim()))
        .map((row) => row.textContent),
    )
  await expect.poll(closed, `rows that no screen reader can open at ${page.url()}`).toEqual([])
}

/** What every page owes a phone. */
export async function expectFitForPhone(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectRowsToOpen(page)
  const isTouched = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  await (isTouched ? expectRoomForFingers(page) : expectRoomForMouse(page))
}
