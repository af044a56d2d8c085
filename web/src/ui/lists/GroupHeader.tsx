import { IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import classes from './GroupHeader.module.css'

export const GROUP_PX = 44

type Props = { title: string; count: number; isOpen: boolean; tabIndex: 0 | -1; onPress: () => void }

export const GroupHeader = ({ title, count, isOpen, tabIndex, onPress }: Props) => (
  <h3 className={classes.heading}>
    <button
      type="button"
      data-main
      className={classes.header}
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      <IconChevronRight className={classes.chevron} size={18} stroke={1.75} aria-hidden />
      <bdi className={classes.title} title={title}>
        {title}
      </bdi>
      <span className={classes.count}>{formatNumber(count, currentLanguage())}</span>
    </button>
  </h3>
)
