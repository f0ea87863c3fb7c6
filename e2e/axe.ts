import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export const schemes = ['light', 'dark'] as const

/** What axe finds serious or critical: the rule, what it is about, and where. */
export async function seriousOn(page: Page): Promise<string[]> {
  // Half faded in, everything has too little contrast.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
    )
}
