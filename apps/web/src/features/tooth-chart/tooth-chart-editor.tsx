import { isDeciduous, toothName, type Tooth } from '@archwire/contract/rx-forms/teeth.ts'
import { entryOf, isTreated, sayOf, teethChange, toothOfChart } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { hasDeciduous, inOrder } from '@archwire/contract/rx-forms/tooth-sets.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { usePageKeys, type KeyRow } from '../../lib/page-keys.ts'
import drawn from './arches.module.css'
import { Arches } from './arches.tsx'
import { stepFrom } from './places.ts'
import { QuickSets } from './quick-sets.tsx'
import { ToothActions, type Said } from './tooth-actions.tsx'
import type { ToothChartProps } from './tooth-chart-field.tsx'
import { ToothSigns } from './tooth-chart-view.tsx'
import { signs } from './tooth-picture.tsx'
import { useSelection } from './use-selection.ts'
import styles from './tooth-chart.module.css'

/** Keys that say something of the chosen teeth, or of the one that has the keyboard. */
const keys: Record<string, Said> = {
  m: { state: 'missing' },
  u: { state: 'unerupted' },
  x: { state: 'extract' },
  b: { no_bracket: true, bracket_height: null },
}

const pageKeys: readonly KeyRow[] = [
  ['Arrows', 'Tooth chart: another tooth, with Shift several'],
  ['M U X B', 'Tooth chart: missing, unerupted, to extract, no bracket'],
  ['H N', 'Tooth chart: bracket height, note'],
  ['Delete', 'Tooth chart: clear the tooth'],
]

/** A form's tooth chart to fill in: teeth are chosen by keys, mouse or touch, and something is said of all of them. */
export default function ToothChartEditor({ chart, onChange, jaws, numbering }: ToothChartProps) {
  const [withDeciduous, setWithDeciduous] = useState(false)
  usePageKeys(pageKeys)
  const deciduous = withDeciduous || hasDeciduous(chart)
  const selection = useSelection(deciduous)
  const { chosen, focused, rows } = selection
  const [undo, setUndo] = useState<Tooth[][]>([])
  const grid = useRef<HTMLDivElement>(null)
  const actions = useRef<HTMLDivElement>(null)

  const typed = useRef('')
  const [told, setTold] = useState('')

  /** @param typing where a text is typed: taken back as a whole, and not letter by letter */
  const become = (next: Tooth[], typing = '') => {
    if (typing === '' || typing !== typed.current) setUndo((before) => [...before.slice(-19), chart])
    typed.current = typing
    if (typing === '') setTold(teethChange(chart, next, numbering).to)
    onChange(next)
  }
  const say = (said: Said, teeth: readonly number[] = chosen) => {
    selection.use()
    const [only, more] = Object.keys(said)
    const isText = more === undefined && (only === 'note' || only === 'bracket_height')
    become(sayOf(chart, teeth, said), isText ? `${only} of ${teeth.join()}` : '')
  }
  const forget = (teeth: readonly number[] = chosen) => {
    selection.use()
    become(chart.filter(({ tooth }) => !teeth.includes(tooth)))
  }
  const focusTooth = (tooth: number) => grid.current?.querySelector<HTMLElement>(`[data-tooth="${tooth}"]`)?.focus()

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = stepFrom(focused, event.key, rows)
    const key = event.key.toLowerCase()
    const meant = chosen.length > 0 ? chosen : [focused]
    if (next !== undefined) {
      if (event.shiftKey) selection.extend(next)
      else selection.move(next)
      focusTooth(next)
    } else if (event.key === 'Escape' && chosen.length > 0) selection.clear()
    else if (event.key === 'Delete' || event.key === 'Backspace') forget(meant)
    else if (keys[key]) say(keys[key], meant)
    else if (key === 'h' || key === 'n') {
      if (chosen.length === 0) selection.toggle(focused)
      // The bar comes with the choice.
      setTimeout(() => actions.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus())
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.editor}>
      <div className={styles.tools}>
        <QuickSets isEmpty={chart.length === 0} onChoose={({ apply }) => become(apply(chart, jaws))} />
        <button
          type="button"
          disabled={undo.length === 0}
          onClick={() => {
            typed.current = ''
            onChange(undo.at(-1)!)
            setUndo(undo.slice(0, -1))
          }}
        >
          Undo
        </button>
        <label>
          <input
            type="checkbox"
            checked={deciduous}
            disabled={hasDeciduous(chart)}
            onChange={() => setWithDeciduous(!withDeciduous)}
          />
          Deciduous teeth
        </label>
      </div>
      <Arches
        ref={grid}
        deciduous={deciduous}
        role="grid"
        aria-label="Teeth"
        aria-multiselectable
        roles={{ group: 'rowgroup', row: 'row' }}
        onKeyDown={onKeyDown}
      >
        {(tooth) => {
          const entry = entryOf(chart, tooth)
          return (
            <button
              key={tooth}
              type="button"
              role="gridcell"
              className={drawn.cell}
              data-tooth={tooth}
              data-untreated={!isTreated(tooth, jaws) || undefined}
              tabIndex={tooth === focused ? 0 : -1}
              aria-selected={chosen.includes(tooth)}
              aria-label={toothOfChart(entry, numbering)}
              onFocus={() => tooth !== focused && selection.move(tooth)}
              onClick={({ shiftKey }) => (shiftKey ? selection.extend(tooth) : selection.toggle(tooth))}
            >
              <ToothSigns entry={entry} numbering={numbering} />
            </button>
          )
        }}
      </Arches>
      {chosen.length > 0 ? (
        <ToothActions
          ref={actions}
          key={chosen.join()}
          title={titleOf(chosen, numbering)}
          entries={chosen.map((tooth) => entryOf(chart, tooth))}
          known={chart}
          jaws={jaws}
          onSay={say}
          onForget={() => forget()}
          onDone={() => focusTooth(focused)}
          onClose={() => {
            selection.clear()
            focusTooth(focused)
          }}
        />
      ) : (
        <p className={styles.hint}>
          Select teeth to describe them.{' '}
          <span>
            Arrow keys move, Space selects, Shift selects a range. M missing, U not erupted, X to be extracted, B no
            bracket, H height, N note, Delete clears the entry.
          </span>
        </p>
      )}
      <output className="visually-hidden">{told}</output>
      <Legend chart={chart} jaws={jaws} />
    </div>
  )
}

const titleOf = (chosen: readonly number[], numbering: ToothChartProps['numbering']): string => {
  const names = inOrder(chosen).map((tooth) => toothName(tooth, numbering))
  return names.length === 1 ? `Tooth ${names[0]!}` : `${names.length} teeth: ${names.join(', ')}`
}

/** What the signs mean that this chart has. */
function Legend({ chart, jaws }: Pick<ToothChartProps, 'chart' | 'jaws'>) {
  const shown = signs.filter(({ isIn }) => chart.some(isIn))
  const left = jaws === 3 ? null : jaws === 1 ? 'lower' : 'upper'
  if (shown.length === 0 && left === null) return null
  return (
    <ul className={styles.legend} aria-label="Signs">
      {shown.map(({ sign, label }) => (
        <li key={label}>
          <b>{sign}</b> {label}
        </li>
      ))}
      {chart.some(({ tooth, state }) => isDeciduous(tooth) && state === 'present') && (
        <li>Deciduous teeth drawn solid are present</li>
      )}
      {left && <li>The {left} arch is not treated, so it has no bracket entries.</li>}
    </ul>
  )
}
