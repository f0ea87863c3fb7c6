/**
 * A month of a practice computed a second time, from docs/billing.md alone: plain loops over what happens, in whole cents.
 * It imports types of its own alone, so that no mistake of the product is in both.
 */
import type { Day, Cents, FormLine, Print, MonthEvent, MonthTerms, LedgerRow, PaperLine, Paper } from './naive-terms.ts'
export type * from './naive-terms.ts'

const labels: Record<string, string> = {
  'arch.software': 'Software',
  'arch.initial_case_setup': 'Initial case setup',
  'arch.print': 'Print',
  'arch.insert_brackets': 'Brackets inserted',
  'arch.root_integration': 'Root integration',
  'arch.export_with_guides': 'Export with guides',
  'arch.export_with_brackets': 'Export with brackets',
  'arch.export_tray': 'Export of trays',
  'arch.tray_design': 'Tray design',
  'rx_forms.pvs_or_stone_model.full_digital_model': 'Full Digital Model',
  'rx_forms.pvs_or_stone_model.semi_finish': 'Semi-Finish',
  'rx_forms.pvs_or_stone_model.rough': 'Rough',
  'rx_forms.pvs_or_stone_model.digital_storage_only': 'Digital Storage Only',
  'rx_forms.intra_oral_scan.digital_storage_only': 'Digital Storage Only',
  'rx_forms.intra_oral_scan.clean_up': 'Clean-up',
  'rx_forms.intra_oral_scan.clean_up_and_base': 'Clean-up and Base',
  'rx_forms.misc.addon.analysis_report': 'Analysis Report',
  'rx_forms.misc.addon.double_occlusal_view': 'Double Occlusal View',
  'rx_forms.misc.addon.return_stone_models': 'Return Stone Models',
  'rx_forms.misc.addon.return_impression_trays': 'Return Impression Trays',
  'rx_forms.misc.addon.convert_to_stl': 'Convert Model Format to STL',
  'rx_forms.misc.rx_form.rush_case': 'Rush case',
}
function labelOf(fee: string): string {
  if (fee.startsWith('shipping_fees.')) return 'Shipping'
  if (fee.startsWith('rx_forms.3d_printed_study.')) return 'Printed study model'
  const label = labels[fee.replace(/\.(one_arch|both_arches)$/, '')]
  if (label === undefined) throw new Error(`No such fee: ${fee}`)
  return label
}

/** A percentage of an amount, half a cent away from zero. Percentages have up to four decimals. */
export function percentOf(amount: Cents, percent: number): Cents {
  const parts = BigInt(Math.round(percent * 10_000)) * BigInt(amount)
  const whole = parts / 1_000_000n
  const rest = parts % 1_000_000n
  if (rest >= 500_000n) return Number(whole + 1n)
  if (rest <= -500_000n) return Number(whole - 1n)
  return Number(whole)
}

const isLeap = (year: number): boolean => year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)
const daysOf = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
const written = (year: number, month: number, day: number): Day =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Counts calendar days on, one after the other. */
export function daysLater(from: Day, days: number): Day {
  let [year, month, day] = from.split('-').map(Number) as [number, number, number]
  for (let passed = 0; passed < days; passed += 1) {
    day += 1
    if (day > daysOf(year, month)) {
      day = 1
      month += 1
    }
    if (month > 12) {
      month = 1
      year += 1
    }
  }
  return written(year, month, day)
}

/** The closing days of a contract up to and including a day: 30 days after it starts, then the same day number. */
export function closingDays(begins: Day, until: Day): Day[] {
  const days: Day[] = []
  let day = daysLater(begins, 30)
  const number = Number(day.slice(8))
  while (day <= until) {
    days.push(day)
    let year = Number(day.slice(0, 4))
    let month = Number(day.slice(5, 7)) + 1
    if (month > 12) {
      month = 1
      year += 1
    }
    day = written(year, month, Math.min(number, daysOf(year, month)))
  }
  return days
}

/** What a practice owes: its ledger and its invoices, by what happened. Events are in the order in which they happen. */
export function naiveMonth(terms: MonthTerms, events: readonly MonthEvent[]): { ledger: LedgerRow[]; papers: Paper[] } {
  const ledger: LedgerRow[] = []
  const papers: Paper[] = []
  /** Rows by the name that a person's entry has here. */
  const entries: Record<string, LedgerRow> = {}
  const forms: Record<string, { counts: Day; lines: FormLine[]; rush: Cents | null; wasCharged: boolean }> = {}
  let credit: { left: Cents; from: Day | null; to: Day | null } = { left: 0, from: null, to: null }
  let monthsOfCode = 0
  let { prices } = terms

  function write(
    day: Day,
    patient: string | null,
    cause: LedgerRow['cause'],
    what: { fee: string | null; label?: string; times: number; unit: Cents; printedArches?: number },
  ): LedgerRow {
    const row: LedgerRow = {
      day,
      case: patient,
      cause,
      fee: what.fee,
      label: what.label ?? labelOf(what.fee!),
      times: what.times,
      unit: what.unit,
      amount: what.times * what.unit,
      printedArches: what.printedArches ?? 0,
      voided: null,
      invoice: null,
    }
    ledger.push(row)
    return row
  }
  function writeForm(patient: string): void {
    const { counts, lines } = forms[patient]!
    for (const line of lines) if (line.unit !== 0) write(counts, patient, 'form', line)
  }
  function writeRush(day: Day, patient: string): void {
    const { rush } = forms[patient]!
    if (rush) write(day, patient, 'rush', { fee: 'rx_forms.misc.rx_form.rush_case', times: 1, unit: rush })
  }
  function voidOpen(day: Day, patient: string, causes: LedgerRow['cause'][]): void {
    for (const row of ledger)
      if (row.case === patient && causes.includes(row.cause) && row.voided === null && row.invoice === null)
        row.voided = day
  }
  function change(day: Day, patient: string, lines: FormLine[], rush: Cents | null): void {
    const form = forms[patient]!
    const isSame = asText(form.lines) === asText(lines) && (form.rush ?? 0) === (rush ?? 0)
    form.lines = lines
    form.rush = rush
    if (isSame) return
    const ofForm = (row: LedgerRow, ...causes: LedgerRow['cause'][]) =>
      row.case === patient && causes.includes(row.cause)
    const rushDay = ledger.find((row) => ofForm(row, 'rush'))?.day
    voidOpen(day, patient, ['form', 'rush', 'change'])
    let difference = 0
    for (const row of ledger)
      if (ofForm(row, 'form', 'rush', 'change') && row.invoice !== null) difference -= row.amount
    if (ledger.some((row) => ofForm(row, 'form') && row.invoice !== null))
      for (const line of lines) difference += line.times * line.unit
    else writeForm(patient)
    if (ledger.some((row) => ofForm(row, 'rush') && row.invoice !== null)) difference += rush ?? 0
    else if (rushDay !== undefined) writeRush(rushDay, patient)
    if (difference !== 0)
      write(day, patient, 'change', { fee: null, label: 'Changed prescription', times: 1, unit: difference })
  }
  function print(
    day: Day,
    { case: patient, items, model, method, prices: fees, free }: Print,
    made: { brackets: boolean; shipping: boolean; entered: Cents | null },
  ): void {
    let arches = 0
    let inserted = 0
    let models = 0
    for (const { content, brackets, corrected } of items) {
      if (corrected) continue
      if (content === 5) models += 1
      else arches += 1
      if (content === 1 && brackets) inserted += 1
    }
    const one = (fee: string, times: number, unit: Cents) => {
      const printedArches = fee === 'arch.print' && !free ? times : 0
      const label = fee.startsWith('shipping_fees.') ? 'Shipping' : labelOf(fee)
      if (free || unit > 0 || printedArches > 0)
        write(day, patient, 'print', { fee, label, times, unit: free ? 0 : unit, printedArches })
    }
    if (arches > 0) one('arch.print', arches, fees['arch.print']!)
    if (inserted > 0 && made.brackets) one('arch.insert_brackets', inserted, fees['arch.insert_brackets']!)
    const study = `rx_forms.3d_printed_study.${model}.${models === 1 ? 'one_arch' : 'both_arches'}`
    if (models > 0) one(study, 1, fees[study]!)
    const shipping = `shipping_fees.${method}`
    if (!made.shipping) return
    if (made.entered !== null) one(shipping, 1, made.entered)
    else if (method !== 'standard') one(shipping, 1, fees[shipping]!)
  }

  function close(day: Day, isMonthly: boolean): void {
    const number = terms.numbers[papers.length]!
    const taken = ledger
      .filter((row) => row.invoice === null && row.voided === null && (isMonthly ? row.day < day : row.day <= day))
      .toSorted((a, b) => numberOf(a.case) - numberOf(b.case) || (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    for (const row of taken) row.invoice = number
    const monthlyFee = isMonthly ? prices.monthlyFee : 0
    const rules = isMonthly ? terms.rules.filter((rule) => within(day, rule)) : []

    const lines: PaperLine[] = monthlyFee > 0 ? [{ case: null, label: 'Monthly Fee', amount: monthlyFee }] : []
    for (const row of taken) if (row.amount >= 0) lines.push({ case: row.case, label: row.label, amount: row.amount })
    for (const { label, cents } of rules) if (cents > 0) lines.push({ case: null, label, amount: cents })
    let linesTotal = 0
    for (const line of lines) linesTotal += line.amount

    let printedArches = 0
    let base = 0
    for (const row of taken) {
      printedArches += row.printedArches
      if (row.fee?.startsWith('arch.')) base += row.amount
    }
    let reached = { volume: -1, percent: 0 }
    for (const tier of prices.tiers) {
      if (tier.volume > printedArches) continue
      const isBetter = tier.volume === reached.volume && tier.percent > reached.percent
      if (tier.volume > reached.volume || isBetter) reached = tier
    }
    const volume = percentOf(base, reached.percent)

    let promotion: Paper['promotion'] = null
    const { code } = terms
    if (code && isMonthly && code.entered < day && monthsOfCode < code.months) {
      monthsOfCode += 1
      const asked = 'percent' in code.off ? percentOf(monthlyFee, code.off.percent) : code.off.cents
      promotion = { word: code.word, amount: asked < monthlyFee ? asked : monthlyFee }
    }

    let left = linesTotal - volume - (promotion?.amount ?? 0)
    let carried = 0
    const discounts: PaperLine[] = []
    const takeOff = (patient: string | null, label: string, asked: Cents): Cents => {
      const amount = asked < left ? asked : left
      left -= amount
      discounts.push({ case: patient, label, amount })
      return asked - amount
    }
    for (const row of taken) if (row.amount < 0) carried += takeOff(row.case, row.label, -row.amount)
    for (const { label, cents } of rules) if (cents < 0) takeOff(null, label, -cents)

    let used = 0
    if (within(day, credit)) {
      used = credit.left < left ? credit.left : left
      credit.left -= used
      left -= used
    }
    const tax = terms.billingState === terms.tax.state ? percentOf(left, terms.tax.percent) : 0
    const cardFee = terms.method === 'card' ? percentOf(left + tax, terms.cardFee) : 0
    papers.push({
      number,
      day,
      lines,
      linesTotal,
      volume: volume > 0 ? { printedArches, base, amount: volume } : null,
      promotion,
      discounts,
      credit: used,
      subtotal: left,
      tax,
      cardFee,
      total: left + tax + cardFee,
      carried,
    })
    if (carried > 0)
      write(day, null, 'carried', {
        fee: null,
        label: `Carried over from invoice ${number}`,
        times: 1,
        unit: -carried,
      })
  }

  const closings = closingDays(terms.begins, terms.until)
  const closeUpTo = (day: Day): void => {
    while (closings.length > 0 && closings[0]! <= day) close(closings.shift()!, true)
  }
  for (const event of events) {
    const { day } = event
    closeUpTo(day)
    switch (event.what) {
      case 'submitted':
        forms[event.case] = {
          counts: daysLater(day, event.delay),
          lines: event.lines,
          rush: event.rush,
          wasCharged: false,
        }
        writeForm(event.case)
        break
      case 'changed':
        change(day, event.case, event.lines, event.rush)
        break
      case 'ready':
        if (forms[event.case]!.wasCharged) break
        writeRush(day, event.case)
        forms[event.case]!.wasCharged = Boolean(forms[event.case]!.rush)
        break
      case 'canceled':
        voidOpen(day, event.case, ['form', 'rush', 'change'])
        break
      case 'printed':
        for (const [place, one] of event.prints.entries()) {
          const entered = event.entered === null ? null : place === firstCharged(event.prints) ? event.entered : 0
          print(day, one, { brackets: true, shipping: true, entered })
        }
        break
      case 'print canceled':
        if (event.isPrinted) print(day, event.print, { brackets: event.isInserted, shipping: false, entered: null })
        break
      case 'entered':
        entries[event.id] = write(day, event.case, 'by hand', {
          fee: null,
          label: event.label,
          times: 1,
          unit: event.cents,
        })
        break
      case 'taken off':
        if (entries[event.id]!.invoice === null) entries[event.id]!.voided = day
        break
      case 'closed by hand':
        if (ledger.some((row) => row.invoice === null && row.voided === null && row.day <= day)) close(day, false)
        break
      case 'prices':
        prices = event
        break
      case 'credit':
        credit = { left: event.cents, from: event.from, to: event.to }
    }
  }
  closeUpTo(terms.until)
  return { ledger, papers }
}

const asText = (lines: FormLine[]): string =>
  lines
    .filter(({ unit }) => unit !== 0)
    .map(({ fee, times, unit }) => `${fee} ${times} ${unit}`)
    .join()
/** 12 of C-12; what is for the practice comes after the cases. */
const numberOf = (patient: string | null): number => (patient === null ? 1e9 : Number(patient.slice('C-'.length)))

const within = (day: Day, { from, to }: { from: Day | null; to: Day | null }): boolean =>
  (from === null || from <= day) && (to === null || day <= to)

/** The print of a parcel that bears its fee: the first one that is not free of charge. */
function firstCharged(prints: readonly Print[]): number {
  for (const [place, { free }] of prints.entries()) if (!free) return place
  return 0
}
