import type { CSSProperties } from 'react'
import classes from './Chart.module.css'

export type Cell = string | { text: string; label: string; onPress: () => void }

export type Row = {
  key: string
  label: string
  size: number | readonly { size: number; colour: string }[]
  colour?: string | undefined
  cells: Cell[]
  onPress?: (() => void) | undefined
}
type Props = { title: string; columns: string[]; rows: Row[]; isTable: boolean; none?: string }

const partsOf = ({ size, colour }: Row) => (typeof size === 'number' ? [{ size, colour }] : size)
const lengthOf = (row: Row) => partsOf(row).reduce((sum, { size }) => sum + size, 0)

/** A table of counts; each row also has a bar, unless `isTable`. */
export const CountTable = ({ title, columns, rows, isTable, none }: Props) => {
  const most = Math.max(...rows.map(lengthOf)) || 1
  const [first, ...numbers] = columns
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className={classes.subtitle}>{title}</h3>
      {rows.length === 0 ? (
        <p className={classes.what}>{none}</p>
      ) : (
        <table className={classes.table} data-bars={!isTable || undefined}>
          <caption className={classes.spoken}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {!isTable && <td aria-hidden />}
              {numbers.map((column) => (
                <th key={column} scope="col" className={classes.number}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" title={row.label}>
                  <PressableText onPress={row.onPress} text={row.label} />
                </th>
                {!isTable && <Bar row={row} most={most} />}
                {row.cells.map((cell, index) => (
                  <td key={numbers[index]} className={classes.number}>
                    {typeof cell === 'string' ? cell : <PressableText {...cell} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const PressableText = ({
  text,
  label,
  onPress,
}: {
  text: string
  label?: string
  onPress?: (() => void) | undefined
}) =>
  onPress ? (
    <button type="button" className={classes.pressed} aria-label={label} title={label ?? text} onClick={onPress}>
      <bdi>{text}</bdi>
    </button>
  ) : (
    <bdi>{text}</bdi>
  )

/** Clicking the bar is a shortcut for the label, which works for keyboards and screen readers too. */
const Bar = ({ row, most }: { row: Row; most: number }) => (
  <td className={classes.barCell} aria-hidden data-pressed={row.onPress ? true : undefined} onClick={row.onPress}>
    <span className={classes.bars}>
      {partsOf(row)
        .filter(({ size }) => size > 0)
        .map(({ size, colour }) => (
          <span
            key={colour ?? 'one'}
            className={classes.bar}
            style={{ inlineSize: `${(100 * size) / most}%`, '--bar': colour } as CSSProperties}
          />
        ))}
    </span>
  </td>
)
