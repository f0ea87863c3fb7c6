import { expect, type Page } from '@playwright/test'

/** Nothing hangs over the right edge: a page that scrolls sideways is no page for a phone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { wide, window } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(wide, `${page.url()} is as wide as the screen`).toBeLessThanOrEqual(window)
}

/** Fingers need room: every control that can be seen is at least 24 px high and wide (WCAG 2.2, 2.5.8). */
async function expectRoomForFingers(page: Page): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=button], select, summary')]
      .filter((element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .map((element) => ({ box: element.getBoundingClientRect(), name: element.ariaLabel ?? element.textContent }))
      .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
      .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
  )
  expect(small, `controls too small for a finger at ${page.url()}`).toEqual([])
}

/** What every page owes a phone. */
export async function expectFitForPhone(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectRoomForFingers(page)
}
