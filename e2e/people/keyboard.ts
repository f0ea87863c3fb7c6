import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen should have before what one looks for. */
const mostStops = 60

/** Walks with Tab until `target` has the focus, as someone without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Fields appear as choices are made; Tab would go past one that is still to come.
  await expect(target).toBeVisible()
  const isFocused = () => target.evaluate((element) => element === document.activeElement).catch(() => false)
  for (let stops = 0; !(await isFocused()); stops += 1) {
    expect(stops, `Tab reaches ${String(target)}`).toBeLessThan(mostStops)
    await page.keyboard.press('Tab')
  }
}

/** Chooses one of a group of radio buttons: Tab goes to the group, arrows move in it. */
export async function chooseByKeys(page: Page, group: string, choice: string): Promise<void> {
  const radios = page.getByRole('group', { name: group }).getByRole('radio')
  const wanted = page.getByRole('group', { name: group }).getByRole('radio', { name: choice, exact: true })
  await expect(wanted).toBeVisible()
  const isInGroup = () => radios.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))
  for (let stops = 0; !(await isInGroup()); stops += 1) {
    expect(stops, `Tab reaches the choices of ${group}`).toBeLessThan(mostStops)
    await page.keyboard.press('Tab')
  }
  if (!(await radios.evaluateAll((all) => all.some((radio) => (radio as HTMLInputElement).checked))))
    await page.keyboard.press('Space')
  for (let moves = 0; !(await wanted.isChecked()); moves += 1) {
    expect(moves, `arrows reach ${choice}`).toBeLessThan(10)
    await page.keyboard.press('ArrowRight')
  }
}
