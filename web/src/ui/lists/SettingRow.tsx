import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icons/IconButton.tsx'
import classes from './SettingRow.module.css'

type Props = {
  name: string
  meta: ReactNode
  grip?: ReactNode
  sign?: ReactNode
  onEdit?: (() => void) | undefined
  /** For items with a history, which are archived instead of deleted. */
  archive?: { isArchived: boolean; onPress: () => void } | undefined
  /** `disabled`: shows a disabled button with this reason. */
  remove?: { onPress: () => void } | { disabled: string } | undefined
}

export const SettingRow = ({ name, meta, grip, sign, onEdit, archive, remove }: Props) => {
  const { t } = useTranslation()
  const text = (
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
          {text}
        </button>
      ) : (
        <div className={classes.words}>{text}</div>
      )}
      {onEdit && <IconButton icon={IconPencil} label={t('setting.edit', { name })} size={36} onClick={onEdit} />}
      {archive && (
        <IconButton
          icon={archive.isArchived ? IconArchiveOff : IconArchive}
          label={t(archive.isArchived ? 'setting.unarchive' : 'setting.archive', { name })}
          size={36}
          onClick={archive.onPress}
        />
      )}
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
