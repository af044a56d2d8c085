import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './SettingsPart.module.css'

type Props = { title: string; isOpenFirst?: boolean; children: ReactNode }

/** A section whose content loads when first opened, and stays mounted when closed, so that typed text is kept. */
export const SettingsPart = ({ title, isOpenFirst = false, children }: Props) => {
  const [wasOpened, setWasOpened] = useState(isOpenFirst)
  return (
    <details
      className={classes.part}
      open={isOpenFirst}
      onToggle={(event) => event.currentTarget.open && setWasOpened(true)}
    >
      <summary className={classes.summary}>
        <h3 className={classes.title}>{title}</h3>
        <IconChevronRight size={20} stroke={1.75} className={classes.arrow} aria-hidden />
      </summary>
      {wasOpened && children}
    </details>
  )
}
