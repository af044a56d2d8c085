import type { CSSProperties } from 'react'
import classes from './AoiChart.module.css'

type Row = { key: string; label: string; size: number; colour?: string | undefined; cells: string[] }
type Props = { title: string; columns: string[]; rows: Row[]; isTable: boolean; none?: string }

/** Numbers of several things side by side: a table whose rows also have bars, unless only the numbers are wanted. */
export const Counted = ({ title, columns, rows, isTable, none }: Props) => {
  const most = Math.max(1, ...rows.map(({ size }) => size))
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
            {rows.map(({ key, label, size, colour, cells }) => (
              <tr key={key}>
                <th scope="row" title={label}>
                  <bdi>{label}</bdi>
                </th>
                {!isTable && (
                  <td className={classes.barCell} aria-hidden>
                    <span
                      className={classes.bar}
                      style={{ inlineSize: `${(100 * size) / most}%`, '--bar': colour } as CSSProperties}
                    />
                  </td>
                )}
                {cells.map((cell, index) => (
                  <td key={numbers[index]} className={classes.number}>
                    {cell}
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
