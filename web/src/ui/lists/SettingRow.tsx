import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icons/IconButton.tsx'
import classes from './SettingRow.module.css'

type Props = {
  name: string
  /** One line of what else there is to know. */
  meta: ReactNode
  grip?: ReactNode
  sign?: ReactNode
  /** Absent for those who may not change it. */
  onEdit?: (() => void) | undefined
  /** `disabled`: the button is there and says why it does nothing. */
  remove?: { onPress: () => void } | { disabled: string } | undefined
}

/** A thing that is set up: what it is called, what it does, and the ways to change it. */
export const SettingRow = ({ name, meta, grip, sign, onEdit, remove }: Props) => {
  const { t } = useTranslation()
  const words = (
    <>
      <bdi className={classes.name} title={name}>
        {name}
      </bdi>
      <span className={classes.meta} title={typeof meta === 'string' ? meta : undefined}>
        {meta}
      </span>
    </>
  )
  return (
    <div className={classes.row}>
      {grip}
      {sign}
      {onEdit ? (
        <button type="button" className={classes.words} onClick={onEdit}>
          {words}
        </button>
      ) : (
        <div className={classes.words}>{words}</div>
      )}
      {onEdit && <IconButton icon={IconPencil} label={t('setting.edit', { name })} size={36} onClick={onEdit} />}
      {remove && (
        <IconButton
          icon={IconTrash}
          label={'disabled' in remove ? remove.disabled : t('setting.delete', { name })}
          size={36}
          disabled={'disabled' in remove}
          onClick={'disabled' in remove ? undefined : remove.onPress}
        />
      )}
    </div>
  )
}
