import { isDeciduous, isUpper } from '@archwire/contract/rx-forms/teeth.ts'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { rowsOf } from './places.ts'
import styles from './arches.module.css'

/** Quadrants as one looks at the patient, each with the digits of its FDI numbers. */
const quadrants = [
  { caption: 'Upper right', digits: [1, 5] },
  { caption: 'Upper left', digits: [2, 6] },
  { caption: 'Lower right', digits: [4, 8] },
  { caption: 'Lower left', digits: [3, 7] },
] as const

interface Props extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  ref?: Ref<HTMLDivElement>
  deciduous: boolean
  /** Roles of a grid, where teeth can be chosen. */
  roles?: { group: 'rowgroup'; row: 'row' }
  children: (tooth: number) => ReactNode
}

/** Both arches, patient's right on the left; quadrant under quadrant where there is no room for a whole arch. */
export const Arches = ({ deciduous, roles, children, ...rest }: Props) => (
  <div {...rest} className={styles.arches} data-choosing={roles && true}>
    {quadrants.map(({ caption, digits }) => (
      <div
        key={caption}
        role={roles?.group}
        className={styles.quadrant}
        data-caption={caption}
        data-lower={!isUpper(digits[0] * 10) || undefined}
        data-left={digits[0] === 2 || digits[0] === 3 || undefined}
      >
        {rowsOf(deciduous)
          .map((row) => row.filter((tooth) => digits.some((digit) => digit === Math.floor(tooth / 10))))
          .filter((row) => row.length > 0)
          .map((row) => (
            <div
              key={row[0]}
              role={roles?.row}
              className={styles.row}
              data-deciduous={isDeciduous(row[0]!) || undefined}
            >
              {row.map(children)}
            </div>
          ))}
      </div>
    ))}
  </div>
)
