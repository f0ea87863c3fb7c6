import { useElementSize } from '@mantine/hooks'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { labeled, ticksTo } from './plot-scale.ts'
import styles from './plot.module.css'

export interface PlotValue {
  /** The bucket's name: on its axis, and in full. */
  short: string
  name: string
  value: number | null
  /** The same bucket of the range before. */
  before: number | null
}

interface Props {
  title: string
  /** Shown beside the title while no bucket is focused. */
  summary: string
  values: PlotValue[]
  /** `bars` for amounts, `line` for a measure that may be missing. */
  kind: 'bars' | 'line'
  format: (value: number) => string
}

const height = 158
const [left, right, top, bottom] = [38, 6, 8, 22]

/**
 * One chart, drawn as SVG without a library: a value on hover, or by arrow keys with the focus, and a table of all
 * values for screen readers. Drawn once its width is known; its height is reserved until then.
 */
export function Plot({ title, summary, values, kind, format }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const looked = at === null ? undefined : values[at]
  const most = Math.max(0, ...values.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  const words = (value: number | null) => (value === null ? 'none' : format(value))
  const isCompared = values.some(({ before }) => before !== null)
  // While the values load the axis has no scale yet.
  const ticks = values.length === 0 ? [0, 1] : ticksTo(most, kind === 'line')
  const inner = Math.max(0, width - left - right)
  const step = values.length === 0 ? 0 : inner / values.length
  const x = (index: number) => left + (index + 0.5) * step
  const y = (value: number) => top + (height - top - bottom) * (1 - value / ticks.at(-1)!)
  const point = (event: PointerEvent) => {
    const from = event.currentTarget.getBoundingClientRect().left
    setAt(Math.min(values.length - 1, Math.max(0, Math.floor((event.clientX - from - left) / step))))
  }
  const walk = (event: KeyboardEvent) => {
    const last = values.length - 1
    const next = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setAt(null)
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  return (
    <figure className={styles.plot}>
      <figcaption>
        <span className={styles.plotTitle}>{title}</span>
        <span className={`${styles.readout} numeric`} aria-live="polite">
          {looked ? (
            <>
              {looked.name} <strong>{words(looked.value)}</strong>
              {looked.before !== null && `, before ${words(looked.before)}`}
            </>
          ) : (
            summary
          )}
        </span>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only reads its values aloud */}
      <div
        ref={ref}
        className={styles.canvas}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk through its values
        tabIndex={0}
        aria-label={`${title}: plot; arrow keys walk through its values`}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={walk}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} className={styles.grid} />
                <text x={left - 7} y={y(tick) + 4} textAnchor="end" className={styles.axis}>
                  {values.length > 0 && format(tick)}
                </text>
              </g>
            ))}
            {labeled(values.length, Math.floor(inner / 62)).map((index) => (
              <text
                key={index}
                x={Math.min(x(index), width - 20)}
                y={height - 6}
                textAnchor="middle"
                className={styles.axis}
              >
                {values[index]!.short}
              </text>
            ))}
            {kind === 'bars' ? (
              <Bars values={values} at={at} x={x} y={y} wide={Math.max(1, Math.min(26, step * 0.72))} />
            ) : (
              <Line values={values} at={at} x={x} y={y} />
            )}
            <Earlier values={values} x={x} y={y} wide={Math.max(3, Math.min(30, step * 0.86))} />
          </svg>
        )}
      </div>
      {/* In a separate box: a table never gets narrower than its text, and would widen the page. */}
      <div className="visually-hidden">
        <table>
          <caption>{title}</caption>
          {isCompared && (
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">{title}</th>
                <th scope="col">In the range before</th>
              </tr>
            </thead>
          )}
          <tbody>
            {values.map(({ name, value, before }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{words(value)}</td>
                {isCompared && <td>{words(before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

interface Drawn {
  values: PlotValue[]
  at: number | null
  x: (index: number) => number
  y: (value: number) => number
}

const Bars = ({ values, at, x, y, wide }: Drawn & { wide: number }) =>
  values.map(
    ({ value, name }, index) =>
      value !== null &&
      value > 0 && (
        <rect
          key={name}
          x={x(index) - wide / 2}
          y={y(value)}
          width={wide}
          height={y(0) - y(value)}
          rx={Math.min(2, wide / 3)}
          className={styles.bar}
          data-looked={index === at || undefined}
        />
      ),
  )

/** A mark at the height of the same bucket in the range before; nothing is marked by nothing. */
const Earlier = ({ values, x, y, wide }: Omit<Drawn, 'at'> & { wide: number }) =>
  values.map(
    ({ before, name }, index) =>
      before !== null &&
      before > 0 && (
        <line
          key={name}
          x1={x(index) - wide / 2}
          x2={x(index) + wide / 2}
          y1={y(before)}
          y2={y(before)}
          className={styles.earlier}
        />
      ),
  )

/** Points, and lines between neighbors; where nothing was measured the line is broken. */
const Line = ({ values, at, x, y }: Drawn) => (
  <>
    {values.map(({ value, name }, index) => {
      const next = values[index + 1]?.value
      return (
        value !== null &&
        next !== null &&
        next !== undefined && (
          <line key={name} x1={x(index)} y1={y(value)} x2={x(index + 1)} y2={y(next)} className={styles.line} />
        )
      )
    })}
    {values.map(
      ({ value, name }, index) =>
        value !== null && (
          <circle
            key={name}
            cx={x(index)}
            cy={y(value)}
            r={index === at ? 4.5 : 2.6}
            className={styles.dot}
            data-looked={index === at || undefined}
          />
        ),
    )}
  </>
)
