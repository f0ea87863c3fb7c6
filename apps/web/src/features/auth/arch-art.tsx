import styles from './access.module.css'

const teeth = 12
const wire = { width: 300, depth: 330 }

/** A point of the arch form: a parabola, as arches are drawn; t from -1 (left) to 1 (right). */
const at = (t: number) => ({ x: 400 + wire.width * t, y: 620 - wire.depth * (1 - t * t) })
/** The direction of the arch form at t, in degrees. */
const slope = (t: number) => (Math.atan2(2 * wire.depth * t, wire.width) * 180) / Math.PI

/** Decoration beside the forms for sign-in, sign-up and passwords: an arch wire through its brackets, with two faint copies. */
export function ArchArt() {
  const places = Array.from({ length: teeth }, (_, index) => {
    const t = ((index + 0.5) / teeth) * 2 - 1
    return Math.sign(t) * Math.abs(t) ** 0.9
  })
  return (
    <div className={styles.art} aria-hidden="true">
      <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice">
        {[0, 46, 92].map((shift, index) => (
          <path
            key={shift}
            d={`M ${at(-1).x} ${at(-1).y + shift} Q 400 ${620 - 2 * wire.depth + shift} ${at(1).x} ${at(1).y + shift}`}
            className={styles.wire}
            style={{ opacity: index === 0 ? 0.9 : 0.22 - index * 0.06 }}
          />
        ))}
        {places.map((t) => (
          <g key={t} transform={`translate(${at(t).x} ${at(t).y}) rotate(${slope(t)})`}>
            <rect x="-17" y="-13" width="34" height="26" rx="6" className={styles.bracket} />
            <rect x="-17" y="-2.5" width="34" height="5" className={styles.slot} />
          </g>
        ))}
      </svg>
    </div>
  )
}
