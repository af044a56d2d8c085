import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isolatedHere } from '../../i18n/isolated.ts'
import { useOtherService } from './other-service.ts'
import classes from './Row.module.css'

export const ROW_PX = 64

type Props = {
  name: string
  /** Language of the name, if it differs from the reader's. */
  lang?: string | undefined
  weight?: 'medium' | 'bold' | undefined
  before?: ReactNode
  after?: ReactNode
  picture: ReactNode
  meta: ReactNode
  metaTitle?: string | undefined
  end?: ReactNode
  actions?: ReactNode
  service?: string | undefined
  tabIndex?: 0 | -1 | undefined
  isSelected: boolean
  /** Present in lists whose rows are ticked instead of opened. */
  isChecked?: boolean | undefined
  onPress: () => void
}

export const Row = (props: Props) => {
  const { name, lang, weight, picture, meta, metaTitle, end, service, tabIndex, isSelected, isChecked, onPress } = props
  const otherService = useOtherService(service)
  return (
    <div className={classes.row} data-selected={isSelected || undefined} data-chosen={isChecked || undefined}>
      <button
        type="button"
        data-main
        className={classes.main}
        tabIndex={tabIndex}
        {...(isChecked === undefined
          ? { 'aria-pressed': isSelected }
          : { role: 'checkbox', 'aria-checked': isChecked, 'aria-label': name })}
        onClick={onPress}
      >
        {isChecked !== undefined && (
          <span className={classes.box} aria-hidden>
            {isChecked && <IconCheck size={16} stroke={2.5} />}
          </span>
        )}
        {picture}
        <span className={classes.text}>
          <span className={classes.name} data-weight={weight}>
            {props.before}
            <bdi className={classes.nameText} title={name} lang={lang}>
              {name}
            </bdi>
            {props.after}
          </span>
          <span
            className={classes.meta}
            title={[otherService && isolatedHere(otherService), metaTitle].filter(Boolean).join(' · ') || undefined}
          >
            {otherService && (
              <>
                <bdi className={classes.cut}>{otherService}</bdi>
                <Dot />
              </>
            )}
            {meta}
          </span>
        </span>
        {end}
      </button>
      {props.actions}
    </div>
  )
}

/** Separates the parts of a line. An element of its own, because each part has its own writing direction. */
export const Dot = () => (
  <span className={classes.between} aria-hidden>
    ·
  </span>
)
