import { expect, type Page } from '@playwright/test'

/**
 * No content extends past the right edge: a page that scrolls sideways does not fit a phone. A page that was just resized
 * draws its list anew, so this waits for it.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overhang, `${page.url()} is as wide as the screen`).toBeLessThanOrEqual(0)
}

/** Fingers need room: every control that can be seen is at least 24 px high and wide (WCAG 2.2, 2.5.8). */
async function expectRoomForFingers(page: Page): Promise<void> {
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, [role=button], select, summary')]
        .filter((element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
        .map((element) => ({ box: element.getBoundingClientRect(), name: element.ariaLabel ?? element.textContent }))
        .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
        .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    )
  await expect.poll(small, `controls too small for a finger at ${page.url()}`).toEqual([])
}

/** What stands around every page has 40 pixels for a finger: the bar, the way up, the announcement (`screens/touch`). */
async function expectRoomAroundThePage(page: Page): Promise<void> {
  // A narrow window with a mouse has the sizes of a wide one.
  if (!(await page.evaluate(() => matchMedia('(pointer: coarse)').matches))) return
  const around =
    'header:not(main header, [role=dialog] header) :is(a, button), nav[aria-label=Breadcrumb] a, section[aria-label=Announcement] button'
  const small = () =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
          .map((element) => ({ box: element.getBoundingClientRect(), name: element.ariaLabel ?? element.textContent }))
          .filter(({ box }) => box.width > 1 && (box.height < 40 || box.width < 40))
          .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
      around,
    )
  await expect.poll(small, `controls around the page at ${page.url()} need 40 px`).toEqual([])
}

/** What every page owes a phone. */
export async function expectFitForPhone(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectRoomForFingers(page)
  await expectRoomAroundThePage(page)
}
