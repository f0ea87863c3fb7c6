import { addOn, has, impression, product } from '../rx-forms/options.ts'

/** Steps of each kind of work. */
export const modelSteps = [
  'Received',
  'Prepped',
  'Sorted',
  'Pour Up',
  'Scan',
  'Sculpt',
  'Base',
  'Uploaded',
  'Upload STLs',
] as const
export type ModelStep = (typeof modelSteps)[number]

const receivedToScan: readonly string[] = ['Received', 'Prepped', 'Sorted', 'Pour Up', 'Scan']

/** The steps that a case's setup requires (`work/steps`): nothing physical is received for a scan case, and so on. */
export function setupSteps(form: {
  impression_type: number
  products_list: number
  addon_options: number
}): ModelStep[] {
  const scan = form.impression_type === impression.scan
  return modelSteps.filter((step) => {
    if (receivedToScan.includes(step) && scan) return false
    if (step === 'Pour Up' && form.impression_type === impression.stone) return false
    if (step === 'Sculpt' && has(form.products_list, product.storageOnly)) return false
    if (step === 'Base')
      return has(form.products_list, 1) || has(form.products_list, 2) || has(form.products_list, product.cleanUpAndBase)
    if (step === 'Upload STLs') return scan || has(form.addon_options, addOn.convertToStl)
    return true
  })
}

/** Steps of a setup that changes repeat (`work/rounds`): the impression was received and scanned for good. */
export const reworkSteps: readonly ModelStep[] = ['Sculpt', 'Base', 'Uploaded', 'Upload STLs']

export const printSteps = [
  'Generate Tray',
  'Generate QA',
  'Build Print Job',
  'Create Label',
  'Print',
  'Post Print',
  'Insert Brackets',
  'Post Print QA',
  'Ship QA',
  'Ship',
] as const
export type PrintStep = (typeof printSteps)[number]

/** The steps of a print; brackets are inserted only where an item requests them (`work/steps`). */
export const stepsOfPrint = (insertBrackets: boolean): PrintStep[] =>
  printSteps.filter((step) => step !== 'Insert Brackets' || insertBrackets)

/** The steps of the correction of flawed trays (2 §3). */
export const flawedSteps = ['CFT', 'QA'] as const
