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

/** The rules that another width can break: it hides, shows, cuts and scrolls. Roles are the same elements' at a desk. */
const ofWidth = [
  'aria-hidden-focus',
  'aria-required-children',
  'aria-valid-attr-value',
  'button-name',
  'label',
  'link-name',
  'list',
  'listitem',
  'nested-interactive',
  'scrollable-region-focusable',
  'select-name',
]

const isLong = process.env.LONG === '1'

/** A dialog over a page: what is below it can neither be reached nor read, and was looked at before it opened. */
const over = '[role=dialog][aria-modal=true]'
const lists = '.mantine-Popover-dropdown'

/**
 * What axe finds serious or critical: the rule, what it is about, and where; in a dialog that is open, or else on the
 * whole page; with `whole` on the page in any case. By `rules` it looks at these alone.
 */
export async function seriousOn(page: Page, rules?: string[], { whole = false } = {}): Promise<string[]> {
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
          rules: Object.fromEntries(notSerious.map((rule) => [rule, { enabled: false }])),
        }),
  }
  const isCovered = !whole && (await page.locator(over).filter({ visible: true }).count()) > 0
  const parts = await partsOf(page.mainFrame(), { include: isCovered ? [[over], [lists]] : [], exclude: [] }, options)
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

/** On a phone in dark colors: what these and its width can break; everything with `LONG=1`. */
export const seriousOnPhone = (page: Page): Promise<string[]> =>
  seriousOn(page, isLong ? undefined : [...ofColors, ...ofWidth], { whole: true })

/**
 * What axe finds serious in light, and with `LONG=1` what the colors of dark break, one after the other on the same page;
 * `look` keeps a picture of each. All colors come from the tokens that `every-page.spec.ts` looks at in dark, too.
 */
export async function seriousInBoth(
  page: Page,
  look?: (scheme: (typeof schemes)[number]) => Promise<void>,
  how: { whole?: boolean } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of isLong || process.env.PICTURES ? schemes : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    const serious = await seriousOn(page, colorScheme === 'light' ? undefined : ofColors, how)
    found.push(...serious.map((line) => `${colorScheme}: ${line}`))
    await look?.(colorScheme)
  }
  return found
}
