import { expect, type Page } from '@playwright/test'
import { hardToHit } from './hit-areas.ts'

/**
 * No content extends past the right edge: a page that scrolls sideways does not fit a phone. A page that was just resized
 * draws its list anew, so this waits for it.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overhang, `${page.url()} is as wide as the screen`).toBeLessThanOrEqual(0)
}

/** In a narrow window with a mouse every control is at least 24 px high and wide (WCAG 2.2, 2.5.8). */
const below24 = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=button], select, summary')]
      .filter((element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .map((element) => ({ box: element.getBoundingClientRect(), name: element.ariaLabel ?? element.textContent }))
      .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
      .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
  )

/** On a touch screen a finger hits every control of the page, and of the viewer in it, within 40 px (`screens/touch`). */
async function below40(page: Page): Promise<string[]> {
  const own = page.frames().filter((frame) => frame.url().startsWith(new URL(page.url()).origin))
  return (await Promise.all(own.map((frame) => hardToHit(frame, 40)))).flat()
}

async function expectRoomForFingers(page: Page): Promise<void> {
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  await expect
    .poll(() => (isTouch ? below40(page) : below24(page)), `controls too small for a finger at ${page.url()}`)
    .toEqual([])
}

/** What every page owes a phone. */
export async function expectFitForPhone(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectRoomForFingers(page)
}
