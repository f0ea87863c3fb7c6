import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

export const schemes = ['light', 'dark'] as const

/** What a page knows once axe was put into it. */
declare const window: { axe?: typeof axe }

/**
 * Looks at a frame and at those within it, each by itself: nothing depends on how soon they answer one another. Returns
 * JSON, which costs a tenth of objects on the way between browser and test.
 */
async function partsOf(frame: Frame, context: axe.SerialContextObject, options: axe.RunOptions): Promise<string[]> {
  if (!(await frame.evaluate(() => Boolean(window.axe)))) await frame.evaluate(axe.source)
  const within = await frame.evaluate((about) => window.axe!.utils.getFrameContexts(about), context)
  const parts = [
    await frame.evaluate(async ([about, how]) => JSON.stringify(await window.axe!.runPartial(about, how)), [
      context,
      options,
    ] as const),
  ]
  for (const { frameSelector, frameContext } of within) {
    const element = (
      await frame.evaluateHandle((selector) => window.axe!.utils.shadowSelect(selector), frameSelector)
    ).asElement()
    const child = await element?.contentFrame()
    if (!child) throw new TypeError(`A frame went away while it was looked at: ${String(frameSelector)}`)
    parts.push(...(await partsOf(child, frameContext, options)))
  }
  return parts
}

/** Costly rules whose findings are moderate at most: they are not asked here. */
const notSerious = [
  'region',
  'landmark-unique',
  'heading-order',
  'page-has-heading-one',
  'landmark-one-main',
  'skip-link',
]

/** The rules that colors can break; what else is true of a page is true of it in both color schemes. */
const ofColors = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds serious or critical: the rule, what it is about, and where. By `rules` it looks at these alone. With
 * `colors: false` at all but colors, which take half of its time: for a page whose colors were looked at.
 */
export async function seriousOn(
  page: Page,
  rules?: string[],
  { colors = true }: { colors?: boolean } = {},
): Promise<string[]> {
  // Half faded in, everything has too little contrast.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  )
  // What passes is asked for by no one.
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Style sheets are not fetched once more: the policy of a document may forbid it, and no rule asked here reads them.
    preload: false,
    ...(rules
      ? { runOnly: rules }
      : {
          rules: Object.fromEntries(
            [...notSerious, ...(colors ? [] : ofColors)].map((rule) => [rule, { enabled: false }]),
          ),
        }),
  }
  const parts = await partsOf(page.mainFrame(), { include: [], exclude: [] }, options)
  return page.evaluate(
    async ([found, how]) => {
      const partial = found.map((text) => JSON.parse(text) as axe.PartialResult)
      const { violations } = await window.axe!.finishRun(partial, how)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, help, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
        )
    },
    [parts, options] as const,
  )
}

/** What axe finds serious in light, and what the colors of dark break, one after the other on the same page; `look` keeps a picture of each. */
export async function seriousInBoth(
  page: Page,
  look?: (scheme: (typeof schemes)[number]) => Promise<void>,
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const serious = await seriousOn(page, colorScheme === 'light' ? undefined : ofColors)
    found.push(...serious.map((line) => `${colorScheme}: ${line}`))
    await look?.(colorScheme)
  }
  return found
}
