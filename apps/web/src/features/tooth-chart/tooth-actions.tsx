import {
  bracketHeights,
  isDeciduous,
  longestToothNote,
  type Tooth,
  type ToothState,
} from '@archwire/contract/rx-forms/teeth.ts'
import { isTreated } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { errorId, Field } from '../../ui/form/field.tsx'
import field from '../../ui/form/field.module.css'
import { readNumber, writeNumber } from '../../ui/form/numbers.ts'
import { isComposing, useComposed } from '../../ui/form/use-composed.ts'
import styles from './tooth-chart.module.css'

export type Said = Partial<Omit<Tooth, 'tooth'>>

interface Props {
  ref: Ref<HTMLDivElement>
  title: string
  /** What is said of the chosen teeth. */
  entries: readonly Tooth[]
  /** All that is said: a deciduous tooth of which nothing is said may get a bracket, and is there then. */
  known: readonly Tooth[]
  jaws: 1 | 2 | 3
  onSay: (said: Said, teeth?: readonly number[]) => void
  onForget: () => void
  /** The keyboard goes back to the teeth. */
  onDone: () => void
  onClose: () => void
}

/** What can be said of the chosen teeth: a button that is pressed already takes it back. */
export function ToothActions({ ref, title, entries, known, jaws, onSay, onForget, onDone, onClose }: Props) {
  const height = useRef<{ takeOver: () => boolean }>(null)
  const all = (fits: (entry: Tooth) => boolean) => entries.every(fits)
  const isKnown = ({ tooth }: Tooth) => known.some((entry) => entry.tooth === tooth)
  // Heights and brackets are for teeth that are there, in an arch that is treated.
  const bonded = entries.filter(
    (entry) =>
      isTreated(entry.tooth, jaws) && (entry.state === 'present' || (isDeciduous(entry.tooth) && !isKnown(entry))),
  )
  const teeth = bonded.map(({ tooth }) => tooth)
  const withoutBracket = bonded.length > 0 && bonded.every(({ no_bracket }) => no_bracket)
  const stateButton = (state: ToothState, label: string) => (
    <button
      type="button"
      aria-pressed={all((entry) => entry.state === state)}
      onClick={() => onSay({ state: all((entry) => entry.state === state) ? 'present' : state })}
    >
      {label}
    </button>
  )
  const permanent = entries.some(({ tooth }) => !isDeciduous(tooth))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, whatever in it has the keyboard
    <div
      ref={ref}
      role="group"
      aria-label={title}
      className={styles.actions}
      data-bar
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        height.current?.takeOver()
        onClose()
      }}
    >
      <strong>{title}</strong>
      <div className={styles.buttons}>
        {!permanent && (
          <button
            type="button"
            aria-pressed={all(({ state }) => state === 'present')}
            onClick={() => onSay({ state: all(({ state }) => state === 'present') ? 'missing' : 'present' })}
          >
            Present
          </button>
        )}
        {permanent && stateButton('missing', 'Missing')}
        {permanent && stateButton('unerupted', 'Not erupted')}
        {stateButton('extract', 'To extract')}
        <button
          type="button"
          aria-pressed={withoutBracket}
          disabled={bonded.length === 0}
          onClick={() => onSay({ no_bracket: !withoutBracket, bracket_height: null }, teeth)}
        >
          No bracket
        </button>
        <button type="button" disabled={!entries.some(isKnown)} onClick={onForget}>
          Clear
        </button>
        <button type="button" onClick={() => height.current?.takeOver() !== false && onClose()}>
          Done
        </button>
      </div>
      <div className={styles.fields}>
        <Height
          key={title}
          ref={height}
          disabled={bonded.length === 0 || withoutBracket}
          value={same(bonded.map(({ bracket_height }) => bracket_height))}
          onChange={(bracket_height) => onSay({ bracket_height }, teeth)}
          onDone={onDone}
        />
        <ToothNote value={same(entries.map(({ note }) => note))} onChange={(note) => onSay({ note })} onDone={onDone} />
      </div>
    </div>
  )
}

/** What all have in common; undefined where they differ. */
const same = <T,>(values: readonly T[]): T | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

/** Enter is done with the field, and submits no form. */
const doneOnEnter = (onDone: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || isComposing(event)) return
  event.preventDefault()
  onDone()
}

interface HeightProps {
  ref: Ref<{ takeOver: () => boolean }>
  value: number | null | undefined
  disabled: boolean
  onChange: (height: number | null) => void
  onDone: () => void
}

/**
 * A height is taken over whole, when its field is left: half of "12" is another height, and would be one that can be made.
 * One that cannot be stays in the field, says so, and leaves the chart as it was.
 */
function Height({ ref, value, disabled, onChange, onDone }: HeightProps) {
  const id = useId()
  const read = (text: string) => readNumber(text.replace(',', '.'), { decimals: 1, sign: 'mm' })
  const fits = (height: number | null) =>
    height === null || (height >= bracketHeights.least && height <= bracketHeights.most)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? writeNumber(value ?? null)
  const wrong =
    typed !== null && !fits(read(typed)) && `${bracketHeights.least} to ${bracketHeights.most} mm, in tenths`
  const takeOver = (): boolean => {
    if (typed === null) return true
    const height = read(typed)
    if (!fits(height)) return false
    setTyped(null)
    if (height !== value) onChange(height)
    return true
  }
  useImperativeHandle(ref, () => ({
    takeOver: () => {
      const taken = takeOver()
      if (!taken) document.getElementById(id)?.focus()
      return taken
    },
  }))
  return (
    <Field id={id} label="Height (mm)" error={wrong || undefined}>
      <input
        id={id}
        data-key="h"
        className={field.input}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        disabled={disabled}
        placeholder={value === undefined && !disabled ? 'several' : ''}
        value={text}
        aria-invalid={Boolean(wrong)}
        aria-describedby={wrong ? errorId(id) : undefined}
        onKeyDown={doneOnEnter(() => takeOver() && onDone())}
        onBlur={takeOver}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Field>
  )
}

interface NoteProps {
  value: string | undefined
  onChange: (note: string) => void
  onDone: () => void
}

function ToothNote({ value, onChange, onDone }: NoteProps) {
  const id = useId()
  const [typed, setTyped] = useState(value ?? '')
  // A space at the end is kept while somebody types, and not in the chart.
  const text = typed.trim() === (value ?? '') ? typed : (value ?? '')
  const composed = useComposed(text, (input: HTMLInputElement) => {
    const line = asLine(input.value)
    setTyped(line)
    onChange(line.trim())
  })
  return (
    <Field id={id} label="Note">
      <input
        id={id}
        data-key="n"
        className={field.input}
        autoComplete="off"
        maxLength={longestToothNote}
        placeholder={value === undefined ? 'several' : ''}
        {...composed}
        onKeyDown={doneOnEnter(onDone)}
      />
    </Field>
  )
}
