import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './Settings.module.css'

const SHOWN = 5

export type SettingsRow = {
  key: string
  title?: string
  text: ReactNode
  meta?: ReactNode
  end?: ReactNode
}
type Props = {
  label?: string
  rows: readonly SettingsRow[]
  /** Label of the button that shows the rows after the first five. If absent, all rows are shown. */
  allLabel?: string
}

export const SettingsList = ({ label, rows, allLabel }: Props) => {
  const [isAll, setIsAll] = useState(!allLabel)
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {rows.slice(0, isAll ? rows.length : SHOWN).map(({ key, title, text, meta, end }) => (
          <li key={key} className={classes.row} title={title}>
            <span className={classes.words}>
              <span>{text}</span>
              {meta && <span className={classes.hint}>{meta}</span>}
            </span>
            {end}
          </li>
        ))}
      </ul>
      {!isAll && rows.length > SHOWN && (
        <Button variant="subtle" onClick={() => setIsAll(true)}>
          {allLabel}
        </Button>
      )}
    </>
  )
}
